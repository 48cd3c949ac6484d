-- Within a stage the times of its statuses rise strictly (ADR-0037), so each attempt knows the last one.

alter table cascade.stage_attempts add column changed_at timestamptz;

comment on column cascade.stage_attempts.changed_at is
  'statusAt of the last status event of the attempt; null in rows from before this column: the later of started_at and ended_at.';
