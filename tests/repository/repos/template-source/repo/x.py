{% if name %}
x = 1
