#!/bin/bash
# The study as one job of 256 processes, which share its cases (needs a mechfmu built with MPI).
#
#   sbatch slurm_mpi.sh                      submit it again after a failure: it continues
#SBATCH --job-name=slider_crank_masses
#SBATCH --ntasks=256
#SBATCH --cpus-per-task=1
#SBATCH --time=00:10:00
exec srun --mpi=pmix mechfmu sweep slider_crank_masses.yaml --threads 1
