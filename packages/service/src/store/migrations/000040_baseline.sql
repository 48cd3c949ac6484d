-- runs: instead of the migrations before, which version 0.1.0 applies

-- The schema as it is, in the order of a message's life. Functions and triggers are in the folder "functions".
--
-- The key of every large table begins with the account, so that a cluster can keep accounts apart (decisions/account-first.md).
-- Tables that every message writes to have no foreign keys: one statement or transaction writes the rows that belong
-- together, and to check each of them anew took half of the time.


-- Accounts. The operator declares them, and a file is applied as a whole.

create table cascade.accounts (
  id bigint generated always as identity primary key,
  name text not null unique,
  balance bigint not null default 0 check (balance >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  template_messages_per_day integer check (template_messages_per_day >= 0),
  settings jsonb not null default '{}',
  registrations integer not null default 0,
  file_callback bytea
);

comment on table cascade.accounts is
  'Owners of keys, cascades and money (ADR-0012). Amounts are minor units of one currency; what is reserved is part of the balance.';
comment on column cascade.accounts.template_messages_per_day is
  'Template messages on chattwo in one day of UTC (ADR-0030); without a limit if null.';
comment on column cascade.accounts.settings is
  'Which older request shapes are accepted (ADR-0027), and the request rate (ADR-0030). What is absent is off, or has no limit.';
comment on column cascade.accounts.registrations is
  'How often a callback URL of the account was registered or enabled so far.';
comment on column cascade.accounts.file_callback is
  'SHA-256 of the callback that the accounts file declared when it was last applied; null if it declared none. While the file declares the same, a registration by the API stays.';

create table cascade.api_keys (
  hash bytea primary key check (octet_length(hash) = 32),
  account_id bigint not null references cascade.accounts on delete cascade,
  label text,
  expires_at timestamptz,
  added_by_command boolean not null default false
);

create index on cascade.api_keys (account_id);

comment on table cascade.api_keys is
  'Keys of the API (§5, ADR-0028), as their SHA-256 only. Without an expiry a key is valid until it is removed.';
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
  'Sender names. A stage whose sender is not listed, or not activated, ends with error-subject-unknown (§7.4).';

create table cascade.templates (
  account_id bigint not null references cascade.accounts on delete cascade,
  channel text not null,
  name text not null,
  text text not null,
  primary key (account_id, channel, name)
);

comment on table cascade.templates is
  'Texts that a channel accepts (§7.4, no-template-match). A placeholder such as {code} stands for any text that is not empty. A channel without templates accepts every text.';

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
  'The steps of a cascade, each on one channel (§2.3, ADR-0013). Without a TTL only a failure leads to the next one (ADR-0019).';

create table cascade.callbacks (
  account_id bigint not null references cascade.accounts on delete cascade,
  -- Rows are copied to another node while they change only if they have a key.
  id bigint generated always as identity constraint callbacks_key primary key,
  subject_id integer,
  url text not null check (char_length(url) <= 500),
  headers jsonb,
  version integer not null default 0,
  disabled_at timestamptz,
  disabled_reason text,
  failing_since timestamptz,
  last_error text,
  unique nulls not distinct (account_id, subject_id)
);

create index callbacks_in_trouble on cascade.callbacks (id) where disabled_at is not null or failing_since is not null;

comment on table cascade.callbacks is
  'Registrations: where status events go (ADR-0014). The row of a sender wins over the row of the account.';
comment on column cascade.callbacks.headers is
  'Sent with each callback to this URL, and to no other; null means none. Values may be secrets.';
comment on column cascade.callbacks.version is
  'The number of its last registration or enabling among those of the account. A 410 disables it only if that came before the attempt.';
comment on column cascade.callbacks.disabled_reason is
  '410: the receiver answered so, and registering it again enables it. Any other text is from an operator, who alone enables it again.';
comment on column cascade.callbacks.failing_since is 'The first failure since the last success; null while attempts succeed.';
comment on column cascade.callbacks.last_error is 'The HTTP status or error code of its last failure; null while attempts succeed.';

create table cascade.callback_secrets (
  account_id bigint not null references cascade.accounts on delete cascade,
  secret text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (account_id, secret)
);

comment on table cascade.callback_secrets is 'Secrets that sign callbacks (ADR-0017); two are valid while one replaces the other.';


-- Messages, as accept_messages accepts them.

create table cascade.request_ids (
  account_id bigint not null,
  request_id uuid not null,
  message_id bigint,
  primary key (account_id, request_id)
);

comment on table cascade.request_ids is
  'Every request id that an account has ever used (ADR-0007); it outlives the message and its retention.';
comment on column cascade.request_ids.message_id is
  'The message that it scheduled. Retention may have deleted it.';

create table cascade.messages (
  account_id bigint not null,
  -- Replicas take ids in blocks of 4096 (intake/message-ids.ts): the first due work of a message names it before it is accepted.
  id bigint generated always as identity (increment by 4096),
  request_id uuid not null,
  request_id_as_sent text not null,
  cascade_id bigint not null,
  address text not null,
  address_type text not null default 'PHONE',
  comment text,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  duplicate boolean not null default false,
  accepted_at timestamptz not null default now(),
  start_at timestamptz,
  reserved bigint not null check (reserved >= 0),
  state text not null default 'scheduled' check (state in ('scheduled', 'running', 'ended')),
  ended_at timestamptz,
  primary key (account_id, id)
)
-- A new version of a row that finds room in its page needs no entries in the indexes. Rows of one batch fill pages, and the
-- next batch changes all of them; so pages keep room here, in stage_attempts and in status_events.
with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- Every message has such an id. Only questions that state the condition get this index: while the table is small, it looks
-- right for a message by account and id, too, and reads all messages of the account.
create index messages_by_time on cascade.messages (account_id, accepted_at) where id > 0;

-- Finds a repeated message (ADR-0026), and all messages to an address: a second index with entries in random places would
-- cost the intake more. The hash, because an address may be longer than an index entry. Hash and time are expressions so
-- that no other index seems to fit: the question whether a message is repeated is planned once, maybe on an empty table.
create index messages_by_address on cascade.messages (
  hashtextextended(address, account_id), duplicate, fingerprint, (accepted_at at time zone 'UTC')
);

comment on table cascade.messages is
  'Accepted messages (§4.1). duplicate: the same account, address and content was accepted within 5 minutes before (ADR-0026). reserved: what is still set aside for stages to come.';
comment on column cascade.messages.address_type is
  'subscriberFilter.type (§2.1). Only a PHONE has a format that is checked (ADR-0022).';

create table cascade.message_plans (
  account_id bigint not null,
  message_id bigint not null,
  content json not null,
  stages jsonb not null,
  traceparent text,
  primary key (account_id, message_id)
);

comment on table cascade.message_plans is
  'Written once, never updated: the content as accepted (json, since jsonb refuses texts that JSON allows), and the stages as they were then: [{uuid, channel, ttlSeconds, subjectId, subject, price}], in order.';
comment on column cascade.message_plans.traceparent is
  'W3C Trace Context of the request, if it is traced: stages and callbacks belong to the same trace.';

create table cascade.ledger (
  account_id bigint not null,
  id bigint generated always as identity,
  message_id bigint,
  debit text not null check (debit in ('external', 'available', 'reserved', 'spent')),
  credit text not null check (credit in ('external', 'available', 'reserved', 'spent') and credit <> debit),
  amount bigint not null check (amount > 0),
  at timestamptz not null default now(),
  primary key (account_id, id)
);

comment on table cascade.ledger is
  'Double entry (ADR-0012): each row moves an amount from one book of the account to another, so all books sum to zero. Rows are added, never changed.';


-- Attempts: what the engine sends, and what it must know before.

create table cascade.stage_attempts (
  account_id bigint not null,
  message_id bigint not null,
  position integer not null check (position >= 1),
  id uuid not null,
  state text not null default 'sending' check (state in ('sending', 'sent', 'ended')),
  status text,
  reason text,
  gateway_reference text,
  other_reference text,
  template text,
  holder bigint,
  holder_turn bigint,
  started_at timestamptz not null default now(),
  changed_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, message_id, position)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create index on cascade.stage_attempts (gateway_reference) where gateway_reference like 'smpp:%';
create index stage_attempts_by_older_id on cascade.stage_attempts (id) where substr(id::text, 15, 1) <> '8';

comment on table cascade.stage_attempts is
  'One try at one stage. Its id goes to the gateway as idempotency key, so that a repeated send after a crash is recognised.';
comment on column cascade.stage_attempts.id is
  'A UUID of version 8 that names account and message. An index of their own finds those of another version.';
comment on column cascade.stage_attempts.gateway_reference is
  'The SMSC''s name for the attempt, by which receipts are matched: smpp:, the name of the gateway, and its id. An SMSC may give an id again, then the youngest attempt that is under way counts.';
comment on column cascade.stage_attempts.other_reference is
  'The same of other gateways, which no receipt is matched by, so that no index pays for it. A reference that begins with smpp: has other: before it.';
comment on column cascade.stage_attempts.template is
  'The template that the content matched. Once such a message is delivered, a dialogue of 24 hours is open.';
comment on column cascade.stage_attempts.holder is
  'The replica that sends the attempt now, while the gateway has not reported on it. It is void once cascade.replicas has no such row.';
comment on column cascade.stage_attempts.holder_turn is
  'Which of the sends of that replica it is: the same commit may be tried again, but no other must send beside the first.';
comment on column cascade.stage_attempts.changed_at is
  'statusAt of the last status event of the attempt; null: the later of started_at and ended_at.';

create table cascade.template_days (
  account_id bigint not null references cascade.accounts on delete cascade,
  day date not null,
  sent integer not null check (sent >= 0),
  primary key (account_id, day)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

comment on table cascade.template_days is 'Template messages on chattwo, counted by day of UTC (§7.4, daily-rate-limit).';

create table cascade.dialogues (
  account_id bigint not null references cascade.accounts on delete cascade,
  address text not null,
  open_until timestamptz not null,
  primary key (account_id, address)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

comment on table cascade.dialogues is 'Dialogues on chattwo (§8: 24 hours). Without one, only templates are accepted.';

-- An SMSC deletes a receipt that is acknowledged, and sends no other before.
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
  'Receipts of SMPP whose attempt is not known: its reference is about to be committed, or the response that had it was lost. They are matched again and again until they are three days old. On a cluster all of them are in shard 0.';
comment on column cascade.unmatched_receipts.received_at is
  'In milliseconds. A receipt is of no attempt that started later.';

create table cascade.paused_gateways (
  channel text primary key,
  since timestamptz(3) not null default now(),
  reason text not null
);

comment on table cascade.paused_gateways is
  'Gateways to which no replica sends until an operator resumes them. Each replica reads it once a second. On a cluster every shard has the same rows.';


-- Events, and those that no callback reports.

create table cascade.status_events (
  account_id bigint not null,
  message_id bigint not null,
  id text not null,
  position integer,
  status text not null,
  reason text,
  at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given-up', 'nobody')),
  turn integer not null default 0,
  attempts integer not null default 0,
  first_due_at timestamptz,
  last_result text,
  tries text[],
  primary key (account_id, message_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create index status_events_by_older_id on cascade.status_events (id) where substr(id, 19, 1) <> '8';

comment on table cascade.status_events is
  'The outbox of callbacks: written in the transaction that changes the status. nobody: no address was registered, or the account does not want this status reported.';
comment on column cascade.status_events.id is
  'webhook-id: evt_ and a UUID of version 8 that names account and message. An index of their own finds those of another version.';
comment on column cascade.status_events.turn is
  'How often something was recorded about the event. Work on it names the turn that it is for, so an event has one chain of attempts.';
comment on column cascade.status_events.first_due_at is
  'When the first callback attempt was made, or would have been but for the back-off of its destination; 24 hours later it is given up (ADR-0018).';
comment on column cascade.status_events.tries is
  'The last 32 callback attempts: the time, the HTTP status or error code, and the milliseconds that it took; or the time and "resent".';

create table cascade.undelivered (
  account_id bigint not null,
  event_id text not null,
  message_id bigint not null,
  sender integer not null,
  at timestamptz not null,
  position integer not null,
  since timestamptz not null default now(),
  resend text check (resend in ('asked', 'enabled')),
  primary key (account_id, event_id)
);

create index on cascade.undelivered (account_id, sender, at, position, event_id);
create index undelivered_to_resend on cascade.undelivered (account_id, sender, at, position, event_id) where resend is not null;
create index undelivered_of_message on cascade.undelivered (account_id, message_id);
create index on cascade.undelivered (since);

comment on table cascade.undelivered is
  'Status events that no attempt is planned for, and that can be sent again (ADR-0041). Only failures write here, so the others pay nothing. sender, at and position are those of the event; sender is -1 without one. resend: null: when an operator asks for it; asked: an operator did; enabled: as soon as its registration is enabled.';


-- Due work (decisions/due-work.md).

create table cascade.replicas (
  id bigint primary key,
  beats bigint not null default 0
) with (fillfactor = 50, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);

comment on table cascade.replicas is
  'Replicas that are alive. Each counts up its beats every second; the others delete one whose beats did not change for ten seconds of their own clocks. Ids are random: no id is given twice.';

create table cascade.due (
  id uuid primary key,
  kind smallint not null,
  owner bigint,
  is_first boolean not null,
  written_at timestamptz not null,
  due_at timestamptz,
  event_ids text[] not null,
  turns integer[],
  account_id bigint,
  position smallint,
  tries smallint,
  gateway text,
  is_heavy boolean
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create index due_owned on cascade.due (owner) where owner is not null;
create index due_free on cascade.due (kind, written_at) where owner is null;
create index due_at on cascade.due (due_at) where owner is null and kind > 1;
create index due_first_at on cascade.due (due_at) where owner is null and kind > 1 and is_first;

comment on table cascade.due is
  'Parcels of at most 32 pieces of work. The replica that owns a parcel has it in memory, and deletes it in the commit of its last outcome, or after it. A parcel without an owner, or whose owner is not in cascade.replicas, may be claimed.';
comment on column cascade.due.kind is '1: callbacks. 2: stages. 3: timers.';
comment on column cascade.due.is_first is
  'Until it is claimed, no attempt was made. Of callbacks: written without an owner, together with the events. Of stages and timers: without a start time of the caller.';
comment on column cascade.due.due_at is 'Of stages and timers: not to be claimed before.';
comment on column cascade.due.event_ids is 'Of stages and timers, the ids of the messages.';
comment on column cascade.due.turns is
  'status_events.turn of each event. If the event has another one, the entry is void. Null for turn 0; a null in it for any.';
comment on column cascade.due.account_id is 'Of stages and timers: the account of all of these messages.';
comment on column cascade.due.tries is 'Of stages and timers: how often they have failed.';
comment on column cascade.due.gateway is
  'Of stages that were tried: the channel whose gateway failed, or had no room. While it has none, they are not claimed.';

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

create table cascade.sweeps (
  name text primary key,
  done_until timestamptz not null
);

comment on table cascade.sweeps is 'How far upkeep has come that walks over messages in the order of their time.';
