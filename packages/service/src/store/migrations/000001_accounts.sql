-- Who may send, at what price, through which cascades. All of it is declared by the operator and applied as a whole.

create table cascade.accounts (
  id bigint generated always as identity primary key,
  name text not null unique,
  balance bigint not null default 0 check (balance >= 0),
  reserved bigint not null default 0 check (reserved >= 0)
);

comment on table cascade.accounts is
  'Who holds keys, cascades and money (ADR-0012). Amounts are minor units of one currency; what is reserved is part of the balance.';

create table cascade.api_keys (
  hash bytea primary key check (octet_length(hash) = 32),
  account_id bigint not null references cascade.accounts on delete cascade,
  label text,
  expires_at timestamptz
);

create index on cascade.api_keys (account_id);

comment on table cascade.api_keys is
  'What opens an account (§5, ADR-0028). Only the SHA-256 of a key is kept. Without an expiry it holds until it is removed.';

create table cascade.prices (
  account_id bigint not null references cascade.accounts on delete cascade,
  channel text not null,
  price bigint not null check (price >= 0),
  primary key (account_id, channel)
);

comment on table cascade.prices is 'What a stage costs on each channel (ADR-0012).';

create table cascade.senders (
  account_id bigint not null references cascade.accounts on delete cascade,
  channel text not null,
  subject text not null,
  activated_at timestamptz,
  primary key (account_id, channel, subject)
);

comment on table cascade.senders is
  'Sender signatures. One that is not activated, or not listed, ends a stage with error-subject-unknown (§7.4).';

create table cascade.cascades (
  account_id bigint not null references cascade.accounts on delete cascade,
  id bigint not null,
  name text not null,
  coverage text not null default 'violations' check (coverage in ('violations', 'code')),
  primary key (account_id, id)
);

comment on table cascade.cascades is
  'Ordered stages under the number that a request names (§2.3). Coverage says how missing content is answered (ADR-0004).';

create table cascade.stages (
  account_id bigint not null,
  cascade_id bigint not null,
  position integer not null check (position >= 1),
  uuid uuid not null,
  channel text not null,
  ttl_seconds integer check (ttl_seconds > 0),
  subject_id integer,
  subject text,
  primary key (account_id, cascade_id, position),
  foreign key (account_id, cascade_id) references cascade.cascades on delete cascade
);

comment on table cascade.stages is
  'The steps of a cascade, each on one channel (§2.3, ADR-0013). Without a TTL there is no way to the next one but failure (ADR-0019).';
