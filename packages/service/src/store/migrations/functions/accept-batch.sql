-- Rules 1 and 5 of §4.1 for a batch, in the order of arrival: the same verdicts as one by one, and everything
-- that acceptance writes (decisions/group-commit.md).
--
-- An item is at the same place in every array. Arrays have what decides; an item without a cost has no
-- message, and only asks about its request id. records: what is stored besides. contents: apart, since jsonb
-- has no text with U+0000. A message that its account cannot pay leaves the money to those behind it.
-- may_wait: waits for locked accounts; otherwise their messages are 'locked'. 'accepted before': by an
-- earlier call with the same message id, whose answer was lost.
--
-- records may have `begins`: the first stage of the message has passed the rules, and the caller writes its
-- attempt and events. That holds for all such items or for none ('begun'): if each is accepted, repeats no
-- message, and its account, sender and holder are as the caller knows them.
--
-- In plpgsql, and with ids that the caller gives: see src/cluster/migrations-on-clusters.test.ts, and
-- decisions/shards.md.

create or replace function cascade.accept_batch(
  message_ids bigint[],
  account_ids bigint[],
  request_ids uuid[],
  fingerprints bytea[],
  addresses text[],
  costs bigint[],
  records jsonb,
  contents json,
  may_wait boolean
) returns text[] language plpgsql as $$
declare
  -- The accounts of items with a message, each once.
  payers bigint[];
  available bigint[];
  locked_out boolean[];
  used boolean[];
  used_here boolean[];
  repeated boolean[];
  asked boolean[];
  begins boolean;
  verdicts text[];
  payer integer;
  accepted_now timestamptz;
begin
  payers := array(
    select distinct p.account_id from unnest(account_ids, costs) as p (account_id, cost) where p.cost is not null
  );

  -- In the order of the ids, or two replicas with the same accounts would wait for each other in a deadlock.
  if may_wait then
    perform from cascade.accounts a where a.id = any(payers) order by a.id for no key update;
  end if;

  -- Another transaction may have locked an account. Its messages wait, and not those of all others.
  with locked as (
    select a.id, a.balance - a.reserved as available
    from cascade.accounts a
    where a.id = any(payers)
    order by a.id
    for no key update skip locked
  )
  select array_agg(coalesce(locked.available, 0) order by p.n), array_agg(locked.id is null and a.id is not null order by p.n)
  into available, locked_out
  from unnest(payers) with ordinality as p (id, n)
  left join locked on locked.id = p.id
  left join cascade.accounts a on a.id = p.id;

  -- After the wait for a lock: a caller that read the history meanwhile has not seen these messages.
  accepted_now := clock_timestamp();

  -- A statement of its own: it sees what was committed while the one before waited.
  select
    array_agg(u.request_id is not null order by i.n),
    -- By an earlier try of this batch, whose answer was lost.
    array_agg(u.message_id is not distinct from i.message_id order by i.n),
    array_agg(m.id is not null order by i.n),
    array_agg(i.begins is not null order by i.n),
    coalesce(bool_and(m.id is null and coalesce(known.holds, false)) filter (where i.begins is not null), false)
  into used, used_here, repeated, asked, begins
  from rows from (
    unnest(message_ids, account_ids, request_ids, fingerprints, addresses),
    jsonb_to_recordset(records) as (begins jsonb)
  ) with ordinality as i (message_id, account_id, request_id, fingerprint, address, begins, n)
  left join lateral (
    select r.request_id, r.message_id from cascade.request_ids r
    where r.account_id = i.account_id and r.request_id = i.request_id
    limit 1
  ) as u on true
  left join lateral (
    select d.id from cascade.messages d
    where hashtextextended(d.address, d.account_id) = hashtextextended(i.address, i.account_id)
      and d.duplicate = false and d.fingerprint = i.fingerprint
      and d.accepted_at at time zone 'UTC' > now() at time zone 'UTC' - interval '300 seconds'
      and d.accepted_at at time zone 'UTC' < now() at time zone 'UTC' + interval '300 seconds'
      -- No index has the sum.
      and d.account_id + 0 = i.account_id
    limit 1
  ) as m on true
  left join lateral (
    select a.settings #> '{callbacks,statuses}' is not distinct from nullif(i.begins -> 'reportedStatuses', 'null')
      and exists (select from cascade.replicas r where r.id = (i.begins ->> 'replica')::bigint)
      and not exists (select from cascade.templates t where t.account_id = i.account_id)
      and (i.begins ->> 'subject' is null or exists (
        select from cascade.senders s
        where s.account_id = i.account_id and s.channel = i.begins ->> 'channel' and s.subject = i.begins ->> 'subject'
          and s.activated_at is not null
      )) as holds
    from cascade.accounts a
    where i.begins is not null and a.id = i.account_id + 0
  ) as known on true;

  for n in 1 .. cardinality(account_ids) loop
    payer := array_position(payers, account_ids[n]);
    if used[n] and used_here[n] then
      verdicts[n] := 'accepted before';
    elsif used[n] then
      verdicts[n] := 'used';
    elsif costs[n] is null then
      verdicts[n] := 'unused';
    elsif locked_out[payer] then
      verdicts[n] := 'locked';
    elsif costs[n] > available[payer] then
      verdicts[n] := 'unaffordable';
    else
      verdicts[n] := 'accepted';
      available[payer] := available[payer] - costs[n];
    end if;
    begins := begins and (verdicts[n] = 'accepted' or not asked[n]);
  end loop;
  if begins then
    for n in 1 .. cardinality(account_ids) loop
      if asked[n] then
        verdicts[n] := 'begun';
      end if;
    end loop;
  end if;

  -- What was decided goes in as columns: to look up one element of an array walks over those before it.
  with accepted as materialized (
    select i.*, i.is_repeated or row_number() over (partition by i.account_id, i.fingerprint order by i.ordinality) > 1 as duplicate,
      case i.verdict when 'begun' then 'running' else 'scheduled' end as state,
      case i.verdict when 'begun' then (i.begins ->> 'price')::bigint else 0 end as spent
    from rows from (
      unnest(message_ids, account_ids, request_ids, fingerprints, addresses, costs, verdicts, repeated),
      json_array_elements(contents),
      jsonb_to_recordset(records) as (
        request_id_as_sent text,
        cascade_id bigint,
        address_type text,
        comment text,
        start_at timestamptz,
        stages jsonb,
        traceparent text,
        begins jsonb
      )
    ) with ordinality as i (id, account_id, request_id, fingerprint, address, cost, verdict, is_repeated, content)
    where i.verdict in ('accepted', 'begun')
  ), as_used as (
    insert into cascade.request_ids (account_id, request_id, message_id)
    select a.account_id, a.request_id, a.id from accepted a
  ), as_messages as (
    insert into cascade.messages (
      id, account_id, request_id, request_id_as_sent, cascade_id, address, address_type, comment, fingerprint,
      duplicate, start_at, state, reserved, accepted_at
    )
    overriding system value
    select
      a.id, a.account_id, a.request_id, a.request_id_as_sent, a.cascade_id, a.address, a.address_type, a.comment, a.fingerprint,
      a.duplicate, a.start_at, a.state, a.cost - a.spent, accepted_now
    from accepted a
  ), as_plans as (
    insert into cascade.message_plans (account_id, message_id, content, stages, traceparent)
    select a.account_id, a.id, a.content, a.stages, a.traceparent from accepted a
  ), as_booked as (
    insert into cascade.ledger (id, account_id, message_id, debit, credit, amount)
    overriding system value
    select nextval('cascade.ledger_id_seq'), a.account_id, a.id, move.debit, move.credit, move.amount
    from accepted a
    cross join lateral (values ('available', 'reserved', a.cost), ('reserved', 'spent', a.spent)) as move (debit, credit, amount)
    where move.amount > 0
  )
  update cascade.accounts account
  set balance = account.balance - sums.spent, reserved = account.reserved + sums.cost - sums.spent
  from (
    select a.account_id, sum(a.cost)::bigint as cost, sum(a.spent)::bigint as spent from accepted a group by a.account_id
  ) as sums
  where account.id = sums.account_id;

  return verdicts;
end
$$;
