-- What the command line did with a key outlives the next accounts file (ADR-0028).

alter table cascade.api_keys add column added_by_command boolean not null default false;

comment on column cascade.api_keys.added_by_command is
  'Whether the command line added the key and no accounts file has listed it. A file without it does not remove it.';

create table cascade.key_ends (
  hash bytea primary key check (octet_length(hash) = 32),
  account_id bigint not null references cascade.accounts on delete cascade,
  ends_at timestamptz not null,
  removed boolean not null default false
);

create index on cascade.key_ends (account_id);

comment on table cascade.key_ends is
  'When the command line ended a key. An accounts file can end it earlier, but neither later nor again after its removal.';
