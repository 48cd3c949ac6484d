-- runs: while serving

-- Events that were given up in the last 30 days, before there was a table for them.

insert into cascade.undelivered (event_id, message_id, account_id, sender, at, position, since, resend)
select
  event.id, event.message_id, message.account_id,
  coalesce((plan.stages -> (event.position - 1) ->> 'subjectId')::integer, -1),
  event.at, coalesce(event.position, 0), event.at,
  case when event.last_result in ('410', '410 before') then 'enabled' end
from cascade.status_events event
join cascade.messages message on message.id = event.message_id
join cascade.message_plans plan on plan.message_id = message.id
where event.state = 'given-up' and event.at > now() - interval '30 days'
on conflict (event_id) do nothing;
