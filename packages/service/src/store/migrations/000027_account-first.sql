-- runs: while serving, a day after migration 24

-- By now no replica of the version before is left.

alter table cascade.messages drop constraint messages_pkey, add constraint messages_pkey primary key using index messages_key;

drop trigger fill_account_id on cascade.message_plans;
alter table cascade.message_plans alter column account_id set not null;
alter table cascade.message_plans
  drop constraint has_account,
  drop constraint message_plans_pkey,
  add constraint message_plans_pkey primary key using index message_plans_key;

drop trigger fill_account_id on cascade.stage_attempts;
alter table cascade.stage_attempts alter column account_id set not null;
alter table cascade.stage_attempts
  drop constraint has_account,
  drop constraint stage_attempts_pkey,
  drop constraint stage_attempts_message_id_position_key,
  add constraint stage_attempts_pkey primary key using index stage_attempts_key;

drop trigger fill_account_id on cascade.status_events;
alter table cascade.status_events alter column account_id set not null;
alter table cascade.status_events
  drop constraint has_account,
  drop constraint status_events_pkey,
  add constraint status_events_pkey primary key using index status_events_key;
drop index cascade.status_events_message_id_idx;

alter table cascade.ledger drop constraint ledger_pkey, add constraint ledger_pkey primary key using index ledger_key;

alter table cascade.undelivered drop constraint undelivered_pkey, add constraint undelivered_pkey primary key using index undelivered_key;
drop index cascade.undelivered_message_id_idx;

drop function cascade.fill_account_id();
drop procedure cascade.fill_account_ids();
drop procedure cascade.require_account_ids();
-- Replicas of version 7 called it.
drop function cascade.accept_messages(
  bigint, bigint[], bigint[], uuid[], bytea[], bigint[], text[], bigint[], text[], text[], text[], timestamptz[], json, jsonb, text[]
);

comment on column cascade.stage_attempts.id is
  'A UUID of version 8 that names account and message. Rows from before migration 24 have random ones.';
comment on column cascade.status_events.id is
  'webhook-id: evt_ and a UUID of version 8 that names account and message. Rows from before migration 24 have other UUIDs.';
