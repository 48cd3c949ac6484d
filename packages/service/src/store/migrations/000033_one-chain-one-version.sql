-- A row or a job that returns an event to its receiver names the turn of the event that it is for, so an event has one chain of
-- attempts. A registration has a version, so an answer counts for what it was sent to, and an accounts file for what it changes.

alter table cascade.parked_callbacks add column turn integer;

comment on column cascade.parked_callbacks.turn is
  'status_events.turn when the event was parked. If the event has another one, the row is void. Null, from the version before: any.';

alter table cascade.accounts add column registrations integer not null default 0;

comment on column cascade.accounts.registrations is 'How often a callback URL of the account was registered or enabled so far.';

alter table cascade.callbacks add column version integer not null default 0;

comment on column cascade.callbacks.version is
  'The number of its last registration or enabling among those of the account. A 410 disables it only if that came before the attempt.';

alter table cascade.accounts add column file_callback bytea;

comment on column cascade.accounts.file_callback is
  'SHA-256 of the callback that the accounts file declared when it was last applied; null if it declared none. While the file declares the same, a registration by the API stays.';
