-- runs: before serving

alter table cascade.callbacks
  add column secret text,
  add column previous_secret text,
  add column previous_until timestamptz(3);

comment on column cascade.callbacks.secret is
  'Signs callbacks of this registration (ADR-0057), beside the secrets of the account; null if the API has not registered it.';
comment on column cascade.callbacks.previous_secret is 'Signs beside the secret until previous_until.';
comment on table cascade.callback_secrets is
  'Secrets that the accounts file declares: they sign every callback of the account (ADR-0017).';
