-- Its conflict is by the new key.

create or replace function cascade.keep_undelivered() returns trigger language plpgsql as $$
begin
  insert into cascade.undelivered (event_id, message_id, account_id, sender, at, position, resend)
  select
    new.id, new.message_id, new.account_id,
    coalesce((plan.stages -> (new.position - 1) ->> 'subjectId')::integer, -1),
    new.at, coalesce(new.position, 0),
    case when new.last_result in ('410', '410 before', 'disabled') then 'enabled' end
  from cascade.message_plans plan
  where plan.account_id = new.account_id and plan.message_id = new.message_id
  on conflict (account_id, event_id) do update set since = now(), resend = excluded.resend;
  return null;
end $$;
