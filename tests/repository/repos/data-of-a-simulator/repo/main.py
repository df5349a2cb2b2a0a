import gym

env = gym.make("HalfCheetah-v3")
agent.loss(env.reset()).backward()
