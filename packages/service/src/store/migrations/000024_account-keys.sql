-- runs: before serving, without transaction

-- Replicas of the version before serve meanwhile.

call cascade.fill_account_ids();

call cascade.require_account_ids();

alter table cascade.message_plans validate constraint has_account;
alter table cascade.stage_attempts validate constraint has_account;
alter table cascade.status_events validate constraint has_account;

create unique index concurrently if not exists messages_key on cascade.messages (account_id, id);
create unique index concurrently if not exists message_plans_key on cascade.message_plans (account_id, message_id);
create unique index concurrently if not exists stage_attempts_key on cascade.stage_attempts (account_id, message_id, position);
create unique index concurrently if not exists status_events_key on cascade.status_events (account_id, message_id, id);
create unique index concurrently if not exists ledger_key on cascade.ledger (account_id, id);
create unique index concurrently if not exists undelivered_key on cascade.undelivered (account_id, event_id);
create index concurrently if not exists undelivered_of_message on cascade.undelivered (account_id, message_id);

-- Ids of attempts and events name their message since: they are UUIDs of version 8. Those from before are found here.
create index concurrently if not exists stage_attempts_by_older_id on cascade.stage_attempts (id) where substr(id::text, 15, 1) <> '8';
create index concurrently if not exists status_events_by_older_id on cascade.status_events (id) where substr(id, 19, 1) <> '8';
