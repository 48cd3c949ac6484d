-- runs: while serving, a day after migration 28

-- The function of the versions before called it.
drop function cascade.earlier_equal(bigint, text, bytea);
