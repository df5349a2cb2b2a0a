import hydra

@hydra.main(config_path='configs', config_name='base')
def main(cfg):
    model.fit(cfg)
