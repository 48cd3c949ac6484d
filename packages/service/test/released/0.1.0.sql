-- A database that version 0.1.0 (spec/baseline) made by its 39 migrations, with four messages: two ended, one running, one
-- scheduled for the next year, and callbacks that no receiver has accepted. By pg_dump --no-owner --no-privileges
-- --rows-per-insert=1000, without comments.
set check_function_bodies = false;
select pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA cascade;
CREATE FUNCTION cascade.accept_messages(message_ids bigint[], may_wait boolean, payers bigint[], account_ids bigint[], request_ids uuid[], fingerprints bytea[], costs bigint[], ids_as_sent text[], cascade_ids bigint[], addresses text[], address_types text[], comments text[], start_times timestamp with time zone[], contents json, plans jsonb, traceparents text[]) RETURNS text[]
    LANGUAGE plpgsql
    AS $$
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
  left join lateral (
    select d.id from cascade.messages d
    where hashtextextended(d.address, d.account_id) = hashtextextended(i.address, i.account_id)
      and d.duplicate = false and d.fingerprint = i.fingerprint
      and d.accepted_at at time zone 'UTC' > now() at time zone 'UTC' - interval '300 seconds'
      and d.accepted_at at time zone 'UTC' < now() at time zone 'UTC' + interval '300 seconds'
      -- No index has the sum.
      and d.account_id + 0 = i.account_id
    limit 1
  ) as m on true;
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
    insert into cascade.ledger (id, account_id, message_id, debit, credit, amount)
    overriding system value
    select nextval('cascade.ledger_id_seq'), a.account_id, a.id, 'available', 'reserved', a.cost from accepted a where a.cost > 0
  )
  update cascade.accounts account
  set reserved = account.reserved + sums.cost
  from (select a.account_id, sum(a.cost)::bigint as cost from accepted a group by a.account_id) as sums
  where account.id = sums.account_id;
  return verdicts;
end
$$;
CREATE FUNCTION cascade.keep_undelivered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  sender integer;
begin
  select coalesce((plan.stages -> (new.position - 1) ->> 'subjectId')::integer, -1) into sender
  from cascade.message_plans plan
  where plan.account_id = new.account_id and plan.message_id = new.message_id;
  if not found then
    return null;
  end if;
  insert into cascade.undelivered (event_id, message_id, account_id, sender, at, position, since, resend)
  values (
    new.id, new.message_id, new.account_id, sender, new.at, coalesce(new.position, 0), now(),
    case when new.last_result in ('410', '410 before', 'disabled') then 'enabled' end
  )
  on conflict (account_id, event_id) do update set since = excluded.since, resend = excluded.resend;
  return null;
end $$;
CREATE TABLE cascade.accounts (
    id bigint NOT NULL,
    name text NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    reserved bigint DEFAULT 0 NOT NULL,
    template_messages_per_day integer,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    registrations integer DEFAULT 0 NOT NULL,
    file_callback bytea,
    CONSTRAINT accounts_balance_check CHECK ((balance >= 0)),
    CONSTRAINT accounts_reserved_check CHECK ((reserved >= 0)),
    CONSTRAINT accounts_template_messages_per_day_check CHECK ((template_messages_per_day >= 0))
);
ALTER TABLE cascade.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cascade.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cascade.api_keys (
    hash bytea NOT NULL,
    account_id bigint NOT NULL,
    label text,
    expires_at timestamp with time zone,
    added_by_command boolean DEFAULT false NOT NULL,
    CONSTRAINT api_keys_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TABLE cascade.callback_secrets (
    account_id bigint NOT NULL,
    secret text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);
CREATE TABLE cascade.callbacks (
    account_id bigint NOT NULL,
    subject_id integer,
    url text NOT NULL,
    disabled_at timestamp with time zone,
    headers jsonb,
    id bigint NOT NULL,
    disabled_reason text,
    failing_since timestamp with time zone,
    last_error text,
    version integer DEFAULT 0 NOT NULL,
    CONSTRAINT callbacks_url_check CHECK ((char_length(url) <= 500))
);
ALTER TABLE cascade.callbacks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cascade.callbacks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cascade.cascades (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    coverage text DEFAULT 'violations'::text NOT NULL,
    CONSTRAINT cascades_coverage_check CHECK ((coverage = ANY (ARRAY['violations'::text, 'code'::text])))
);
CREATE TABLE cascade.dialogues (
    account_id bigint NOT NULL,
    address text NOT NULL,
    open_until timestamp with time zone NOT NULL
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02');
CREATE TABLE cascade.due (
    id uuid NOT NULL,
    kind smallint NOT NULL,
    owner bigint,
    is_first boolean NOT NULL,
    written_at timestamp with time zone NOT NULL,
    event_ids text[] NOT NULL,
    turns integer[],
    due_at timestamp with time zone,
    account_id bigint,
    "position" smallint,
    tries smallint,
    gateway text,
    is_heavy boolean
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');
CREATE TABLE cascade.key_ends (
    hash bytea NOT NULL,
    account_id bigint NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    removed boolean DEFAULT false NOT NULL,
    CONSTRAINT key_ends_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TABLE cascade.ledger (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    message_id bigint,
    debit text NOT NULL,
    credit text NOT NULL,
    amount bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ledger_amount_check CHECK ((amount > 0)),
    CONSTRAINT ledger_check CHECK (((credit = ANY (ARRAY['external'::text, 'available'::text, 'reserved'::text, 'spent'::text])) AND (credit <> debit))),
    CONSTRAINT ledger_debit_check CHECK ((debit = ANY (ARRAY['external'::text, 'available'::text, 'reserved'::text, 'spent'::text])))
);
ALTER TABLE cascade.ledger ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cascade.ledger_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cascade.message_plans (
    message_id bigint NOT NULL,
    content json NOT NULL,
    stages jsonb NOT NULL,
    traceparent text,
    account_id bigint NOT NULL
);
CREATE TABLE cascade.messages (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    request_id uuid NOT NULL,
    request_id_as_sent text NOT NULL,
    cascade_id bigint NOT NULL,
    address text NOT NULL,
    comment text,
    fingerprint bytea NOT NULL,
    duplicate boolean DEFAULT false NOT NULL,
    accepted_at timestamp with time zone DEFAULT now() NOT NULL,
    start_at timestamp with time zone,
    reserved bigint NOT NULL,
    state text DEFAULT 'scheduled'::text NOT NULL,
    ended_at timestamp with time zone,
    address_type text DEFAULT 'PHONE'::text NOT NULL,
    in_request_ids boolean DEFAULT false NOT NULL,
    CONSTRAINT messages_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT messages_reserved_check CHECK ((reserved >= 0)),
    CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'running'::text, 'ended'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', fillfactor='60');
ALTER TABLE cascade.messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cascade.messages_id_seq
    START WITH 1
    INCREMENT BY 4096
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cascade.migrations (
    number integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cascade.paused_gateways (
    channel text NOT NULL,
    since timestamp(3) with time zone DEFAULT now() NOT NULL,
    reason text NOT NULL
);
CREATE TABLE cascade.prices (
    account_id bigint NOT NULL,
    channel text NOT NULL,
    price bigint NOT NULL,
    CONSTRAINT prices_price_check CHECK ((price >= 0))
);
CREATE TABLE cascade.replicas (
    id bigint NOT NULL,
    beats bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_threshold='50', autovacuum_vacuum_scale_factor='0');
CREATE TABLE cascade.request_ids (
    account_id bigint NOT NULL,
    request_id uuid NOT NULL,
    message_id bigint
);
CREATE TABLE cascade.senders (
    account_id bigint NOT NULL,
    channel text NOT NULL,
    subject text NOT NULL,
    activated_at timestamp with time zone
);
CREATE TABLE cascade.stage_attempts (
    id uuid NOT NULL,
    message_id bigint NOT NULL,
    "position" integer NOT NULL,
    state text DEFAULT 'sending'::text NOT NULL,
    status text,
    reason text,
    gateway_reference text,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    template text,
    changed_at timestamp with time zone,
    other_reference text,
    account_id bigint NOT NULL,
    holder bigint,
    holder_turn bigint,
    CONSTRAINT stage_attempts_position_check CHECK (("position" >= 1)),
    CONSTRAINT stage_attempts_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'ended'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', fillfactor='50');
CREATE TABLE cascade.stages (
    account_id bigint NOT NULL,
    cascade_id bigint NOT NULL,
    "position" integer NOT NULL,
    uuid uuid NOT NULL,
    channel text NOT NULL,
    ttl_seconds integer,
    subject_id integer,
    subject text,
    CONSTRAINT stages_position_check CHECK (("position" >= 1)),
    CONSTRAINT stages_ttl_seconds_check CHECK ((ttl_seconds > 0))
);
CREATE TABLE cascade.status_events (
    id text NOT NULL,
    message_id bigint NOT NULL,
    "position" integer,
    status text NOT NULL,
    reason text,
    at timestamp with time zone NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_result text,
    first_due_at timestamp with time zone,
    turn integer DEFAULT 0 NOT NULL,
    tries text[],
    account_id bigint NOT NULL,
    CONSTRAINT status_events_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'given-up'::text, 'nobody'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', fillfactor='50');
CREATE TABLE cascade.sweeps (
    name text NOT NULL,
    done_until timestamp with time zone NOT NULL
);
CREATE TABLE cascade.template_days (
    account_id bigint NOT NULL,
    day date NOT NULL,
    sent integer NOT NULL,
    CONSTRAINT template_days_sent_check CHECK ((sent >= 0))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02');
CREATE TABLE cascade.templates (
    account_id bigint NOT NULL,
    channel text NOT NULL,
    name text NOT NULL,
    text text NOT NULL
);
CREATE TABLE cascade.undelivered (
    event_id text NOT NULL,
    message_id bigint NOT NULL,
    account_id bigint NOT NULL,
    sender integer NOT NULL,
    at timestamp with time zone NOT NULL,
    "position" integer NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    resend text,
    CONSTRAINT undelivered_resend_check CHECK ((resend = ANY (ARRAY['asked'::text, 'enabled'::text])))
);
CREATE TABLE cascade.unmatched_receipts (
    reference text NOT NULL,
    status text NOT NULL,
    reason text,
    received_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02');
CREATE TABLE cascade.waiting (
    account_id bigint NOT NULL,
    lane bigint NOT NULL,
    due_at timestamp with time zone NOT NULL,
    event_id text NOT NULL,
    turn integer,
    written_at timestamp with time zone NOT NULL,
    give_up_at timestamp with time zone NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02');
CREATE TABLE cascade.waiting_lanes (
    account_id bigint NOT NULL,
    lane bigint NOT NULL,
    url text NOT NULL,
    next_at timestamp with time zone NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02');
INSERT INTO cascade.accounts OVERRIDING SYSTEM VALUE VALUES
	(1, 'kept', 987, 10, NULL, '{}', 1, '\x2c4b3831a675a32c1543637d763a5055c8c605dc083012a4965598d9235794bf');
INSERT INTO cascade.api_keys VALUES
	('\x2c27d6546697d75249a1767119ba334fed290dad7a549e47c6779c055b0e06e4', 1, 'kept', NULL, false);
INSERT INTO cascade.callback_secrets VALUES
	(1, 'whsec_c2VjcmV0IG9mIHRoZSBrZXB0IHNjaGVtYSwgMzIgYnl0ZXM=', '2026-11-25 18:45:58.062442+00', NULL);
INSERT INTO cascade.callbacks OVERRIDING SYSTEM VALUE VALUES
	(1, NULL, 'http://127.0.0.1:9/status', NULL, NULL, 1, NULL, '2026-11-25 18:45:58.205714+00', 'ECONNREFUSED', 1);
INSERT INTO cascade.cascades VALUES
	(1, 2002, 'codes', 'violations'),
	(1, 3, 'two', 'violations');
INSERT INTO cascade.due VALUES
	('9274fb75-7cb9-4159-86ee-7e4566989177', 2, NULL, false, '2026-11-25 18:45:58.200794+00', '{3}', NULL, '2027-09-21 18:45:58.196+00', 1, 1, 0, NULL, false),
	('97fa5e55-e300-4b35-a5a2-a442dd647d38', 3, NULL, true, '2026-11-25 18:45:58.244118+00', '{4}', NULL, '2026-11-25 19:45:58.244118+00', 1, 1, 0, NULL, false);
INSERT INTO cascade.ledger OVERRIDING SYSTEM VALUE VALUES
	(1, 1, NULL, 'external', 'available', 1000, '2026-11-25 18:45:58.062442+00'),
	(2, 1, 1, 'available', 'reserved', 5, '2026-11-25 18:45:58.161497+00'),
	(3, 1, 2, 'available', 'reserved', 5, '2026-11-25 18:45:58.18885+00'),
	(4, 1, 1, 'reserved', 'spent', 5, '2026-11-25 18:45:58.176403+00'),
	(5, 1, 3, 'available', 'reserved', 5, '2026-11-25 18:45:58.200794+00'),
	(6, 1, 2, 'reserved', 'spent', 5, '2026-11-25 18:45:58.205761+00'),
	(7, 1, 4, 'available', 'reserved', 8, '2026-11-25 18:45:58.2247+00'),
	(8, 1, 4, 'reserved', 'spent', 3, '2026-11-25 18:45:58.244118+00');
INSERT INTO cascade.message_plans VALUES
	(1, '{"smsContent":{"contentType":"TEXT","text":"One"}}', '[{"uuid": "00000000-0000-4000-8000-000000000001", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL, 1),
	(2, '{"smsContent":{"contentType":"TEXT","text":"Two"}}', '[{"uuid": "00000000-0000-4000-8000-000000000001", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL, 1),
	(3, '{"smsContent":{"contentType":"TEXT","text":"Three"}}', '[{"uuid": "00000000-0000-4000-8000-000000000001", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL, 1),
	(4, '{"chattwoContent":{"contentType":"TEXT","text":"Four"},"smsContent":{"contentType":"TEXT","text":"Four"}}', '[{"uuid": "00000000-0000-4000-8000-000000000002", "price": 3, "channel": "CHATTWO", "subject": "codes", "subjectId": 1, "ttlSeconds": 3600}, {"uuid": "00000000-0000-4000-8000-000000000003", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL, 1);
INSERT INTO cascade.messages OVERRIDING SYSTEM VALUE VALUES
	(3, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa003', '6a1f0c2b-4d5e-4691-8111-12222aaaa003', 2002, '+12025550199', NULL, '\x79bc1d9bc6693a2cbc20443ca30ac7a7b7e9bfc52b824a49d26824fa3065ab72', false, '2026-11-25 18:45:58.200794+00', '2027-09-21 18:45:58.196+00', 5, 'scheduled', NULL, 'PHONE', true),
	(1, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa001', '6a1f0c2b-4d5e-4691-8111-12222aaaa001', 2002, '+12025550199', NULL, '\x17596e042e55e5a39f7268d0c6dd1f207d50b571657669ba4bb193a9696891b0', false, '2026-11-25 18:45:58.161497+00', NULL, 0, 'ended', '2026-11-25 18:45:58.201+00', 'PHONE', true),
	(2, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa002', '6a1f0c2b-4d5e-4691-8111-12222aaaa002', 2002, '+12025550199', NULL, '\x56aab08d8ed895269530e2e8038fde9393fb8b6ecea5b432d9129d4ed6d18071', false, '2026-11-25 18:45:58.18885+00', NULL, 0, 'ended', '2026-11-25 18:45:58.227+00', 'PHONE', true),
	(4, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa004', '6a1f0c2b-4d5e-4691-8111-12222aaaa004', 3, '+12025550122', NULL, '\x171b12c67c2517127ae557b53cc60273f49a5653cfa8399a11cf9cc6a63de75d', false, '2026-11-25 18:45:58.2247+00', NULL, 5, 'running', NULL, 'PHONE', true);
INSERT INTO cascade.migrations VALUES
	(1, 'accounts', '8e1cfe1b86f34d2e692e0cc0482552a0660479ed45a1cc1321dd5972ccb2b313', '2026-11-25 18:45:57.822779+00'),
	(2, 'messages', '44af64e225a3f1e800e83e6f858538ebb8b16ce49ff1a34573da2d0863e968cc', '2026-11-25 18:45:57.836293+00'),
	(3, 'engine', 'fc3de2966aecca47dd084d09c33d8c0cf3811df749a0147f35a1b5e64f47de2f', '2026-11-25 18:45:57.846663+00'),
	(4, 'callbacks', '9691ea09bc8cb0f744e9d4e81f9bb62cc1974e5807e23f550482ffe6605f2421', '2026-11-25 18:45:57.85387+00'),
	(5, 'account-settings', '95dbc4cdfa84270b7b29fbed7376b350739c93136de1afaf011c84512373ddd3', '2026-11-25 18:45:57.858613+00'),
	(6, 'gateway-references', 'c6bb91aba84dcdbe80a07fd9a5f87ffdd0ccbb625b245ce1ed09214a03e9869f', '2026-11-25 18:45:57.860644+00'),
	(7, 'lighter-writes', '13894394608317481744e27bd04a7e867d2e3ce10236b5867bd4ddec3de6e19f', '2026-11-25 18:45:57.862661+00'),
	(8, 'accept-messages', 'a9ad2a4a9558491f444ced2f02f2131ef6ecdb2ee310eb063361b9108d8c0d85', '2026-11-25 18:45:57.865174+00'),
	(9, 'order-of-events', '2c51346d3410acfd6d6d72297562ae521ae68c0ac08694f6a937b3cff1f71eb3', '2026-11-25 18:45:57.868419+00'),
	(10, 'message-history', '4fe2c841480fcd6063ab0d3523a0c74a33341144b2a95f26d28e4d092bf91b0a', '2026-11-25 18:45:57.870298+00'),
	(11, 'callback-addresses', '248806ebd56aebb2eba77e689d7cec6988b91ce016312a0c36091ac77312df97', '2026-11-25 18:45:57.872685+00'),
	(12, 'callback-headers', 'c53d1f0306f2e5b562394e965f106c9b1cd1f25c56817e5177aecfb9644f7e9d', '2026-11-25 18:45:57.874044+00'),
	(13, 'keys-of-the-command-line', '5f59ecfab5dd6c35ca4eba317b357e9a4522d200522c6cc421b89a1937939377', '2026-11-25 18:45:57.875456+00'),
	(14, 'history-indexes', '3964e6061e6fd64811f9983717c09f666078d7f34603321683c135812832d4e3', '2026-11-25 18:45:57.901655+00'),
	(15, 'repeated-by-address', '6d3a0d05d78975ad96d172b8dd810bb162b809097d83b9f3d009b928b4464185', '2026-11-25 18:45:57.904204+00'),
	(16, 'drop-fingerprint-index', '85e1745b86cbe072a1fa0a10ac2b08fb9191e6623224e3eb059787a3214a4ddb', '2026-11-25 18:45:57.918445+00'),
	(17, 'accept-once', '8f037d3d7a91406fe8ee9ce98a09a47693f01ee16d401564787060c8b4fdcbf8', '2026-11-25 18:45:57.920476+00'),
	(18, 'undelivered', '270bc616349746cc0f283c877429f1012f7edd34f915607c0ded2132b531f75c', '2026-11-25 18:45:57.922855+00'),
	(19, 'undelivered-before', 'a999e0c92db7bacd896c8c1af60bcf01a2d5d55c1f435484e09ff69207d2c0d7', '2026-11-25 18:45:57.928614+00'),
	(20, 'parked-callbacks', '07bd6e3d4a99dc2d815f82047cec8ab77c0211659611e6e491b02958e388e671', '2026-11-25 18:45:57.931074+00'),
	(21, 'repeated-after-clock-step', 'fc1adc9e045cbce463af5b5071f362d3e986c74c22b9e89541fea29f9dcde01b', '2026-11-25 18:45:57.936992+00'),
	(22, 'cheaper-writes', '9bc064f839c440227f8852d7765fa2a8936d0b4429a77a9702409d07ccca8dff', '2026-11-25 18:45:57.939171+00'),
	(23, 'account-columns', 'c161278317dc5a9b63115667c5472835b338af66f53f44b5de7ba99221481079', '2026-11-25 18:45:57.941295+00'),
	(24, 'account-keys', 'a9de7ff8fdfeae7d2eba0d1b75a87ba00f06f04a928a30d6c651f46e81a6def6', '2026-11-25 18:45:57.966845+00'),
	(25, 'undelivered-by-account', '169d23da831e18bbea478262f2892202fad7806d032c905bfd9062b504defe5d', '2026-11-25 18:45:57.968124+00'),
	(26, 'accounts-of-jobs', 'c1efddf064d39c8365a043ffd69e83b0750ec704ed79ebda7b9c7bc92c3070b2', '2026-11-25 18:45:57.969842+00'),
	(27, 'account-first', 'd90a5d20aa7cdb81cac2e860a3380b5a39faaab493d2c0354e02fee6673339e1', '2026-11-25 18:45:57.971232+00'),
	(28, 'distributable', '8542d561ed994f469de9ff6c284a63bfdfed70d26f47fb2d0796f134450d1711', '2026-11-25 18:45:57.975135+00'),
	(29, 'without-earlier-equal', '4aa56af2c6947d6e99d6dca5129f4a946c46804a2dd613c4c86680198d0bb69b', '2026-11-25 18:45:57.979727+00'),
	(30, 'undelivered-on-a-cluster', 'a1c873fbbfe7b2e021bea0691ca95275793982c88a185a5e085afea69e050878', '2026-11-25 18:45:57.984212+00'),
	(31, 'one-holder', '9f756d5623e92651c3293811a6e49fec4adb3d3a27504c16adf908e22486e754', '2026-11-25 18:45:57.988298+00'),
	(32, 'unmatched-receipts', '02f07e8c2e8b632b3f5352ce74652208a6be1ca3e2cb189e0e856e68a2de1160', '2026-11-25 18:45:57.994689+00'),
	(33, 'one-chain-one-version', '1a21afde9c2c7b83acd79aae013b8e460b04949e529f413270f01c3d2147554e', '2026-11-25 18:45:57.998537+00'),
	(34, 'due-and-waiting', 'b717ca41cbbea9f9cc70bde1c6b7e8351bcb5a52b954cbe4becf1e528ea4cba9', '2026-11-25 18:45:58.001456+00'),
	(35, 'drop-parked-callbacks', '5325d3b79cb80626e569c885a2bb02894b0d0edf918089367a4fff755b55bc44', '2026-11-25 18:45:58.006536+00'),
	(36, 'one-address', 'c0d641935ae567d523acd2317d291db16ae8b76c83e67ba640d2612c4244b958', '2026-11-25 18:45:58.009175+00'),
	(37, 'stages-are-due-work', 'd40063af5c57458f73418575686db251a6b16cbb8f4703d5e8be3d721c77c60a', '2026-11-25 18:45:58.016803+00'),
	(38, 'drop-jobs', '42d4b9ecc325886285692bfd0788335b1b16523f1e9d38371cbea55f2487af6b', '2026-11-25 18:45:58.019652+00'),
	(39, 'paused-gateways', '7278ada3274b02520e2168a3d497610d6970cf94b4d18daaaea2b366189b9da2', '2026-11-25 18:45:58.021781+00');
INSERT INTO cascade.prices VALUES
	(1, 'SMS', 5),
	(1, 'CHATTWO', 3);
INSERT INTO cascade.request_ids VALUES
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa001', 1),
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa002', 2),
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa003', 3),
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa004', 4);
INSERT INTO cascade.senders VALUES
	(1, 'SMS', 'codes', '2026-11-25 18:45:58.062442+00'),
	(1, 'CHATTWO', 'codes', '2026-11-25 18:45:58.062442+00');
INSERT INTO cascade.stage_attempts VALUES
	('00000000-1000-8000-9000-0018acfc18eb', 1, 1, 'ended', 'DELIVERED', NULL, NULL, '2026-11-25 18:45:58.174+00', '2026-11-25 18:45:58.201+00', NULL, '2026-11-25 18:45:58.201+00', 'simulated-00000000-1000-8000-9000-0018acfc18eb', 1, NULL, NULL),
	('00000000-1000-8000-9000-002e11c664fe', 2, 1, 'ended', 'DELIVERED', NULL, NULL, '2026-11-25 18:45:58.194+00', '2026-11-25 18:45:58.227+00', NULL, '2026-11-25 18:45:58.227+00', 'simulated-00000000-1000-8000-9000-002e11c664fe', 1, NULL, NULL),
	('00000000-1000-8000-a000-00456f4baefd', 4, 1, 'sent', 'SENT', NULL, NULL, '2026-11-25 18:45:58.242+00', NULL, NULL, '2026-11-25 18:45:58.256+00', 'simulated-00000000-1000-8000-a000-00456f4baefd', 1, NULL, NULL);
INSERT INTO cascade.stages VALUES
	(1, 2002, 1, '00000000-0000-4000-8000-000000000001', 'SMS', NULL, 1, 'codes'),
	(1, 3, 1, '00000000-0000-4000-8000-000000000002', 'CHATTWO', 3600, 1, 'codes'),
	(1, 3, 2, '00000000-0000-4000-8000-000000000003', 'SMS', NULL, 1, 'codes');
INSERT INTO cascade.status_events VALUES
	('evt_00000000-1000-8000-a000-001f8e7485a3', 1, 1, 'ENQUEUED', NULL, '2026-11-25 18:45:58.174+00', 'pending', 1, 'ECONNREFUSED', '2026-11-25 18:45:58.202935+00', 1, '{"2026-11-25T18:45:58.202Z ECONNREFUSED 3"}', 1),
	('evt_00000000-1000-8000-9000-001543ae091a', 1, 1, 'SENT', NULL, '2026-11-25 18:45:58.2+00', 'pending', 1, 'ECONNREFUSED', '2026-11-25 18:45:58.221795+00', 1, '{"2026-11-25T18:45:58.218Z ECONNREFUSED 2"}', 1),
	('evt_00000000-1000-8000-a000-00171a31a787', 1, 1, 'DELIVERED', NULL, '2026-11-25 18:45:58.201+00', 'pending', 1, 'ECONNREFUSED', '2026-11-25 18:45:58.24017+00', 1, '{"2026-11-25T18:45:58.220Z ECONNREFUSED 2"}', 1),
	('evt_00000000-1000-8000-9000-00210bfb0b5c', 2, 1, 'ENQUEUED', NULL, '2026-11-25 18:45:58.194+00', 'pending', 1, 'ECONNREFUSED', '2026-11-25 18:45:58.240266+00', 1, '{"2026-11-25T18:45:58.233Z ECONNREFUSED 10"}', 1),
	('evt_00000000-1000-8000-a000-00208e3b2fd7', 2, 1, 'SENT', NULL, '2026-11-25 18:45:58.226+00', 'pending', 1, 'ECONNREFUSED', '2026-11-25 18:45:58.245466+00', 1, '{"2026-11-25T18:45:58.244Z ECONNREFUSED 5"}', 1),
	('evt_00000000-1000-8000-a000-0048f0adb1a1', 4, 1, 'SENT', NULL, '2026-11-25 18:45:58.256+00', 'pending', 1, 'ECONNREFUSED', '2026-11-25 18:45:58.265003+00', 1, '{"2026-11-25T18:45:58.264Z ECONNREFUSED 1"}', 1),
	('evt_00000000-1000-8000-9000-0046baf5d24e', 4, 1, 'ENQUEUED', NULL, '2026-11-25 18:45:58.242+00', 'pending', 2, 'ECONNREFUSED', '2026-11-25 18:45:58.260559+00', 2, '{"2026-11-25T18:45:58.259Z ECONNREFUSED 2","2026-11-25T18:46:02.668Z ECONNREFUSED 11"}', 1),
	('evt_00000000-1000-8000-9000-00292e769cf1', 2, 1, 'DELIVERED', NULL, '2026-11-25 18:45:58.227+00', 'pending', 2, 'ECONNREFUSED', '2026-11-25 18:45:58.249776+00', 2, '{"2026-11-25T18:45:58.248Z ECONNREFUSED 6","2026-11-25T18:46:03.039Z ECONNREFUSED 3"}', 1);
INSERT INTO cascade.sweeps VALUES
	('unreported', '2026-11-15 18:45:58.102+00');
INSERT INTO cascade.waiting VALUES
	(1, -7881028388689924279, '2026-11-25 18:46:02.561291+00', 'evt_00000000-1000-8000-a000-001f8e7485a3', 1, '2026-11-25 18:45:58.205714+00', '2026-11-26 18:45:58.202935+00'),
	(1, -7881028388689924279, '2026-11-25 18:46:02.557821+00', 'evt_00000000-1000-8000-9000-001543ae091a', 1, '2026-11-25 18:45:58.223788+00', '2026-11-26 18:45:58.221795+00'),
	(1, -7881028388689924279, '2026-11-25 18:46:02.535541+00', 'evt_00000000-1000-8000-a000-00171a31a787', 1, '2026-11-25 18:45:58.241939+00', '2026-11-26 18:45:58.24017+00'),
	(1, -7881028388689924279, '2026-11-25 18:46:02.530463+00', 'evt_00000000-1000-8000-9000-00210bfb0b5c', 1, '2026-11-25 18:45:58.2501+00', '2026-11-26 18:45:58.240266+00'),
	(1, -7881028388689924279, '2026-11-25 18:46:02.608514+00', 'evt_00000000-1000-8000-a000-00208e3b2fd7', 1, '2026-11-25 18:45:58.2501+00', '2026-11-26 18:45:58.245466+00'),
	(1, -7881028388689924279, '2026-11-25 18:46:02.60581+00', 'evt_00000000-1000-8000-a000-0048f0adb1a1', 1, '2026-11-25 18:45:58.265796+00', '2026-11-26 18:45:58.265003+00'),
	(1, -7881028388689924279, '2026-11-25 18:48:14.79138+00', 'evt_00000000-1000-8000-9000-0046baf5d24e', 2, '2026-11-25 18:46:02.680838+00', '2026-11-26 18:45:58.260807+00'),
	(1, -7881028388689924279, '2026-11-25 18:48:16.91948+00', 'evt_00000000-1000-8000-9000-00292e769cf1', 2, '2026-11-25 18:46:03.042968+00', '2026-11-26 18:45:58.250027+00');
INSERT INTO cascade.waiting_lanes VALUES
	(1, -7881028388689924279, 'http://127.0.0.1:9/status', '2026-11-25 18:46:04.122095+00');
SELECT pg_catalog.setval('cascade.accounts_id_seq', 1, true);
SELECT pg_catalog.setval('cascade.callbacks_id_seq', 1, true);
SELECT pg_catalog.setval('cascade.ledger_id_seq', 8, true);
SELECT pg_catalog.setval('cascade.messages_id_seq', 1, true);
ALTER TABLE ONLY cascade.accounts
    ADD CONSTRAINT accounts_name_key UNIQUE (name);
ALTER TABLE ONLY cascade.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY cascade.callback_secrets
    ADD CONSTRAINT callback_secrets_pkey PRIMARY KEY (account_id, secret);
ALTER TABLE ONLY cascade.callbacks
    ADD CONSTRAINT callbacks_account_id_subject_id_key UNIQUE NULLS NOT DISTINCT (account_id, subject_id);
ALTER TABLE ONLY cascade.callbacks
    ADD CONSTRAINT callbacks_key PRIMARY KEY (id);
ALTER TABLE ONLY cascade.cascades
    ADD CONSTRAINT cascades_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY cascade.dialogues
    ADD CONSTRAINT dialogues_pkey PRIMARY KEY (account_id, address);
ALTER TABLE ONLY cascade.due
    ADD CONSTRAINT due_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade.key_ends
    ADD CONSTRAINT key_ends_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY cascade.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY cascade.message_plans
    ADD CONSTRAINT message_plans_pkey PRIMARY KEY (account_id, message_id);
ALTER TABLE ONLY cascade.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY cascade.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY cascade.paused_gateways
    ADD CONSTRAINT paused_gateways_pkey PRIMARY KEY (channel);
ALTER TABLE ONLY cascade.prices
    ADD CONSTRAINT prices_pkey PRIMARY KEY (account_id, channel);
ALTER TABLE ONLY cascade.replicas
    ADD CONSTRAINT replicas_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade.request_ids
    ADD CONSTRAINT request_ids_pkey PRIMARY KEY (account_id, request_id);
ALTER TABLE ONLY cascade.senders
    ADD CONSTRAINT senders_pkey PRIMARY KEY (account_id, channel, subject);
ALTER TABLE ONLY cascade.stage_attempts
    ADD CONSTRAINT stage_attempts_pkey PRIMARY KEY (account_id, message_id, "position");
ALTER TABLE ONLY cascade.stages
    ADD CONSTRAINT stages_pkey PRIMARY KEY (account_id, cascade_id, "position");
ALTER TABLE ONLY cascade.status_events
    ADD CONSTRAINT status_events_pkey PRIMARY KEY (account_id, message_id, id);
ALTER TABLE ONLY cascade.sweeps
    ADD CONSTRAINT sweeps_pkey PRIMARY KEY (name);
ALTER TABLE ONLY cascade.template_days
    ADD CONSTRAINT template_days_pkey PRIMARY KEY (account_id, day);
ALTER TABLE ONLY cascade.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (account_id, channel, name);
ALTER TABLE ONLY cascade.undelivered
    ADD CONSTRAINT undelivered_pkey PRIMARY KEY (account_id, event_id);
ALTER TABLE ONLY cascade.unmatched_receipts
    ADD CONSTRAINT unmatched_receipts_pkey PRIMARY KEY (reference, status);
ALTER TABLE ONLY cascade.waiting_lanes
    ADD CONSTRAINT waiting_lanes_pkey PRIMARY KEY (account_id, lane);
ALTER TABLE ONLY cascade.waiting
    ADD CONSTRAINT waiting_pkey PRIMARY KEY (account_id, lane, due_at, event_id);
CREATE INDEX api_keys_account_id_idx ON cascade.api_keys USING btree (account_id);
CREATE INDEX callbacks_in_trouble ON cascade.callbacks USING btree (id) WHERE ((disabled_at IS NOT NULL) OR (failing_since IS NOT NULL));
CREATE INDEX due_at ON cascade.due USING btree (due_at) WHERE ((owner IS NULL) AND (kind > 1));
CREATE INDEX due_first_at ON cascade.due USING btree (due_at) WHERE ((owner IS NULL) AND (kind > 1) AND is_first);
CREATE INDEX due_free ON cascade.due USING btree (kind, written_at) WHERE (owner IS NULL);
CREATE INDEX due_owned ON cascade.due USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX key_ends_account_id_idx ON cascade.key_ends USING btree (account_id);
CREATE INDEX messages_by_address ON cascade.messages USING btree (hashtextextended(address, account_id), duplicate, fingerprint, ((accepted_at AT TIME ZONE 'UTC'::text)));
CREATE INDEX messages_by_request_id ON cascade.messages USING btree (account_id, request_id) WHERE (NOT in_request_ids);
CREATE INDEX messages_by_time ON cascade.messages USING btree (account_id, accepted_at) WHERE (id > 0);
CREATE INDEX stage_attempts_by_older_id ON cascade.stage_attempts USING btree (id) WHERE (substr((id)::text, 15, 1) <> '8'::text);
CREATE INDEX stage_attempts_gateway_reference_idx ON cascade.stage_attempts USING btree (gateway_reference) WHERE (gateway_reference ~~ 'smpp:%'::text);
CREATE INDEX status_events_by_older_id ON cascade.status_events USING btree (id) WHERE (substr(id, 19, 1) <> '8'::text);
CREATE INDEX undelivered_account_id_sender_at_position_event_id_idx ON cascade.undelivered USING btree (account_id, sender, at, "position", event_id);
CREATE INDEX undelivered_of_message ON cascade.undelivered USING btree (account_id, message_id);
CREATE INDEX undelivered_since_idx ON cascade.undelivered USING btree (since);
CREATE INDEX undelivered_to_resend ON cascade.undelivered USING btree (account_id, sender, at, "position", event_id) WHERE (resend IS NOT NULL);
CREATE INDEX unmatched_receipts_next_try_at_idx ON cascade.unmatched_receipts USING btree (next_try_at);
CREATE INDEX unmatched_receipts_received_at_idx ON cascade.unmatched_receipts USING btree (received_at);
CREATE INDEX waiting_give_up_at ON cascade.waiting USING btree (give_up_at);
CREATE INDEX waiting_lanes_next_at ON cascade.waiting_lanes USING btree (next_at);
CREATE TRIGGER keep_undelivered AFTER UPDATE OF state ON cascade.status_events FOR EACH ROW WHEN (((new.state = 'given-up'::text) AND (old.state <> 'given-up'::text))) EXECUTE FUNCTION cascade.keep_undelivered();
ALTER TABLE ONLY cascade.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.callback_secrets
    ADD CONSTRAINT callback_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.callbacks
    ADD CONSTRAINT callbacks_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.cascades
    ADD CONSTRAINT cascades_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.dialogues
    ADD CONSTRAINT dialogues_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.key_ends
    ADD CONSTRAINT key_ends_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.prices
    ADD CONSTRAINT prices_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.senders
    ADD CONSTRAINT senders_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.stages
    ADD CONSTRAINT stages_account_id_cascade_id_fkey FOREIGN KEY (account_id, cascade_id) REFERENCES cascade.cascades(account_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.template_days
    ADD CONSTRAINT template_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY cascade.templates
    ADD CONSTRAINT templates_account_id_fkey FOREIGN KEY (account_id) REFERENCES cascade.accounts(id) ON DELETE CASCADE;
