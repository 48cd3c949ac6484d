-- runs: while serving

-- After the database's clock was set back, messages have acceptance times in the future. Without an upper bound an equal
-- message counted as repeated for as long as the step, and not for five minutes.
create or replace function cascade.earlier_equal(account bigint, receiver text, equal_fingerprint bytea) returns setof bigint
language sql stable rows 1 as $$
  select d.id from cascade.messages d
  where hashtextextended(d.address, d.account_id) = hashtextextended(receiver, account)
    and d.duplicate = false and d.fingerprint = equal_fingerprint
    and d.accepted_at at time zone 'UTC' > now() at time zone 'UTC' - interval '300 seconds'
    and d.accepted_at at time zone 'UTC' < now() at time zone 'UTC' + interval '300 seconds'
    -- No index has the sum.
    and d.account_id + 0 = account
  limit 1
$$;
