-- What the sender of callbacks remembers between two attempts.

alter table cascade.status_events add column first_due_at timestamptz;

comment on column cascade.status_events.first_due_at is
  'When the first callback attempt was made, or would have been but for the back-off of its destination; 24 hours later it is given up (ADR-0018).';
