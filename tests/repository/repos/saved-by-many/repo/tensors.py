from safetensors.torch import save_file

save_file(t, 'm.safetensors')
