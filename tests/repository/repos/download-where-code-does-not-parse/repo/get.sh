wget https://example.org/corpus.zip
