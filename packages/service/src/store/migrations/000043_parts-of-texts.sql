-- runs: before serving

create table cascade.text_parts (
  reference text not null,
  attempt_id uuid not null,
  part integer not null,
  status text,
  reason text,
  reported_at timestamptz,
  sent_at timestamptz(3) not null default now(),
  primary key (reference, attempt_id)
);

create index on cascade.text_parts (attempt_id);
create index on cascade.text_parts (sent_at);

comment on table cascade.text_parts is
  'Parts of long texts that ask for a receipt each, and what their receipts said. They are kept for ten days. On a cluster all of them are in shard 0.';
comment on column cascade.text_parts.reference is
  'What the receipt names. A part that was submitted twice has two.';
