-- Further headers of callbacks, such as a fixed token (ADR-0017).

alter table cascade.callbacks add column headers jsonb;

comment on column cascade.callbacks.headers is
  'Sent with each callback to this URL, and to no other; null means none. Values may be secrets.';
