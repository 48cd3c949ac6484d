-- runs: while serving, a day after migration 34

-- Its rows are in cascade.waiting.

drop table cascade.parked_callbacks;
