-- A row or a job that returns an event to its receiver names the turn of the event that it is for, so an event has one chain of
-- attempts.

alter table cascade.parked_callbacks add column turn integer;

comment on column cascade.parked_callbacks.turn is
  'status_events.turn when the event was parked. If the event has another one, the row is void. Null, from the version before: any.';
