-- Callbacks to receivers that do not answer wait here, and not in the queue, where each would be fetched again and again.

create table cascade.parked_callbacks (
  account_id bigint not null,
  number bigint generated always as identity,
  event_id text not null,
  url text not null,
  parked_at timestamptz not null default now(),
  due_at timestamptz not null,
  primary key (account_id, number)
) with (autovacuum_vacuum_scale_factor = 0.02);

create index on cascade.parked_callbacks (due_at);
create index on cascade.parked_callbacks (parked_at);

comment on table cascade.parked_callbacks is
  'Status events that wait for a receiver that does not answer. They have no job. They return to the queue when the receiver answers, when its account registers it again, and when they are due.';
comment on column cascade.parked_callbacks.parked_at is
  'If it is in the future, the clock was set back since, and due_at is too late.';
comment on column cascade.parked_callbacks.url is
  'Where the event would have been sent. It is sent to the URL that is registered then.';
