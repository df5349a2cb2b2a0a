"""What a repository says in words: READMEs and other documents, licences, citations, pipelines.

A document is read line by line into what each line is (`markdown`, `otherwise`), then its links,
commands, badges and passages about a topic are recorded (`links`, `commands`, `topics`).
`gathering.collect_documents` does it for a tree. What the words are worth is for indicators to say.
Only `online` uses the network, and only when asked.
"""
