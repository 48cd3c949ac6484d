-- Keeps what can be sent again (ADR-0041). A trigger, so that each replica that gives up an event does so,
-- whatever its version; other changes of the state evaluate its condition only. Neither an insert of what is
-- selected from another of these tables, nor a clock in what a conflict updates: see
-- src/cluster/refused-forms.test.ts.

create or replace function cascade.keep_undelivered() returns trigger language plpgsql as $$
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

create or replace trigger keep_undelivered after update of state on cascade.status_events
for each row when (new.state = 'given-up' and old.state <> 'given-up') execute function cascade.keep_undelivered();
