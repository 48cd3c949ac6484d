-- What a registration may name besides the address of status events (ADR-0014).

alter table cascade.callbacks add column in_message_url text, add column message_matcher_url text;

comment on column cascade.callbacks.in_message_url is
  'Where messages from subscribers go. Kept and returned; the service sends none.';
comment on column cascade.callbacks.message_matcher_url is
  'Where changes of templates go. Kept and returned; the service sends none.';
