model.save_pretrained('out')
