#!/bin/bash
# The study on a cluster: an array of 100 jobs, each of which runs one part on its own processors.
#
#   sbatch slurm.sh                          runs all parts; submit it again after a failure
#   mechfmu sweep slider_crank_masses.yaml --merge 100
#
# A part that was killed or has met its time limit continues where it was.
#SBATCH --job-name=slider_crank_masses
#SBATCH --array=1-100
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --time=00:10:00
exec mechfmu sweep slider_crank_masses.yaml --threads "${SLURM_CPUS_PER_TASK:-1}" --shard "${SLURM_ARRAY_TASK_ID:-1}/100"
