-- What acceptance and delivery of messages write, but for jobs: 100 a second, each delivered by its first
-- stage. See fillStore.

insert into cascade.request_ids (account_id, request_id, message_id)
  select {owner}, {id}, g from {series};

insert into cascade.messages (
  id, account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, accepted_at, reserved, state, ended_at
)
overriding system value
  select g, {owner}, {id}, {id}::text, 2002, '+1' || (2000000000 + g * 7919 % {addresses}), sha256(g::text::bytea), {at}, 0,
    'ended', {at} + interval '2 s' from {series};

insert into cascade.message_plans (account_id, message_id, content, stages)
  select {owner}, g, json_build_object('smsContent', json_build_object('contentType', 'TEXT', 'text', 'Code ' || g)),
    jsonb_build_array(jsonb_build_object(
      'uuid', {id}, 'channel', 'SMS', 'ttlSeconds', null, 'subjectId', g % 7, 'subject', 'codes', 'price', 5)) from {series};

insert into cascade.stage_attempts (
  id, account_id, message_id, position, state, status, other_reference, started_at, ended_at
)
  select {id}, {owner}, g, 1, 'ended', 'DELIVERED', 'reference ' || g, {at} + interval '10 ms', {at} + interval '2 s'
  from {series};

insert into cascade.status_events (
  id, account_id, message_id, position, status, at, state, attempts, last_result, turn
)
  select 'evt_' || {id}, {owner}, g, 1, status, {at} + interval '2 s', 'delivered', 1, '204', 1
  from {series}, unnest(array[{statuses}]) as status;

insert into cascade.ledger (account_id, message_id, debit, credit, amount)
  select {owner}, g, debit, credit, 5
  from {series}, (values ('available', 'reserved'), ('reserved', 'spent')) as entry (debit, credit);
