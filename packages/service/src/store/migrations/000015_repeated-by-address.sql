-- runs: while serving

-- Repeated messages are found by the index of addresses; migration 16 drops the index that found them before.

-- Statistics of the indexed expressions. Of an empty table they would say that it stays empty.
do $$
begin
  if exists (select from cascade.messages) then
    analyze cascade.messages;
  end if;
end
$$;

create or replace function cascade.earlier_equal(account bigint, receiver text, equal_fingerprint bytea) returns setof bigint
language sql stable rows 1 as $$
  select d.id from cascade.messages d
  where hashtextextended(d.address, d.account_id) = hashtextextended(receiver, account)
    and d.duplicate = false and d.fingerprint = equal_fingerprint
    and d.accepted_at at time zone 'UTC' > now() at time zone 'UTC' - interval '300 seconds'
    -- No index has the sum.
    and d.account_id + 0 = account
  limit 1
$$;
