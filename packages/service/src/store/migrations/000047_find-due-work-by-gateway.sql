-- runs: while serving, without transaction

-- A claim looks into what waits for each gateway by itself. By the indexes before, it walked over all that
-- waits for a paused one.
create index concurrently if not exists due_stages on cascade.due (coalesce(gateway, ''), due_at) where owner is null and kind > 1;
create index concurrently if not exists due_callbacks on cascade.due (written_at) where owner is null and kind = 1;
