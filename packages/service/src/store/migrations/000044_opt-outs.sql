-- runs: before serving

create table cascade.opt_outs (
  account_id bigint not null references cascade.accounts on delete cascade,
  address text not null,
  since timestamptz(3) not null default now(),
  source text not null check (source in ('subscriber', 'operator')),
  primary key (account_id, address)
);

comment on table cascade.opt_outs is
  'Numbers that want no SMS from the account (ADR-0054), for gateways with optOut. Digits only, without the plus.';
comment on column cascade.opt_outs.source is
  'Whether the subscriber has sent the word, or an operator has added the number.';
