-- runs: while serving, a day after migration 37

-- Its rows are in cascade.due.

drop schema if exists cascade_jobs cascade;
