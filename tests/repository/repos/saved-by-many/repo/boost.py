booster.save_model('m.json')
