-- Three transactions: accepted; sent, with its result and its reports; reports taken. `:n` cascades go in
-- one.
\set account :client_id + 1
\set first :account * 1000000000 + :base + 1
\set last :first + :n - 1
\set base :base + :n
begin;
update accounts set available = available - 5 * :n, reserved = reserved + 5 * :n where id = :account;
insert into ids select :account, gen_random_uuid(), id from generate_series(:first::bigint, :last::bigint) id;
insert into messages (id, account, address, content, plan, phase, reserved)
  select id, :account, '+12025550199',
    '{"smsContent": {"contentType": "TEXT", "text": "Your code is 4821, do not share it. 6a1f0c2b-4d5e-4691-8111-12222aaaa001"}}',
    '[{"uuid": "8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002", "channel": "SMS", "price": 5, "subject": "codes"}]', 'new', 5
  from generate_series(:first::bigint, :last::bigint) id;
insert into ledger (account, message, debit, credit, amount)
  select :account, id, 'available', 'reserved', 5 from generate_series(:first::bigint, :last::bigint) id;
insert into jobs select id, gen_random_uuid(), 'stage', jsonb_build_object('message', id), now()
  from generate_series(:first::bigint, :last::bigint) id;
commit;
begin;
insert into attempts select gen_random_uuid(), id, 'DELIVERED', now(), now()
  from generate_series(:first::bigint, :last::bigint) id;
insert into events select gen_random_uuid(), id, status, now(), false
  from generate_series(:first::bigint, :last::bigint) id, unnest(array['ENQUEUED', 'SENT', 'DELIVERED']) status;
insert into ledger (account, message, debit, credit, amount)
  select :account, id, 'reserved', 'spent', 5 from generate_series(:first::bigint, :last::bigint) id;
update messages set phase = 'ended', reserved = 0 where id between :first and :last;
update accounts set reserved = reserved - 5 * :n where id = :account;
commit;
begin;
update events set sent = true where message between :first and :last;
delete from jobs where message between :first and :last;
commit;
