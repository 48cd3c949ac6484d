-- What the cascade engine knows beyond the message itself: templates and dialogues of chattwo, and their daily limit.

alter table cascade.messages add column address_type text not null default 'PHONE';

comment on column cascade.messages.address_type is 'subscriberFilter.type (§2.1). Only a PHONE has a format that is checked (ADR-0022).';

alter table cascade.stage_attempts add column template text;

comment on column cascade.stage_attempts.template is
  'The template that the content matched. Once such a message is delivered, a dialogue of 24 hours is open.';

alter table cascade.accounts add column template_messages_per_day integer check (template_messages_per_day >= 0);

comment on column cascade.accounts.template_messages_per_day is
  'Template messages on chattwo in one day of UTC (ADR-0030); null is no limit.';

create table cascade.templates (
  account_id bigint not null references cascade.accounts on delete cascade,
  channel text not null,
  name text not null,
  text text not null,
  primary key (account_id, channel, name)
);

comment on table cascade.templates is
  'What may be said on a channel (§7.4, no-template-match). A placeholder such as {code} stands for any text that is not empty. A channel without templates takes everything.';

create table cascade.template_days (
  account_id bigint not null references cascade.accounts on delete cascade,
  day date not null,
  sent integer not null check (sent >= 0),
  primary key (account_id, day)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

comment on table cascade.template_days is 'Template messages on chattwo, counted by day of UTC (§7.4, daily-rate-limit).';

create table cascade.dialogues (
  account_id bigint not null references cascade.accounts on delete cascade,
  address text not null,
  open_until timestamptz not null,
  primary key (account_id, address)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

comment on table cascade.dialogues is 'Dialogues on chattwo (§8: 24 hours). Outside of one only templates get through.';
