import subprocess

for number in range(5):
    subprocess.run(f"sbatch train.sh --seed {number}", shell=True)
