using Flux
