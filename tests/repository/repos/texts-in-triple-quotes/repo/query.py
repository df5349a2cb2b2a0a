QUERY = """
select *
from runs
where id = 3
order by id
"""
x = 1
y = 2
