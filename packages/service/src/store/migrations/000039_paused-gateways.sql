-- An operator has a gateway wait, by its channel.

create table cascade.paused_gateways (
  channel text primary key,
  since timestamptz(3) not null default now(),
  reason text not null
);

comment on table cascade.paused_gateways is
  'Gateways to which no replica sends until an operator resumes them. Each replica reads it once a second. On a cluster every shard has the same rows.';
