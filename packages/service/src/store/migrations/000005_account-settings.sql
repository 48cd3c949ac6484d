-- How an account wants its requests to be treated.

alter table cascade.accounts add column settings jsonb not null default '{}';

comment on column cascade.accounts.settings is
  'Which older request shapes are let in (ADR-0027), and the request rate (ADR-0030). What is absent is off, or has no limit.';
