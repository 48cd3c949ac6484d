-- What was accepted, what became of it, and where every minor unit went.
--
-- The tables that every accepted message writes to have no foreign keys: one statement inserts a message with
-- its id, plan and booking, so they cannot but agree, and checking each row anew took half of the time.

create table cascade.request_ids (
  account_id bigint not null,
  request_id uuid not null,
  primary key (account_id, request_id)
);

comment on table cascade.request_ids is
  'Every request id that an account has used, for ever (ADR-0007); it outlives the message and its retention.';

create table cascade.messages (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  request_id uuid not null,
  request_id_as_sent text not null,
  cascade_id bigint not null,
  address text not null,
  comment text,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  duplicate boolean not null default false,
  accepted_at timestamptz not null default now(),
  start_at timestamptz,
  reserved bigint not null check (reserved >= 0),
  state text not null default 'scheduled' check (state in ('scheduled', 'running', 'ended')),
  ended_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

create index on cascade.messages (account_id, fingerprint, accepted_at) where not duplicate;

comment on table cascade.messages is
  'Accepted messages (§4.1). duplicate: the same account, address and content was accepted within 5 minutes before (ADR-0026). reserved: what is still set aside for stages to come.';

create table cascade.message_plans (
  message_id bigint primary key,
  content json not null,
  stages jsonb not null
);

comment on table cascade.message_plans is
  'Written once, never updated: the content as accepted (json, since jsonb refuses texts that JSON allows), and the stages as they stood then: [{uuid, channel, ttlSeconds, subjectId, subject, price}], in order.';

create table cascade.stage_attempts (
  id uuid primary key,
  message_id bigint not null references cascade.messages on delete cascade,
  position integer not null check (position >= 1),
  state text not null default 'sending' check (state in ('sending', 'sent', 'ended')),
  status text,
  reason text,
  gateway_reference text,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (message_id, position)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

comment on table cascade.stage_attempts is
  'One try at one stage. Its id goes to the gateway as idempotency key, so that a repeated send after a crash is recognised.';

create table cascade.ledger (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  message_id bigint,
  debit text not null check (debit in ('external', 'available', 'reserved', 'spent')),
  credit text not null check (credit in ('external', 'available', 'reserved', 'spent') and credit <> debit),
  amount bigint not null check (amount > 0),
  at timestamptz not null default now()
);

comment on table cascade.ledger is
  'Double entry (ADR-0012): each row moves an amount from one book of the account to another, so all books sum to zero. Rows are added, never changed.';

create table cascade.callbacks (
  account_id bigint not null references cascade.accounts on delete cascade,
  subject_id integer,
  url text not null check (char_length(url) <= 500),
  disabled_at timestamptz,
  unique nulls not distinct (account_id, subject_id)
);

comment on table cascade.callbacks is
  'Where status events go (ADR-0014); the row of a sender wins over the row of the account. disabled_at: the receiver answered 410.';

create table cascade.callback_secrets (
  account_id bigint not null references cascade.accounts on delete cascade,
  secret text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (account_id, secret)
);

comment on table cascade.callback_secrets is 'Secrets that sign callbacks (ADR-0017); two are valid while one replaces the other.';

create table cascade.status_events (
  id text primary key,
  message_id bigint not null references cascade.messages on delete cascade,
  position integer,
  status text not null,
  reason text,
  at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given-up', 'nobody')),
  attempts integer not null default 0,
  last_result text
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

create index on cascade.status_events (message_id);

comment on table cascade.status_events is
  'The outbox of callbacks: written in the transaction that changes the status. id is the webhook-id. nobody: no address was registered.';
