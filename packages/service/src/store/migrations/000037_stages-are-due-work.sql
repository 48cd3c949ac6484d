-- Stages and timers are rows of due work, too (decisions/due-work.md).

alter table cascade.due
  add column due_at timestamptz,
  add column account_id bigint,
  add column position smallint,
  add column tries smallint,
  add column gateway text,
  add column is_heavy boolean;

create index due_at on cascade.due (due_at) where owner is null and kind > 1;
create index due_first_at on cascade.due (due_at) where owner is null and kind > 1 and is_first;

comment on table cascade.due is
  'Parcels of at most 32 pieces of work. The replica that owns a parcel has it in memory, and deletes it in the commit of its last outcome, or after it. A parcel without an owner, or whose owner is not in cascade.replicas, may be claimed.';
comment on column cascade.due.kind is '1: callbacks. 2: stages. 3: timers.';
comment on column cascade.due.is_first is
  'Until it is claimed, no attempt was made. Of callbacks: written without an owner, together with the events. Of stages and timers: without a start time of the caller.';
comment on column cascade.due.event_ids is 'Of stages and timers, the ids of the messages.';
comment on column cascade.due.due_at is 'Of stages and timers: not to be claimed before.';
comment on column cascade.due.account_id is 'Of stages and timers: the account of all of these messages.';
comment on column cascade.due.tries is 'Of stages and timers: how often they have failed.';
comment on column cascade.due.gateway is
  'Of stages that were tried: the channel whose gateway failed, or had no room. While it has none, they are not claimed.';

-- Replicas of the version before must be stopped first: nothing reads what they write from now on.

do $$
begin
  if to_regclass('cascade_jobs.job') is null then
    return;
  end if;
  insert into cascade.due (
    id, kind, owner, is_first, written_at, event_ids, due_at, account_id, position, tries, is_heavy
  )
  select gen_random_uuid(), case name when 'cascade-stage' then 2 else 3 end, null, false, now(),
    array_agg(message_id::text order by n), start_after, account_id, position, tries, is_heavy
  from (
    select job.id, job.name, job.start_after, least(job.retry_count, 30) as tries, message.id::bigint as message_id, message.n,
      (job.data ->> 'position')::smallint as position, job.data ? 'isHeavy' as is_heavy,
      coalesce(
        (job.data -> 'accountIds' ->> (message.n - 1)::integer)::bigint,
        (select m.account_id from cascade.messages m where m.id = message.id::bigint)
      ) as account_id
    from cascade_jobs.job job
    cross join lateral jsonb_array_elements_text(job.data -> 'messageIds') with ordinality as message (id, n)
    where job.name in ('cascade-stage', 'cascade-timer') and job.state < 'completed'
  ) as piece
  where account_id > 0
  group by id, name, start_after, account_id, position, tries, is_heavy;
  delete from cascade_jobs.job where name in ('cascade-stage', 'cascade-timer');
end
$$;
