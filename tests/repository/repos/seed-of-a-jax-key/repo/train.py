import jax

key = jax.random.PRNGKey(0)
print(jax.random.normal(key, (3,)))
