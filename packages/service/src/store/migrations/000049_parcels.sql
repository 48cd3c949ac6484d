-- runs: before serving

create table cascade.callback_parcels (
  id uuid primary key,
  account_id bigint not null,
  owner bigint,
  is_taken boolean not null,
  written_at timestamptz not null,
  event_ids text[] not null,
  turns integer[] not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create index callback_parcels_owned on cascade.callback_parcels (owner) where owner is not null;
create index callback_parcels_free on cascade.callback_parcels (written_at) where owner is null;

comment on table cascade.callback_parcels is
  'Status events whose callbacks are due, at most 32 of one account. The owner has them in memory, and deletes the row after their outcomes. A parcel without an owner, or whose owner is not in cascade.replicas, may be claimed (decisions/due-work.md).';
comment on column cascade.callback_parcels.is_taken is 'Whether a replica has had it in memory.';
comment on column cascade.callback_parcels.turns is
  'status_events.turn of each event. If the event has another one, the entry is void; a null is for any turn.';

create table cascade.stage_parcels (
  id uuid primary key,
  account_id bigint not null,
  queue text not null check (queue in ('stage', 'timer')),
  position smallint not null,
  message_ids bigint[] not null,
  is_heavy boolean not null,
  owner bigint,
  is_taken boolean not null,
  written_at timestamptz not null,
  start_at timestamptz,
  due_at timestamptz not null,
  tries smallint not null,
  gateway text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create index stage_parcels_owned on cascade.stage_parcels (owner) where owner is not null;
create index stage_parcels_free on cascade.stage_parcels (coalesce(gateway, ''), due_at) where owner is null;
create index stage_parcels_untried on cascade.stage_parcels (due_at)
  where owner is null and not is_taken and start_at is null and tries = 0 and gateway is null;

comment on table cascade.stage_parcels is
  'Messages with the same stage or timer due at the same time, at most 32 of one account. The owner has them in memory, and deletes the row after their work. A parcel without an owner, or whose owner is not in cascade.replicas, may be claimed from due_at on (decisions/due-work.md).';
comment on column cascade.stage_parcels.is_taken is 'Whether a replica has had it in memory.';
comment on column cascade.stage_parcels.written_at is 'Since when the delay until due_at counts; anew with each claim.';
comment on column cascade.stage_parcels.start_at is 'The time that the caller has set.';
comment on column cascade.stage_parcels.tries is 'How often it has failed.';
comment on column cascade.stage_parcels.gateway is
  'Of stages that were tried: the channel whose gateway failed, or had no room. While it has none, they are not claimed.';

comment on table cascade.due is
  'Due work that version 0.2.0 wrote. Replicas move it to callback_parcels and stage_parcels, and write none here.';
