-- A receipt of SMPP names a message by the id that the SMSC gave it. The SMSC deletes what is acknowledged, and sends no other
-- receipt before, so one whose attempt is not found waits here.

create table cascade.unmatched_receipts (
  reference text not null,
  status text not null,
  reason text,
  received_at timestamptz(3) not null default now(),
  next_try_at timestamptz not null default now(),
  primary key (reference, status)
) with (autovacuum_vacuum_scale_factor = 0.02);

create index on cascade.unmatched_receipts (next_try_at);
create index on cascade.unmatched_receipts (received_at);

comment on table cascade.unmatched_receipts is
  'Receipts whose attempt is not known: its reference is about to be committed, or the response that had it was lost. They are matched again and again until they are three days old. On a cluster all of them are in shard 0.';
comment on column cascade.unmatched_receipts.received_at is
  'In milliseconds. A receipt is of no attempt that started later.';

comment on column cascade.stage_attempts.gateway_reference is
  'The SMSC''s name for the attempt, by which receipts are matched: smpp:, the name of the gateway, and its id. An SMSC may give an id again, then the youngest attempt that is under way counts. Rows from before migration 22 have references of all gateways here.';
comment on column cascade.stage_attempts.other_reference is
  'The same of other gateways, which no receipt is matched by. One that begins with smpp: has other: before it.';
