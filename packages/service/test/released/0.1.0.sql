-- The database of version 0.1.0 (spec/baseline) with four messages: two ended, one running, one scheduled for 2099, and
-- callbacks that no receiver has accepted. By pg_dump --no-owner --no-privileges --inserts, without comments.
set check_function_bodies = false;
select pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA cascade;
CREATE SCHEMA cascade_jobs;
CREATE TYPE cascade_jobs.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION cascade.accept_messages(first_id bigint, payers bigint[], account_ids bigint[], request_ids uuid[], fingerprints bytea[], costs bigint[], ids_as_sent text[], cascade_ids bigint[], addresses text[], address_types text[], comments text[], start_times timestamp with time zone[], contents json, plans jsonb, traceparents text[]) RETURNS text[]
    LANGUAGE plpgsql
    AS $$
declare
  available bigint[];
  used boolean[];
  repeated boolean[];
  verdicts text[];
  payer integer;
begin
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
CREATE FUNCTION cascade_jobs.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
        INSERT INTO cascade_jobs.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          cascade_jobs.job_now(),
          cascade_jobs.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE cascade_jobs.%I (LIKE cascade_jobs.job INCLUDING DEFAULTS)', tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$ALTER TABLE cascade_jobs.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$ALTER TABLE cascade_jobs.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES cascade_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$ALTER TABLE cascade_jobs.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES cascade_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$CREATE INDEX job_i11 ON cascade_jobs.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON cascade_jobs.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$CREATE INDEX job_i7 ON cascade_jobs.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$CREATE INDEX job_i9 ON cascade_jobs.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE cascade_jobs.job_table_format($cmd$CREATE INDEX job_i12 ON cascade_jobs.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      IF options->>'policy' = 'short' THEN
        EXECUTE cascade_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON cascade_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE cascade_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON cascade_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE cascade_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON cascade_jobs.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE cascade_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON cascade_jobs.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE cascade_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON cascade_jobs.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE cascade_jobs.job_table_format($cmd$CREATE INDEX job_i10 ON cascade_jobs.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE cascade_jobs.job_table_format($cmd$ALTER TABLE cascade_jobs.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;
      EXECUTE format('ALTER TABLE cascade_jobs.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE cascade_jobs.job ATTACH PARTITION cascade_jobs.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;
CREATE FUNCTION cascade_jobs.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM cascade_jobs.queue
      WHERE name = queue_name
      INTO v_table, v_partition;
      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS cascade_jobs.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM cascade_jobs.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM cascade_jobs.queue WHERE name = queue_name;
    END;
    $$;
CREATE FUNCTION cascade_jobs.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;
CREATE FUNCTION cascade_jobs.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;
CREATE FUNCTION cascade_jobs.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM cascade_jobs.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        EXECUTE cascade_jobs.job_table_format(command, tbl_name);
        RETURN;
      END IF;
      EXECUTE cascade_jobs.job_table_format(command, 'job_common');
      FOR tbl IN SELECT table_name FROM cascade_jobs.queue WHERE partition = true
      LOOP
        EXECUTE cascade_jobs.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;
CREATE FUNCTION cascade_jobs.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM cascade_jobs.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        INSERT INTO cascade_jobs.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          cascade_jobs.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;
      INSERT INTO cascade_jobs.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        cascade_jobs.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        cascade_jobs.job_table_format(command, queue.table_name)
      FROM cascade_jobs.queue
      WHERE partition = true;
    END;
    $$;
CREATE TABLE cascade.accounts (
    id bigint NOT NULL,
    name text NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    reserved bigint DEFAULT 0 NOT NULL,
    template_messages_per_day integer,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
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
    CONSTRAINT callbacks_url_check CHECK ((char_length(url) <= 500))
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
    traceparent text
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
    CONSTRAINT messages_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT messages_reserved_check CHECK ((reserved >= 0)),
    CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'running'::text, 'ended'::text])))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02');
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
CREATE TABLE cascade.prices (
    account_id bigint NOT NULL,
    channel text NOT NULL,
    price bigint NOT NULL,
    CONSTRAINT prices_price_check CHECK ((price >= 0))
);
CREATE TABLE cascade.request_ids (
    account_id bigint NOT NULL,
    request_id uuid NOT NULL
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
    CONSTRAINT stage_attempts_position_check CHECK (("position" >= 1)),
    CONSTRAINT stage_attempts_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'ended'::text])))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02');
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
    CONSTRAINT status_events_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'given-up'::text, 'nobody'::text])))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02');
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
CREATE TABLE cascade_jobs.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);
CREATE TABLE cascade_jobs.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state cascade_jobs.job_state DEFAULT 'created'::cascade_jobs.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);
CREATE TABLE cascade_jobs.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state cascade_jobs.job_state DEFAULT 'created'::cascade_jobs.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE TABLE cascade_jobs.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);
CREATE TABLE cascade_jobs.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
CREATE TABLE cascade_jobs.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);
CREATE TABLE cascade_jobs.queue_stats_20261122 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cascade_jobs.queue_stats_20261123 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cascade_jobs.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
CREATE TABLE cascade_jobs.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cascade_jobs.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);
CREATE TABLE cascade_jobs.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY cascade_jobs.job ATTACH PARTITION cascade_jobs.job_common DEFAULT;
ALTER TABLE ONLY cascade_jobs.queue_stats ATTACH PARTITION cascade_jobs.queue_stats_20261122 FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00');
ALTER TABLE ONLY cascade_jobs.queue_stats ATTACH PARTITION cascade_jobs.queue_stats_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');
INSERT INTO cascade.accounts OVERRIDING SYSTEM VALUE VALUES
	(1, 'kept', 987, 10, NULL, '{}');
INSERT INTO cascade.api_keys VALUES
	('\x2c27d6546697d75249a1767119ba334fed290dad7a549e47c6779c055b0e06e4', 1, 'kept', NULL);
INSERT INTO cascade.callback_secrets VALUES
	(1, 'whsec_c2VjcmV0IG9mIHRoZSBrZXB0IHNjaGVtYSwgMzIgYnl0ZXM=', '2026-11-22 05:38:40.902683+00', NULL);
INSERT INTO cascade.callbacks VALUES
	(1, NULL, 'http://127.0.0.1:9/status', NULL);
INSERT INTO cascade.cascades VALUES
	(1, 2002, 'codes', 'violations'),
	(1, 3, 'two', 'violations');
INSERT INTO cascade.ledger OVERRIDING SYSTEM VALUE VALUES
	(1, 1, NULL, 'external', 'available', 1000, '2026-11-22 05:38:40.902683+00'),
	(2, 1, 1, 'available', 'reserved', 5, '2026-11-22 05:38:43.693202+00'),
	(3, 1, 1, 'reserved', 'spent', 5, '2026-11-22 05:38:43.828704+00'),
	(4, 1, 2, 'available', 'reserved', 5, '2026-11-22 05:38:43.953861+00'),
	(5, 1, 3, 'available', 'reserved', 5, '2026-11-22 05:38:44.163647+00'),
	(6, 1, 2, 'reserved', 'spent', 5, '2026-11-22 05:38:44.094576+00'),
	(7, 1, 4, 'available', 'reserved', 8, '2026-11-22 05:38:44.318844+00'),
	(8, 1, 4, 'reserved', 'spent', 3, '2026-11-22 05:38:44.352128+00');
INSERT INTO cascade.message_plans VALUES
	(1, '{"smsContent":{"contentType":"TEXT","text":"One"}}', '[{"uuid": "00000000-0000-4000-8000-000000000001", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL),
	(2, '{"smsContent":{"contentType":"TEXT","text":"Two"}}', '[{"uuid": "00000000-0000-4000-8000-000000000001", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL),
	(3, '{"smsContent":{"contentType":"TEXT","text":"Three"}}', '[{"uuid": "00000000-0000-4000-8000-000000000001", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL),
	(4, '{"chattwoContent":{"contentType":"TEXT","text":"Four"},"smsContent":{"contentType":"TEXT","text":"Four"}}', '[{"uuid": "00000000-0000-4000-8000-000000000002", "price": 3, "channel": "CHATTWO", "subject": "codes", "subjectId": 1, "ttlSeconds": 3600}, {"uuid": "00000000-0000-4000-8000-000000000003", "price": 5, "channel": "SMS", "subject": "codes", "subjectId": 1, "ttlSeconds": null}]', NULL);
INSERT INTO cascade.messages OVERRIDING SYSTEM VALUE VALUES
	(1, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa001', '6a1f0c2b-4d5e-4691-8111-12222aaaa001', 2002, '+12025550199', NULL, '\x17596e042e55e5a39f7268d0c6dd1f207d50b571657669ba4bb193a9696891b0', false, '2026-11-22 05:38:43.693202+00', NULL, 0, 'ended', '2026-11-22 05:38:43.954+00', 'PHONE'),
	(3, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa003', '6a1f0c2b-4d5e-4691-8111-12222aaaa003', 2002, '+12025550199', NULL, '\x79bc1d9bc6693a2cbc20443ca30ac7a7b7e9bfc52b824a49d26824fa3065ab72', false, '2026-11-22 05:38:44.163647+00', '2099-01-01 00:00:00+00', 5, 'scheduled', NULL, 'PHONE'),
	(2, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa002', '6a1f0c2b-4d5e-4691-8111-12222aaaa002', 2002, '+12025550199', NULL, '\x56aab08d8ed895269530e2e8038fde9393fb8b6ecea5b432d9129d4ed6d18071', false, '2026-11-22 05:38:43.953861+00', NULL, 0, 'ended', '2026-11-22 05:38:44.245+00', 'PHONE'),
	(4, 1, '6a1f0c2b-4d5e-4691-8111-12222aaaa004', '6a1f0c2b-4d5e-4691-8111-12222aaaa004', 3, '+12025550122', NULL, '\x171b12c67c2517127ae557b53cc60273f49a5653cfa8399a11cf9cc6a63de75d', false, '2026-11-22 05:38:44.318844+00', NULL, 5, 'running', NULL, 'PHONE');
INSERT INTO cascade.migrations VALUES
	(1, 'accounts', '8e1cfe1b86f34d2e692e0cc0482552a0660479ed45a1cc1321dd5972ccb2b313', '2026-11-22 05:38:40.471797+00'),
	(2, 'messages', '44af64e225a3f1e800e83e6f858538ebb8b16ce49ff1a34573da2d0863e968cc', '2026-11-22 05:38:40.574342+00'),
	(3, 'engine', 'fc3de2966aecca47dd084d09c33d8c0cf3811df749a0147f35a1b5e64f47de2f', '2026-11-22 05:38:40.67199+00'),
	(4, 'callbacks', '9691ea09bc8cb0f744e9d4e81f9bb62cc1974e5807e23f550482ffe6605f2421', '2026-11-22 05:38:40.72537+00'),
	(5, 'account-settings', '95dbc4cdfa84270b7b29fbed7376b350739c93136de1afaf011c84512373ddd3', '2026-11-22 05:38:40.763517+00'),
	(6, 'gateway-references', 'c6bb91aba84dcdbe80a07fd9a5f87ffdd0ccbb625b245ce1ed09214a03e9869f', '2026-11-22 05:38:40.772439+00'),
	(7, 'lighter-writes', '13894394608317481744e27bd04a7e867d2e3ce10236b5867bd4ddec3de6e19f', '2026-11-22 05:38:40.794421+00'),
	(8, 'accept-messages', 'a9ad2a4a9558491f444ced2f02f2131ef6ecdb2ee310eb063361b9108d8c0d85', '2026-11-22 05:38:40.825091+00'),
	(9, 'order-of-events', '2c51346d3410acfd6d6d72297562ae521ae68c0ac08694f6a937b3cff1f71eb3', '2026-11-22 05:38:40.867772+00');
INSERT INTO cascade.prices VALUES
	(1, 'SMS', 5),
	(1, 'CHATTWO', 3);
INSERT INTO cascade.request_ids VALUES
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa001'),
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa002'),
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa003'),
	(1, '6a1f0c2b-4d5e-4691-8111-12222aaaa004');
INSERT INTO cascade.senders VALUES
	(1, 'SMS', 'codes', '2026-11-22 05:38:40.902683+00'),
	(1, 'CHATTWO', 'codes', '2026-11-22 05:38:40.902683+00');
INSERT INTO cascade.stage_attempts VALUES
	('08f65384-f1b0-4806-a896-7f1d68cca91a', 1, 1, 'ended', 'DELIVERED', NULL, 'simulated-08f65384-f1b0-4806-a896-7f1d68cca91a', '2026-11-22 05:38:43.821+00', '2026-11-22 05:38:43.954+00', NULL, '2026-11-22 05:38:43.954+00'),
	('6b14f110-5e53-4fe9-80d1-70e0818b6724', 2, 1, 'ended', 'DELIVERED', NULL, 'simulated-6b14f110-5e53-4fe9-80d1-70e0818b6724', '2026-11-22 05:38:44.069+00', '2026-11-22 05:38:44.245+00', NULL, '2026-11-22 05:38:44.245+00'),
	('21f47cd3-2455-49c8-a9db-b1bc19bd43b2', 4, 1, 'sent', 'SENT', NULL, 'simulated-21f47cd3-2455-49c8-a9db-b1bc19bd43b2', '2026-11-22 05:38:44.351+00', NULL, NULL, '2026-11-22 05:38:44.492+00');
INSERT INTO cascade.stages VALUES
	(1, 2002, 1, '00000000-0000-4000-8000-000000000001', 'SMS', NULL, 1, 'codes'),
	(1, 3, 1, '00000000-0000-4000-8000-000000000002', 'CHATTWO', 3600, 1, 'codes'),
	(1, 3, 2, '00000000-0000-4000-8000-000000000003', 'SMS', NULL, 1, 'codes');
INSERT INTO cascade.status_events VALUES
	('evt_1bdcdba3-7705-4a22-afb7-8b2148a9b057', 1, 1, 'ENQUEUED', NULL, '2026-11-22 05:38:43.821+00', 'pending', 2, 'ECONNREFUSED', '2026-11-22 05:38:44.028+00', 2),
	('evt_f59a43b9-7de7-4f1d-aa18-f34cfc15d4e0', 1, 1, 'DELIVERED', NULL, '2026-11-22 05:38:43.954+00', 'pending', 2, 'ECONNREFUSED', '2026-11-22 05:38:44.097+00', 2),
	('evt_f8cd8c1a-15f9-425c-a6a2-531a900b6b70', 2, 1, 'DELIVERED', NULL, '2026-11-22 05:38:44.245+00', 'pending', 2, 'ECONNREFUSED', '2026-11-22 05:38:44.383+00', 3),
	('evt_66b15092-c61c-4f1b-b878-6b5e5a22e9d5', 1, 1, 'SENT', NULL, '2026-11-22 05:38:43.953+00', 'pending', 2, 'ECONNREFUSED', '2026-11-22 05:38:44.092+00', 5),
	('evt_a203df87-445f-4f66-ade6-ff9f4d9f0893', 4, 1, 'ENQUEUED', NULL, '2026-11-22 05:38:44.351+00', 'pending', 2, 'ECONNREFUSED', '2026-11-22 05:38:44.53+00', 5),
	('evt_218eb625-aee3-4932-8cc0-e8e7db3418bd', 2, 1, 'ENQUEUED', NULL, '2026-11-22 05:38:44.069+00', 'pending', 1, 'ECONNREFUSED', '2026-11-22 05:38:44.302+00', 6),
	('evt_735ae869-f508-4d48-9942-ac084a03ab2e', 4, 1, 'SENT', NULL, '2026-11-22 05:38:44.492+00', 'pending', 1, 'ECONNREFUSED', '2026-11-22 05:38:44.564+00', 6),
	('evt_f8b8dbd7-51fb-4761-8f53-f6712f508c8d', 2, 1, 'SENT', NULL, '2026-11-22 05:38:44.244+00', 'pending', 1, 'ECONNREFUSED', '2026-11-22 05:38:44.379+00', 5);
INSERT INTO cascade_jobs.job_common VALUES
	('be7d9cd3-b16f-4ac0-8c0f-1ee335e4f460', 'cascade-stage', 0, '{"position": 1, "messageIds": [1]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:43.693202+00', '2026-11-22 05:38:43.693202+00', '2026-11-22 05:38:43.806688+00', '2026-11-22 05:38:44.025689+00', '2036-11-19 05:38:43.693202+00', NULL, NULL, 'standard', '2026-11-22 05:38:43.806688+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('92ac7aa2-2f4f-48cd-80ee-713daae82b67', 'cascade-callback', 0, '{"eventIds": ["evt_1bdcdba3-7705-4a22-afb7-8b2148a9b057"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:43.828704+00', '2026-11-22 05:38:43.828704+00', '2026-11-22 05:38:43.952862+00', '2026-11-22 05:38:44.093395+00', '2036-11-19 05:38:43.828704+00', NULL, NULL, 'standard', '2026-11-22 05:38:43.952862+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('f6fc8a3d-cbf5-419c-866a-89ef30b1bb9b', 'cascade-stage', 0, '{"position": 1, "messageIds": [3]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2099-01-01 00:00:00+00', '2026-11-22 05:38:44.163647+00', NULL, NULL, '2108-12-30 00:00:00+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('2cf55dca-9748-4434-87c6-61ac1131f4c9', 'cascade-callback', 0, '{"eventIds": ["evt_66b15092-c61c-4f1b-b878-6b5e5a22e9d5", "evt_f59a43b9-7de7-4f1d-aa18-f34cfc15d4e0"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:43.959156+00', '2026-11-22 05:38:43.959156+00', '2026-11-22 05:38:44.024503+00', '2026-11-22 05:38:44.204812+00', '2036-11-19 05:38:43.959156+00', NULL, NULL, 'standard', '2026-11-22 05:38:44.024503+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('9bb52e57-1cc8-4513-9055-5faf932b8490', 'cascade-stage', 0, '{"position": 1, "messageIds": [2]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:43.953861+00', '2026-11-22 05:38:43.953861+00', '2026-11-22 05:38:44.030729+00', '2026-11-22 05:38:44.319699+00', '2036-11-19 05:38:43.953861+00', NULL, NULL, 'standard', '2026-11-22 05:38:44.030729+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('a896b6f3-b080-4802-83a7-4c19658327fc', 'cascade-callback', 0, '{"eventIds": ["evt_218eb625-aee3-4932-8cc0-e8e7db3418bd"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:44.094576+00', '2026-11-22 05:38:44.094576+00', '2026-11-22 05:38:44.258683+00', '2026-11-22 05:38:44.32221+00', '2036-11-19 05:38:44.094576+00', NULL, NULL, 'standard', '2026-11-22 05:38:44.258683+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('03b8a556-fe45-432b-815b-994d49b73406', 'cascade-timer', 0, '{"position": 1, "messageIds": [4]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 06:38:44.351+00', '2026-11-22 05:38:44.352128+00', NULL, NULL, '2036-11-19 06:38:44.351+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('fbc1bd29-e51d-4dff-a5cf-051f7d291326', 'cascade-callback', 0, '{"eventIds": ["evt_f8b8dbd7-51fb-4761-8f53-f6712f508c8d", "evt_f8cd8c1a-15f9-425c-a6a2-531a900b6b70"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:44.256396+00', '2026-11-22 05:38:44.256396+00', '2026-11-22 05:38:44.318689+00', '2026-11-22 05:38:44.434867+00', '2036-11-19 05:38:44.256396+00', NULL, NULL, 'standard', '2026-11-22 05:38:44.318689+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('28d32e96-31af-441f-a8c2-0ebf469c8dd7', 'cascade-stage', 0, '{"position": 1, "messageIds": [4]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:44.318844+00', '2026-11-22 05:38:44.318844+00', '2026-11-22 05:38:44.337018+00', '2026-11-22 05:38:44.549106+00', '2036-11-19 05:38:44.318844+00', NULL, NULL, 'standard', '2026-11-22 05:38:44.337018+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('47508ff9-a666-4de2-af6e-00df3257a45f', 'cascade-callback', 0, '{"eventIds": ["evt_a203df87-445f-4f66-ade6-ff9f4d9f0893"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:44.352128+00', '2026-11-22 05:38:44.352128+00', '2026-11-22 05:38:44.494563+00', '2026-11-22 05:38:44.560569+00', '2036-11-19 05:38:44.352128+00', NULL, NULL, 'standard', '2026-11-22 05:38:44.494563+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('bc2b9333-724f-4c8a-a445-384920ab0e4b', 'cascade-callback', 0, '{"eventIds": ["evt_735ae869-f508-4d48-9942-ac084a03ab2e"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:44.49285+00', '2026-11-22 05:38:44.49285+00', '2026-11-22 05:38:44.552393+00', '2026-11-22 05:38:44.598706+00', '2036-11-19 05:38:44.49285+00', NULL, NULL, 'standard', '2026-11-22 05:38:44.552393+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('5a750890-69d4-4d6b-9e97-f1ce52bd359d', 'cascade-callback', 0, '{"eventIds": ["evt_1bdcdba3-7705-4a22-afb7-8b2148a9b057"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:41:08.685+00', '2026-11-22 05:38:48.154701+00', NULL, NULL, '2036-11-19 05:41:08.685+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('1a68149e-2f93-43da-a730-7c423346e31a', 'cascade-callback', 0, '{"eventIds": ["evt_1bdcdba3-7705-4a22-afb7-8b2148a9b057"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.086+00', '2026-11-22 05:38:44.093395+00', '2026-11-22 05:38:48.140805+00', '2026-11-22 05:38:48.154701+00', '2036-11-19 05:38:48.086+00', NULL, NULL, 'standard', '2026-11-22 05:38:48.140805+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('eb52b73e-a63d-4008-810a-9ccfa62295e7', 'cascade-callback', 0, '{"eventIds": ["evt_f59a43b9-7de7-4f1d-aa18-f34cfc15d4e0"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:40:58.669+00', '2026-11-22 05:38:48.329753+00', NULL, NULL, '2036-11-19 05:40:58.669+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('a664d926-cd64-4dd4-a8a2-23fc982b3b2d', 'cascade-callback', 0, '{"eventIds": ["evt_f59a43b9-7de7-4f1d-aa18-f34cfc15d4e0"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.261+00', '2026-11-22 05:38:44.204812+00', '2026-11-22 05:38:48.314732+00', '2026-11-22 05:38:48.329753+00', '2036-11-19 05:38:48.261+00', NULL, NULL, 'standard', '2026-11-22 05:38:48.314732+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('803bd414-09db-4ff0-9e2e-edb58e074038', 'cascade-callback', 0, '{"eventIds": ["evt_f8b8dbd7-51fb-4761-8f53-f6712f508c8d"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.499+00', '2026-11-22 05:38:44.434867+00', '2026-11-22 05:38:48.682707+00', '2026-11-22 05:38:48.710298+00', '2036-11-19 05:38:48.499+00', NULL, NULL, 'standard', '2026-11-22 05:38:48.682707+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('88ab306b-e727-435c-884e-f29663bedea0', 'cascade-callback', 0, '{"eventIds": ["evt_66b15092-c61c-4f1b-b878-6b5e5a22e9d5"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.517+00', '2026-11-22 05:38:44.204812+00', '2026-11-22 05:38:48.682707+00', '2026-11-22 05:38:48.710298+00', '2036-11-19 05:38:48.517+00', NULL, NULL, 'standard', '2026-11-22 05:38:48.682707+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('f3b1e3cc-62bc-4f02-864e-b31b730cbb32', 'cascade-callback', 0, '{"eventIds": ["evt_218eb625-aee3-4932-8cc0-e8e7db3418bd"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.628+00', '2026-11-22 05:38:44.32221+00', '2026-11-22 05:38:48.682707+00', '2026-11-22 05:38:48.710298+00', '2036-11-19 05:38:48.628+00', NULL, NULL, 'standard', '2026-11-22 05:38:48.682707+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('113ef66f-14fa-4bfe-8d6e-e15213cbc285', 'cascade-callback', 0, '{"eventIds": ["evt_a203df87-445f-4f66-ade6-ff9f4d9f0893"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.872+00', '2026-11-22 05:38:44.560569+00', '2026-11-22 05:38:49.114721+00', '2026-11-22 05:38:49.123379+00', '2036-11-19 05:38:48.872+00', NULL, NULL, 'standard', '2026-11-22 05:38:49.114721+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('1c2408f7-8200-4b0c-97e9-1e67a9df6c22', 'cascade-callback', 0, '{"eventIds": ["evt_735ae869-f508-4d48-9942-ac084a03ab2e"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.751+00', '2026-11-22 05:38:44.598706+00', '2026-11-22 05:38:49.114721+00', '2026-11-22 05:38:49.123379+00', '2036-11-19 05:38:48.751+00', NULL, NULL, 'standard', '2026-11-22 05:38:49.114721+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('272c1b61-3f3e-4f36-bf12-30c8b51d247c', 'cascade-callback', 0, '{"eventIds": ["evt_218eb625-aee3-4932-8cc0-e8e7db3418bd"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:49.73+00', '2026-11-22 05:38:48.710298+00', '2026-11-22 05:38:49.890723+00', '2026-11-22 05:38:49.906414+00', '2036-11-19 05:38:49.73+00', NULL, NULL, 'standard', '2026-11-22 05:38:49.890723+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('c92c3099-d07e-4c49-9716-fb1b536bf302', 'cascade-callback', 0, '{"eventIds": ["evt_66b15092-c61c-4f1b-b878-6b5e5a22e9d5"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:49.505+00', '2026-11-22 05:38:48.710298+00', '2026-11-22 05:38:49.890723+00', '2026-11-22 05:38:49.906414+00', '2036-11-19 05:38:49.505+00', NULL, NULL, 'standard', '2026-11-22 05:38:49.890723+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('19a1f8c9-d53c-45a2-aa3d-8daec211acd6', 'cascade-callback', 0, '{"eventIds": ["evt_f8cd8c1a-15f9-425c-a6a2-531a900b6b70"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:49.7+00', '2026-11-22 05:38:48.710298+00', '2026-11-22 05:38:49.890723+00', '2026-11-22 05:38:49.926732+00', '2036-11-19 05:38:49.7+00', NULL, NULL, 'standard', '2026-11-22 05:38:49.890723+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('db902376-9a74-462f-adcb-93ca807fd49e', 'cascade-callback', 0, '{"eventIds": ["evt_f8b8dbd7-51fb-4761-8f53-f6712f508c8d"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:50.039+00', '2026-11-22 05:38:48.710298+00', '2026-11-22 05:38:50.068324+00', '2026-11-22 05:38:50.074571+00', '2036-11-19 05:38:50.039+00', NULL, NULL, 'standard', '2026-11-22 05:38:50.068324+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('6fc058bc-a1c4-4896-8555-57e1cfeaeceb', 'cascade-callback', 0, '{"eventIds": ["evt_a203df87-445f-4f66-ade6-ff9f4d9f0893"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:50.379+00', '2026-11-22 05:38:49.123379+00', '2026-11-22 05:38:50.438835+00', '2026-11-22 05:38:50.456647+00', '2036-11-19 05:38:50.379+00', NULL, NULL, 'standard', '2026-11-22 05:38:50.438835+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('e8ce0971-b6fb-4c74-832b-95b810d80ccd', 'cascade-callback', 0, '{"eventIds": ["evt_735ae869-f508-4d48-9942-ac084a03ab2e"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:50.532+00', '2026-11-22 05:38:49.123379+00', '2026-11-22 05:38:50.598695+00', '2026-11-22 05:38:50.610132+00', '2036-11-19 05:38:50.532+00', NULL, NULL, 'standard', '2026-11-22 05:38:50.598695+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('324bf944-3485-41a6-b3f2-a76fe9e65f97', 'cascade-callback', 0, '{"eventIds": ["evt_218eb625-aee3-4932-8cc0-e8e7db3418bd"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:50.851+00', '2026-11-22 05:38:49.906414+00', '2026-11-22 05:38:50.970685+00', '2026-11-22 05:38:50.984919+00', '2036-11-19 05:38:50.851+00', NULL, NULL, 'standard', '2026-11-22 05:38:50.970685+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('f65aa029-bf8e-4234-928d-119bddf3d538', 'cascade-callback', 0, '{"eventIds": ["evt_f8cd8c1a-15f9-425c-a6a2-531a900b6b70"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:48.544+00', '2026-11-22 05:38:44.434867+00', '2026-11-22 05:38:48.682707+00', '2026-11-22 05:38:48.710298+00', '2036-11-19 05:38:48.544+00', NULL, NULL, 'standard', '2026-11-22 05:38:48.682707+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('809f9b3d-69c8-4e35-ba47-b77c50fd5bd3', 'cascade-callback', 0, '{"eventIds": ["evt_f8cd8c1a-15f9-425c-a6a2-531a900b6b70"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:41:01.855+00', '2026-11-22 05:38:49.926732+00', NULL, NULL, '2036-11-19 05:41:01.855+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('a71902f5-9c87-44b4-af47-273a0c904c89', 'cascade-callback', 0, '{"eventIds": ["evt_66b15092-c61c-4f1b-b878-6b5e5a22e9d5"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:51.008+00', '2026-11-22 05:38:49.906414+00', '2026-11-22 05:38:51.030741+00', '2026-11-22 05:38:51.039779+00', '2036-11-19 05:38:51.008+00', NULL, NULL, 'standard', '2026-11-22 05:38:51.030741+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('784f46d2-6d26-49c4-875f-4d14dde65f1b', 'cascade-callback', 0, '{"eventIds": ["evt_735ae869-f508-4d48-9942-ac084a03ab2e"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:52.526+00', '2026-11-22 05:38:50.610132+00', '2026-11-22 05:38:52.601067+00', '2026-11-22 05:38:52.605744+00', '2036-11-19 05:38:52.526+00', NULL, NULL, 'standard', '2026-11-22 05:38:52.601067+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('fe1d68d5-0e3f-4acf-bfec-f58249bfd53f', 'cascade-callback', 0, '{"eventIds": ["evt_66b15092-c61c-4f1b-b878-6b5e5a22e9d5"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:41:07.37+00', '2026-11-22 05:38:52.609685+00', NULL, NULL, '2036-11-19 05:41:07.37+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('74ae2625-ccab-45d6-9655-08cc7e89bc91', 'cascade-callback', 0, '{"eventIds": ["evt_66b15092-c61c-4f1b-b878-6b5e5a22e9d5"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:52.386+00', '2026-11-22 05:38:51.039779+00', '2026-11-22 05:38:52.601067+00', '2026-11-22 05:38:52.609685+00', '2036-11-19 05:38:52.386+00', NULL, NULL, 'standard', '2026-11-22 05:38:52.601067+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('fe25bb62-0200-4e3a-9c46-d519455a2f3c', 'cascade-callback', 0, '{"eventIds": ["evt_f8b8dbd7-51fb-4761-8f53-f6712f508c8d"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:52.724+00', '2026-11-22 05:38:50.074571+00', '2026-11-22 05:38:52.758136+00', '2026-11-22 05:38:52.764012+00', '2036-11-19 05:38:52.724+00', NULL, NULL, 'standard', '2026-11-22 05:38:52.758136+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('50da45b3-b101-469d-97a2-293e9cdcd133', 'cascade-callback', 0, '{"eventIds": ["evt_735ae869-f508-4d48-9942-ac084a03ab2e"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:53.232+00', '2026-11-22 05:38:52.605744+00', '2026-11-22 05:38:53.53238+00', '2026-11-22 05:38:53.54757+00', '2036-11-19 05:38:53.232+00', NULL, NULL, 'standard', '2026-11-22 05:38:53.53238+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('cd1a8db2-07d8-4eda-873a-8a2e008fe6e9', 'cascade-callback', 0, '{"eventIds": ["evt_218eb625-aee3-4932-8cc0-e8e7db3418bd"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:53.599+00', '2026-11-22 05:38:50.984919+00', '2026-11-22 05:38:53.687651+00', '2026-11-22 05:38:53.6913+00', '2036-11-19 05:38:53.599+00', NULL, NULL, 'standard', '2026-11-22 05:38:53.687651+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('7fefc5de-eeca-47f9-bf94-fea65469882c', 'cascade-callback', 0, '{"eventIds": ["evt_a203df87-445f-4f66-ade6-ff9f4d9f0893"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:53.824+00', '2026-11-22 05:38:50.456647+00', '2026-11-22 05:38:53.854759+00', '2026-11-22 05:38:53.866769+00', '2036-11-19 05:38:53.824+00', NULL, NULL, 'standard', '2026-11-22 05:38:53.854759+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('e209c88d-5431-4562-b8fb-3df24d55494a', 'cascade-callback', 0, '{"eventIds": ["evt_a203df87-445f-4f66-ade6-ff9f4d9f0893"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:41:15.55+00', '2026-11-22 05:38:58.51392+00', NULL, NULL, '2036-11-19 05:41:15.55+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('8b26a37a-3b9d-4c3e-84ae-35e2a89aeda3', 'cascade-callback', 0, '{"eventIds": ["evt_a203df87-445f-4f66-ade6-ff9f4d9f0893"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:58.317+00', '2026-11-22 05:38:53.866769+00', '2026-11-22 05:38:58.506686+00', '2026-11-22 05:38:58.51392+00', '2036-11-19 05:38:58.317+00', NULL, NULL, 'standard', '2026-11-22 05:38:58.506686+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('daaf5cf8-5ab8-47e0-9ce7-83088fd70c9d', 'cascade-callback', 0, '{"eventIds": ["evt_218eb625-aee3-4932-8cc0-e8e7db3418bd"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:39:07.174+00', '2026-11-22 05:39:00.080945+00', NULL, NULL, '2036-11-19 05:39:07.174+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('3bba2202-db38-41aa-9253-7db83b714ed2', 'cascade-callback', 0, '{"eventIds": ["evt_218eb625-aee3-4932-8cc0-e8e7db3418bd"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:38:59.59+00', '2026-11-22 05:38:53.6913+00', '2026-11-22 05:39:00.077533+00', '2026-11-22 05:39:00.080945+00', '2036-11-19 05:38:59.59+00', NULL, NULL, 'standard', '2026-11-22 05:39:00.077533+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('bbf3287b-13c2-44c6-a427-cc2cc97ed01e', 'cascade-callback', 0, '{"eventIds": ["evt_735ae869-f508-4d48-9942-ac084a03ab2e"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:39:00.008+00', '2026-11-22 05:38:53.54757+00', '2026-11-22 05:39:00.077533+00', '2026-11-22 05:39:00.080945+00', '2036-11-19 05:39:00.008+00', NULL, NULL, 'standard', '2026-11-22 05:39:00.077533+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('3f0603ed-53ce-46e4-903d-58d86657134a', 'cascade-callback', 0, '{"eventIds": ["evt_f8b8dbd7-51fb-4761-8f53-f6712f508c8d"]}', 'completed', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:39:00.59+00', '2026-11-22 05:38:52.764012+00', '2026-11-22 05:39:00.84895+00', '2026-11-22 05:39:00.862734+00', '2036-11-19 05:39:00.59+00', NULL, NULL, 'standard', '2026-11-22 05:39:00.84895+00', 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('29e0e77f-7c45-4950-bca5-1d333dd2292f', 'cascade-callback', 0, '{"eventIds": ["evt_735ae869-f508-4d48-9942-ac084a03ab2e"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:39:11.503+00', '2026-11-22 05:39:00.080945+00', NULL, NULL, '2036-11-19 05:39:11.503+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('5e4b5dbb-f209-414d-9e96-ecbd51f99f45', 'cascade-callback', 0, '{"eventIds": ["evt_f8b8dbd7-51fb-4761-8f53-f6712f508c8d"]}', 'created', 2147483647, 0, 1, true, 60, 3600, 600, NULL, NULL, NULL, NULL, '2026-11-22 05:39:07.052+00', '2026-11-22 05:39:00.862734+00', NULL, NULL, '2036-11-19 05:39:07.052+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO cascade_jobs.queue VALUES
	('cascade-callback', 'standard', 2147483647, 1, true, 60, 3600, 315360000, 600, NULL, false, 'job_common', 8, 8, 0, 0, 0, 0, 36, 0, 0, 0, NULL, NULL, '{0}', 30, false, NULL, '2026-11-22 05:38:56.562704+00', '2026-11-22 05:38:56.570696+00', '2026-11-22 05:38:56.610708+00', '2026-11-22 05:38:41.650278+00', '2026-11-22 05:38:41.658583+00'),
	('cascade-stage', 'standard', 2147483647, 1, true, 60, 3600, 315360000, 600, NULL, false, 'job_common', 1, 1, 0, 0, 0, 0, 4, 0, 0, 0, NULL, NULL, '{0}', 30, false, NULL, '2026-11-22 05:38:56.562704+00', '2026-11-22 05:38:56.570696+00', '2026-11-22 05:38:56.610708+00', '2026-11-22 05:38:41.573296+00', '2026-11-22 05:38:41.594305+00'),
	('cascade-timer', 'standard', 2147483647, 1, true, 60, 3600, 315360000, 600, NULL, false, 'job_common', 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 30, false, NULL, '2026-11-22 05:38:56.562704+00', '2026-11-22 05:38:56.570696+00', '2026-11-22 05:38:56.610708+00', '2026-11-22 05:38:41.600623+00', '2026-11-22 05:38:41.622568+00');
INSERT INTO cascade_jobs.version VALUES
	(43, NULL, '2026-11-22 05:38:41.602681+00', '2026-11-22 05:39:01.662607+00', '2026-11-22 05:38:56.702156+00', NULL);
SELECT pg_catalog.setval('cascade.accounts_id_seq', 1, true);
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
ALTER TABLE ONLY cascade.cascades
    ADD CONSTRAINT cascades_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY cascade.dialogues
    ADD CONSTRAINT dialogues_pkey PRIMARY KEY (account_id, address);
ALTER TABLE ONLY cascade.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade.message_plans
    ADD CONSTRAINT message_plans_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY cascade.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY cascade.prices
    ADD CONSTRAINT prices_pkey PRIMARY KEY (account_id, channel);
ALTER TABLE ONLY cascade.request_ids
    ADD CONSTRAINT request_ids_pkey PRIMARY KEY (account_id, request_id);
ALTER TABLE ONLY cascade.senders
    ADD CONSTRAINT senders_pkey PRIMARY KEY (account_id, channel, subject);
ALTER TABLE ONLY cascade.stage_attempts
    ADD CONSTRAINT stage_attempts_message_id_position_key UNIQUE (message_id, "position");
ALTER TABLE ONLY cascade.stage_attempts
    ADD CONSTRAINT stage_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade.stages
    ADD CONSTRAINT stages_pkey PRIMARY KEY (account_id, cascade_id, "position");
ALTER TABLE ONLY cascade.status_events
    ADD CONSTRAINT status_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade.template_days
    ADD CONSTRAINT template_days_pkey PRIMARY KEY (account_id, day);
ALTER TABLE ONLY cascade.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (account_id, channel, name);
ALTER TABLE ONLY cascade_jobs.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cascade_jobs.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY cascade_jobs.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY cascade_jobs.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);
ALTER TABLE ONLY cascade_jobs.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY cascade_jobs.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY cascade_jobs.queue_stats_20261122
    ADD CONSTRAINT queue_stats_20261122_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY cascade_jobs.queue_stats_20261123
    ADD CONSTRAINT queue_stats_20261123_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY cascade_jobs.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);
ALTER TABLE ONLY cascade_jobs.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY cascade_jobs.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY cascade_jobs.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);
CREATE INDEX api_keys_account_id_idx ON cascade.api_keys USING btree (account_id);
CREATE INDEX messages_account_id_fingerprint_accepted_at_idx ON cascade.messages USING btree (account_id, fingerprint, accepted_at) WHERE (NOT duplicate);
CREATE INDEX stage_attempts_gateway_reference_idx ON cascade.stage_attempts USING btree (gateway_reference) WHERE (gateway_reference ~~ 'smpp:%'::text);
CREATE INDEX status_events_message_id_idx ON cascade.status_events USING btree (message_id);
CREATE UNIQUE INDEX job_common_i1 ON cascade_jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::cascade_jobs.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON cascade_jobs.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::cascade_jobs.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON cascade_jobs.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::cascade_jobs.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON cascade_jobs.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON cascade_jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::cascade_jobs.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON cascade_jobs.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::cascade_jobs.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON cascade_jobs.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::cascade_jobs.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON cascade_jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::cascade_jobs.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON cascade_jobs.job_common USING btree (name, group_id) WHERE ((state = 'active'::cascade_jobs.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON cascade_jobs.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::cascade_jobs.job_state, 'retry'::cascade_jobs.job_state, 'failed'::cascade_jobs.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON cascade_jobs.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::cascade_jobs.job_state));
CREATE INDEX job_dep_parent_idx ON cascade_jobs.job_dependency USING btree (parent_name, parent_id);
CREATE INDEX queue_stats_i1 ON ONLY cascade_jobs.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261122_name_captured_on_deferred_count_queued_idx ON cascade_jobs.queue_stats_20261122 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261123_name_captured_on_deferred_count_queued_idx ON cascade_jobs.queue_stats_20261123 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX warning_i1 ON cascade_jobs.warning USING btree (created_on DESC);
ALTER INDEX cascade_jobs.job_pkey ATTACH PARTITION cascade_jobs.job_common_pkey;
ALTER INDEX cascade_jobs.queue_stats_i1 ATTACH PARTITION cascade_jobs.queue_stats_20261122_name_captured_on_deferred_count_queued_idx;
ALTER INDEX cascade_jobs.queue_stats_pkey ATTACH PARTITION cascade_jobs.queue_stats_20261122_pkey;
ALTER INDEX cascade_jobs.queue_stats_i1 ATTACH PARTITION cascade_jobs.queue_stats_20261123_name_captured_on_deferred_count_queued_idx;
ALTER INDEX cascade_jobs.queue_stats_pkey ATTACH PARTITION cascade_jobs.queue_stats_20261123_pkey;
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
ALTER TABLE ONLY cascade_jobs.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES cascade_jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY cascade_jobs.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES cascade_jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY cascade_jobs.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES cascade_jobs.queue(name);
ALTER TABLE ONLY cascade_jobs.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES cascade_jobs.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY cascade_jobs.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES cascade_jobs.queue(name) ON DELETE CASCADE;
