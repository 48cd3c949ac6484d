-- Each accepted message writes to these tables several times: what every row pays has to be worth it.

-- Attempts and events are written in the transaction that holds their message locked, and deleted with it by the
-- retention; looking the message up once more for each row cost more than the row.
alter table cascade.stage_attempts drop constraint stage_attempts_message_id_fkey;
alter table cascade.status_events drop constraint status_events_message_id_fkey;

comment on table cascade.status_events is
  'The outbox of callbacks: written in the transaction that changes the status. id is the webhook-id. nobody: no address was registered, or the account does not want to be told of this status.';

alter table cascade.status_events add column turn integer not null default 0;

comment on column cascade.status_events.turn is
  'How often something was recorded about the event. Whoever records has to know the turn: a job that was lost to another process makes no second chain of attempts.';

alter table cascade.message_plans add column traceparent text;

comment on column cascade.message_plans.traceparent is
  'W3C Trace Context of the request, if anybody traces: stages and callbacks belong to the same trace.';
