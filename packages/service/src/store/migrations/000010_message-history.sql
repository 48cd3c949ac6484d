-- The message history (ADR-0035) by request id. What every accepted message pays for it is little: eight bytes beside
-- its request id. The indexes that the history needs are built later, while the service accepts messages: migration 14.

-- Replicas of the version before call the function below, too, so they write what it writes.

alter table cascade.request_ids add column message_id bigint;

comment on column cascade.request_ids.message_id is
  'The message that it scheduled. Retention may have deleted it. Null: scheduled before migration 10.';

alter table cascade.messages add column in_request_ids boolean not null default false;

comment on column cascade.messages.in_request_ids is
  'Whether request_ids names this message; false for messages from before migration 10, which an index of their own finds.';

-- A function of its own, so that migration 15 can let it use another index. The planner inlines it.
create function cascade.earlier_equal(account bigint, receiver text, equal_fingerprint bytea) returns setof bigint
language sql stable rows 1 as $$
  select d.id from cascade.messages d
  where d.account_id = account and d.fingerprint = equal_fingerprint
    and not d.duplicate and d.accepted_at > now() - interval '300 seconds'
  limit 1
$$;

comment on function cascade.earlier_equal is 'The message that an equal one repeats, if there is any (ADR-0026).';

create or replace function cascade.accept_messages(
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
  from unnest(account_ids, request_ids, fingerprints, addresses)
    with ordinality as i (account_id, request_id, fingerprint, address, n)
  left join lateral (
    select r.request_id from cascade.request_ids r
    where r.account_id = i.account_id and r.request_id = i.request_id
    limit 1
  ) as u on true
  left join lateral cascade.earlier_equal(i.account_id, i.address, i.fingerprint) as m (id) on true;

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
    insert into cascade.request_ids (account_id, request_id, message_id)
    select a.account_id, a.request_id, a.id from accepted a
  ), as_messages as (
    insert into cascade.messages (
      id, account_id, request_id, request_id_as_sent, cascade_id, address, address_type, comment, fingerprint,
      duplicate, start_at, reserved, in_request_ids
    )
    overriding system value
    select
      a.id, a.account_id, a.request_id, a.id_as_sent, a.cascade_id, a.address, a.address_type, a.comment,
      a.fingerprint, a.duplicate, a.start_at, a.cost, true
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
