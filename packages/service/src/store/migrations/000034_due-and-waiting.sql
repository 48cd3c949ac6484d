-- Callbacks are rows of due work: on their way with an owner, or waiting in the lane of their receiver (decisions/due-work.md).

create table cascade.due (
  id uuid primary key,
  kind smallint not null,
  owner bigint,
  is_first boolean not null,
  written_at timestamptz not null,
  event_ids text[] not null,
  turns integer[]
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create index due_owned on cascade.due (owner) where owner is not null;
create index due_free on cascade.due (kind, written_at) where owner is null;

comment on table cascade.due is
  'Parcels of at most 32 pieces of work that are on their way. The replica that owns a parcel has it in memory, and deletes it in the commit of its last outcome. A parcel without an owner, or whose owner is not in cascade.replicas, may be claimed.';
comment on column cascade.due.kind is '1: callbacks.';
comment on column cascade.due.is_first is
  'Written without an owner, together with its events: until it is claimed, no attempt of them was made.';
comment on column cascade.due.turns is
  'status_events.turn of each event. If the event has another one, the entry is void. Null for turn 0; a null in it for any, from the version before.';

create table cascade.waiting (
  account_id bigint not null,
  lane bigint not null,
  due_at timestamptz not null,
  event_id text not null,
  turn integer,
  written_at timestamptz not null,
  give_up_at timestamptz not null,
  primary key (account_id, lane, due_at, event_id)
) with (autovacuum_vacuum_scale_factor = 0.02);

create index waiting_give_up_at on cascade.waiting (give_up_at);

comment on table cascade.waiting is
  'Status events that wait: for their retry, for room, or for a receiver that does not answer. A replica claims them by lanes, as the lane has room.';
comment on column cascade.waiting.lane is 'The URL of cascade.waiting_lanes, by hashtextextended(url, 0).';
comment on column cascade.waiting.written_at is
  'If it is in the future, the clock was set back since, and due_at is too late.';

create table cascade.waiting_lanes (
  account_id bigint not null,
  lane bigint not null,
  url text not null,
  next_at timestamptz not null,
  primary key (account_id, lane)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

create index waiting_lanes_next_at on cascade.waiting_lanes (next_at);

comment on table cascade.waiting_lanes is
  'The lanes that have rows in cascade.waiting: a URL of an account each. No replica looks into a lane before next_at.';

-- What waits already. A retry that was due later is made now. Jobs that are under way are among them: an event that was
-- delivered meanwhile is not sent again. Replicas of the version before must be stopped first: nothing reads what they write
-- from now on.

do $$
begin
  if to_regclass('cascade_jobs.job') is null then
    return;
  end if;
  insert into cascade.due (id, kind, owner, is_first, written_at, event_ids, turns)
  select job.id, 1, null, false, now(),
    array(select jsonb_array_elements_text(job.data -> 'eventIds')),
    case
      when job.data ? 'turns' then array(select turn::integer from jsonb_array_elements_text(job.data -> 'turns') as turn)
      when not job.data ? 'isFirst' then array_fill(null::integer, array[jsonb_array_length(job.data -> 'eventIds')])
    end
  from cascade_jobs.job job
  where job.name = 'cascade-callback' and job.state < 'completed';
  delete from cascade_jobs.job where name = 'cascade-callback';
end
$$;

insert into cascade.waiting (account_id, lane, due_at, event_id, turn, written_at, give_up_at)
select account_id, hashtextextended(url, 0), least(parked_at, now()), event_id, turn, now(), now() + interval '1 day'
from cascade.parked_callbacks
on conflict do nothing;

insert into cascade.waiting_lanes (account_id, lane, url, next_at)
select account_id, hashtextextended(url, 0), min(url), now()
from cascade.parked_callbacks
group by 1, 2;
