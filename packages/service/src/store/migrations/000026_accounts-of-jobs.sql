-- runs: while serving, a day after migration 24

-- Jobs from before name messages by their ids alone, which no index finds after migration 27. Those of messages with a start
-- time wait for long.

do $$
begin
  if to_regclass('cascade_jobs.job') is null then
    return;
  end if;
  with older as (
    select name, id from cascade_jobs.job
    where name in ('cascade-stage', 'cascade-timer') and data ? 'messageIds' and not data ? 'accountIds'
    for update skip locked
  )
  update cascade_jobs.job job
  set data = job.data || jsonb_build_object('accountIds', (
    -- Of a message that was refused, or deleted since, there is no account.
    select jsonb_agg(coalesce(message.account_id, 0) order by asked.n)
    from jsonb_array_elements_text(job.data -> 'messageIds') with ordinality as asked (id, n)
    left join cascade.messages message on message.id = asked.id::bigint
  ))
  from older
  where job.name = older.name and job.id = older.id;
end
$$;
