-- An attempt is sent by one replica at a time.

create table cascade.replicas (
  id bigint primary key,
  beats bigint not null default 0
) with (fillfactor = 50, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);

comment on table cascade.replicas is
  'Replicas that are alive. Each counts up its beats every second; the others delete one whose beats stand still for ten seconds of their own clocks. Ids are random: no id is given twice.';

alter table cascade.stage_attempts add column holder bigint, add column holder_turn bigint;

comment on column cascade.stage_attempts.holder is
  'The replica that sends the attempt now, while the gateway has not reported on it. It is void once cascade.replicas has no such row.';
comment on column cascade.stage_attempts.holder_turn is
  'Which of the sends of that replica it is: the same commit may be tried again, but a second job must not send beside the first.';

create table cascade.sweeps (
  name text primary key,
  done_until timestamptz not null
);

comment on table cascade.sweeps is 'How far upkeep has come that walks over messages in the order of their time.';
