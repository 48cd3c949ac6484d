-- Receipts of SMPP name a message by the id that the SMSC gave it, and nothing else.

create index on cascade.stage_attempts (gateway_reference) where gateway_reference like 'smpp:%';

comment on column cascade.stage_attempts.gateway_reference is
  'The gateway''s own name for the attempt. Those that receipts are found by begin with smpp: and the name of the gateway; an SMSC may give an id again, then the youngest attempt counts.';
