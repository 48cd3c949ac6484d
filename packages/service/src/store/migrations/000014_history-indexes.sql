-- runs: while serving, without transaction

-- The message history (ADR-0035) by address and by time. Entries that are equal are stored together.

create index concurrently if not exists messages_by_request_id on cascade.messages (account_id, request_id)
where not in_request_ids;

-- All messages of a batch are accepted at one time. Every message has such an id: the condition is there so that only who
-- states it gets this index. For a message by account and id it looks like the right one as long as the table is small, and
-- reads all messages of the account.
create index concurrently if not exists messages_by_time on cascade.messages (account_id, accepted_at) where id > 0;

-- Finds a repeated message (ADR-0026), and all messages to an address: a second index with entries in random places
-- would cost the intake more. The hash, because an address may be longer than an index entry. Hash and time are
-- expressions so that no other index seems to fit the question whether a message is repeated: it is planned once, while
-- the table may be empty and every index looks alike.
create index concurrently if not exists messages_by_address on cascade.messages (
  hashtextextended(address, account_id), duplicate, fingerprint, (accepted_at at time zone 'UTC')
);
