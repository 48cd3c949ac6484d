-- runs: while serving, a day after migration 47

-- Version 0.2.0 claimed by them.
drop index if exists cascade.due_free;
drop index if exists cascade.due_at;
comment on column cascade.due.written_at is 'Of stages and timers: since when the delay until due_at counts; anew with each claim.';
