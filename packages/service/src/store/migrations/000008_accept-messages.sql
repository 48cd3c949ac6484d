-- A batch of the intake in one round trip: the store decides who gets in, so that no account stays locked while the
-- service is busy with something else.

-- Ids come in blocks: the first jobs of the messages are on their way before anybody knows which are accepted.
alter table cascade.messages alter column id set increment by 4096;

create function cascade.accept_messages(
  first_id bigint,
  payers bigint[],
  account_ids bigint[],
  request_ids uuid[],
  fingerprints bytea[],
  costs bigint[],
  ids_as_sent text[],
  cascade_ids bigint[],
  addresses text[],
  address_types text[],
  comments text[],
  start_times timestamptz[],
  contents json,
  plans jsonb,
  traceparents text[]
) returns text[] language plpgsql as $$
declare
  available bigint[];
  used boolean[];
  repeated boolean[];
  verdicts text[];
  payer integer;
begin
  -- In the order of the ids, or two replicas with the same accounts would wait for each other for ever.
  with locked as (
    select a.id, a.balance - a.reserved as available
    from cascade.accounts a
    where a.id = any(payers)
    order by a.id
    for no key update
  )
  select array_agg(coalesce(locked.available, 0) order by p.n)
  into available
  from unnest(payers) with ordinality as p (id, n)
  left join locked on locked.id = p.id;

  -- A statement of its own: it sees what was committed while the one before waited.
  select array_agg(u.request_id is not null order by i.n), array_agg(m.id is not null order by i.n)
  into used, repeated
  from unnest(account_ids, request_ids, fingerprints) with ordinality as i (account_id, request_id, fingerprint, n)
  left join lateral (
    select r.request_id from cascade.request_ids r
    where r.account_id = i.account_id and r.request_id = i.request_id
    limit 1
  ) as u on true
  left join lateral (
    select d.id from cascade.messages d
    where d.account_id = i.account_id and d.fingerprint = i.fingerprint
      and not d.duplicate and d.accepted_at > now() - interval '300 seconds'
    limit 1
  ) as m on true;

  for n in 1 .. cardinality(account_ids) loop
    payer := array_position(payers, account_ids[n]);
    if used[n] then
      verdicts[n] := 'used';
    elsif costs[n] is null then
      verdicts[n] := 'unused';
    elsif costs[n] > available[payer] then
      verdicts[n] := 'unaffordable';
    else
      verdicts[n] := 'accepted';
      available[payer] := available[payer] - costs[n];
    end if;
  end loop;

  with accepted as materialized (
    select
      first_id + i.n - 1 as id, i.*,
      repeated[i.n] or row_number() over (partition by i.account_id, i.fingerprint order by i.n) > 1 as duplicate
    from rows from (
      unnest(
        account_ids, request_ids, fingerprints, costs, ids_as_sent, cascade_ids, addresses, address_types, comments,
        start_times, traceparents
      ),
      json_array_elements(contents),
      jsonb_array_elements(plans)
    ) with ordinality as i (
      account_id, request_id, fingerprint, cost, id_as_sent, cascade_id, address, address_type, comment,
      start_at, traceparent, content, plan, n
    )
    where verdicts[i.n] = 'accepted'
  ), as_used as (
    insert into cascade.request_ids (account_id, request_id)
    select a.account_id, a.request_id from accepted a
  ), as_messages as (
    insert into cascade.messages (
      id, account_id, request_id, request_id_as_sent, cascade_id, address, address_type, comment, fingerprint,
      duplicate, start_at, reserved
    )
    overriding system value
    select
      a.id, a.account_id, a.request_id, a.id_as_sent, a.cascade_id, a.address, a.address_type, a.comment,
      a.fingerprint, a.duplicate, a.start_at, a.cost
    from accepted a
  ), as_plans as (
    insert into cascade.message_plans (message_id, content, stages, traceparent)
    select a.id, a.content, a.plan, a.traceparent from accepted a
  ), as_booked as (
    insert into cascade.ledger (account_id, message_id, debit, credit, amount)
    select a.account_id, a.id, 'available', 'reserved', a.cost from accepted a where a.cost > 0
  )
  update cascade.accounts account
  set reserved = account.reserved + sums.cost
  from (select a.account_id, sum(a.cost)::bigint as cost from accepted a group by a.account_id) as sums
  where account.id = sums.account_id;

  return verdicts;
end
$$;

comment on function cascade.accept_messages is
  'Rules 1 and 5 of §4.1 for a batch, in the order of arrival: exactly what would have come out one by one, and everything that acceptance writes. An item is at the same place in every array; one without a cost has no message, and only asks about its request id. payers: the accounts of those with a message, each once, in the order of their ids. One that does not fit the balance leaves it to those behind it. The id of a message is first_id and its place from 0; those of refused ones are lost.';
