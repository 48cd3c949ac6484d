-- Events that were given up can be sent again (ADR-0041).

create table cascade.undelivered (
  event_id text primary key,
  message_id bigint not null,
  account_id bigint not null,
  sender integer not null,
  at timestamptz not null,
  position integer not null,
  since timestamptz not null default now(),
  resend text check (resend in ('asked', 'enabled'))
);

create index on cascade.undelivered (account_id, sender, at, position, event_id);
create index undelivered_to_resend on cascade.undelivered (account_id, sender, at, position, event_id) where resend is not null;
create index on cascade.undelivered (message_id);
create index on cascade.undelivered (since);

comment on table cascade.undelivered is
  'Status events that no attempt is planned for, and that can be sent again. Only failures write here, so the others pay nothing. sender, at and position are those of the event; sender is -1 without one. resend: null: when an operator asks for it; asked: an operator did; enabled: as soon as its registration is enabled.';

-- A trigger, because replicas of the version before give up events, too. Other changes of state evaluate its condition only.
create function cascade.keep_undelivered() returns trigger language plpgsql as $$
begin
  insert into cascade.undelivered (event_id, message_id, account_id, sender, at, position, resend)
  select
    new.id, new.message_id, message.account_id,
    coalesce((plan.stages -> (new.position - 1) ->> 'subjectId')::integer, -1),
    new.at, coalesce(new.position, 0),
    case when new.last_result in ('410', '410 before', 'disabled') then 'enabled' end
  from cascade.messages message
  join cascade.message_plans plan on plan.message_id = message.id
  where message.id = new.message_id
  on conflict (event_id) do update set since = now(), resend = excluded.resend;
  return null;
end $$;

create trigger keep_undelivered after update of state on cascade.status_events
for each row when (new.state = 'given-up' and old.state <> 'given-up') execute function cascade.keep_undelivered();

alter table cascade.status_events add column tries text[];

comment on column cascade.status_events.tries is
  'The last 32 callback attempts: the time, the HTTP status or error code, and the milliseconds that it took; or the time and "resent".';

-- Operators name a registration by its id, and disable one with a reason.
alter table cascade.callbacks
  add column id bigint generated always as identity,
  add column disabled_reason text,
  add column failing_since timestamptz,
  add column last_error text;

comment on column cascade.callbacks.disabled_reason is
  '410: the receiver answered so, and registering it again enables it; null: the same, before migration 18. Any other text is from an operator, who alone enables it again.';
comment on column cascade.callbacks.failing_since is 'The first failure since the last success; null while attempts succeed.';
comment on column cascade.callbacks.last_error is 'The HTTP status or error code of its last failure; null while attempts succeed.';

create unique index on cascade.callbacks (id);
create index callbacks_in_trouble on cascade.callbacks (id) where disabled_at is not null or failing_since is not null;
