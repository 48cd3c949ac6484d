-- The account becomes the first member of the key of every large table, so that the tables can be spread over several
-- databases by account. Here they get the column; migration 24 fills it in old rows and builds the keys, and migration 27
-- drops the old ones, a day later.

alter table cascade.message_plans add column account_id bigint;
alter table cascade.stage_attempts add column account_id bigint;
alter table cascade.status_events add column account_id bigint;

comment on column cascade.message_plans.account_id is 'That of the message.';
comment on column cascade.stage_attempts.account_id is 'That of the message.';
comment on column cascade.status_events.account_id is 'That of the message.';

-- Replicas of the version before write rows without it, until the last of them is gone.
create function cascade.fill_account_id() returns trigger language plpgsql as $$
begin
  new.account_id := (select account_id from cascade.messages where id = new.message_id);
  return new;
end
$$;

create trigger fill_account_id before insert on cascade.message_plans
for each row when (new.account_id is null) execute function cascade.fill_account_id();
create trigger fill_account_id before insert on cascade.stage_attempts
for each row when (new.account_id is null) execute function cascade.fill_account_id();
create trigger fill_account_id before insert on cascade.status_events
for each row when (new.account_id is null) execute function cascade.fill_account_id();

-- In windows of their messages, with a commit each. Rows that a replica has locked are left out at first: it may hold others
-- that are wanted here. Called again, it goes on with the rows that are left.
create procedure cascade.fill_account_ids() language plpgsql as $$
declare
  last_done bigint := 0;
  next_done bigint;
  highest bigint;
  windows bigint := 0;
  began constant timestamptz := now();
begin
  -- Of the session, which only migrates.
  perform set_config('synchronous_commit', 'off', false);
  perform set_config('enable_hashjoin', 'off', false);
  perform set_config('enable_mergejoin', 'off', false);
  perform set_config('enable_seqscan', 'off', false);
  -- Calls of the functions that began before this migration write rows without account.
  while exists (
    select from pg_stat_activity
    where datname = current_database() and backend_xid is not null and xact_start < began
  ) loop
    perform pg_sleep(0.05);
    commit;
  end loop;
  -- What is written from now on has its account.
  select max(id) into highest from cascade.messages;
  loop
    select max(upcoming.id) into next_done
    from (select id from cascade.messages where id > last_done and id <= highest order by id limit 1000) as upcoming;
    exit when next_done is null;
    loop
      with unfilled as materialized (
        select plan.ctid as place, message.account_id
        from cascade.messages message
        join cascade.message_plans plan on plan.message_id = message.id
        where message.id > last_done and message.id <= next_done and plan.account_id is null
        for no key update of plan skip locked
      )
      update cascade.message_plans plan set account_id = unfilled.account_id from unfilled where plan.ctid = unfilled.place;

      with unfilled as materialized (
        select attempt.ctid as place, message.account_id
        from cascade.messages message
        join cascade.stage_attempts attempt on attempt.message_id = message.id
        where message.id > last_done and message.id <= next_done and attempt.account_id is null
        for no key update of attempt skip locked
      )
      update cascade.stage_attempts attempt set account_id = unfilled.account_id from unfilled where attempt.ctid = unfilled.place;

      with unfilled as materialized (
        select event.ctid as place, message.account_id
        from cascade.messages message
        join cascade.status_events event on event.message_id = message.id
        where message.id > last_done and message.id <= next_done and event.account_id is null
        for no key update of event skip locked
      )
      update cascade.status_events event set account_id = unfilled.account_id from unfilled where event.ctid = unfilled.place;

      commit;
      -- As joins: as a condition, each would read its whole table in every window.
      exit when not exists (
        select from cascade.messages message
        join cascade.message_plans plan on plan.message_id = message.id
        where message.id > last_done and message.id <= next_done and plan.account_id is null
      ) and not exists (
        select from cascade.messages message
        join cascade.stage_attempts attempt on attempt.message_id = message.id
        where message.id > last_done and message.id <= next_done and attempt.account_id is null
      ) and not exists (
        select from cascade.messages message
        join cascade.status_events event on event.message_id = message.id
        where message.id > last_done and message.id <= next_done and event.account_id is null
      );
      perform pg_sleep(0.01);
    end loop;
    last_done := next_done;
    windows := windows + 1;
    if windows % 100 = 0 then
      raise notice 'the accounts of % messages are filled in, up to number % of %', windows * 1000, last_done, highest;
    end if;
  end loop;
end
$$;

-- A column of a primary key is not null. To ask that of the column itself would read the table while nobody can write.
create procedure cascade.require_account_ids() language plpgsql as $$
declare
  is_done boolean;
begin
  loop
    begin
      -- A vacuum is cancelled for this lock, which lets others write.
      perform set_config('lock_timeout', '10s', true);
      lock table cascade.message_plans, cascade.stage_attempts, cascade.status_events in share update exclusive mode;
      -- Writers would wait behind it, as it behind them.
      perform set_config('lock_timeout', '1s', true);
      if not exists (select from pg_constraint where conname = 'has_account') then
        alter table cascade.message_plans add constraint has_account check (account_id is not null) not valid;
        alter table cascade.stage_attempts add constraint has_account check (account_id is not null) not valid;
        alter table cascade.status_events add constraint has_account check (account_id is not null) not valid;
      end if;
      is_done := true;
    exception when lock_not_available then
      is_done := false;
    end;
    commit;
    exit when is_done;
    perform pg_sleep(3);
  end loop;
end
$$;

-- Messages are accepted by functions, which replicas of the versions before call, too: no trigger sees the message of a plan
-- that the same statement writes.

create or replace function cascade.accept_messages(
  message_ids bigint[],
  may_wait boolean,
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
  locked_out boolean[];
  used boolean[];
  used_here boolean[];
  repeated boolean[];
  verdicts text[];
  payer integer;
begin
  -- In the order of the ids, or two replicas with the same accounts would wait for each other for ever.
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

  -- A statement of its own: it sees what was committed while the one before waited.
  select
    array_agg(u.request_id is not null order by i.n),
    -- By an earlier try of this batch, whose answer was lost.
    array_agg(u.message_id is not distinct from i.message_id order by i.n),
    array_agg(m.id is not null order by i.n)
  into used, used_here, repeated
  from unnest(message_ids, account_ids, request_ids, fingerprints, addresses)
    with ordinality as i (message_id, account_id, request_id, fingerprint, address, n)
  left join lateral (
    select r.request_id, r.message_id from cascade.request_ids r
    where r.account_id = i.account_id and r.request_id = i.request_id
    limit 1
  ) as u on true
  left join lateral cascade.earlier_equal(i.account_id, i.address, i.fingerprint) as m (id) on true;

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
  end loop;

  -- The verdicts go in as columns: to look one up in an array walks over those before it.
  with accepted as materialized (
    select
      i.message_id as id, i.*,
      i.is_repeated or row_number() over (partition by i.account_id, i.fingerprint order by i.n) > 1 as duplicate
    from rows from (
      unnest(
        message_ids, account_ids, request_ids, fingerprints, costs, ids_as_sent, cascade_ids, addresses, address_types, comments,
        start_times, traceparents, verdicts, repeated
      ),
      json_array_elements(contents),
      jsonb_array_elements(plans)
    ) with ordinality as i (
      message_id, account_id, request_id, fingerprint, cost, id_as_sent, cascade_id, address, address_type, comment,
      start_at, traceparent, verdict, is_repeated, content, plan, n
    )
    where i.verdict = 'accepted'
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
    insert into cascade.message_plans (account_id, message_id, content, stages, traceparent)
    select a.account_id, a.id, a.content, a.plan, a.traceparent from accepted a
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

-- That of migration 10.

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
    insert into cascade.message_plans (account_id, message_id, content, stages, traceparent)
    select a.account_id, a.id, a.content, a.plan, a.traceparent from accepted a
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
