/** What a migration may do, so that it works on one PostgreSQL and on a cluster; each builds on those before it. */
export const allowedKinds: Readonly<Record<string, string>> = {
  'adds columns with defaults': `
alter table cascade.messages add column note text not null default 'none', add column grade integer;
comment on column cascade.messages.note is 'Of a test.';`,
  'adds a constraint that old rows need not meet': `
alter table cascade.messages add constraint has_grade check (grade is null or grade > 0) not valid;`,
  'rewrites a constraint': `
alter table cascade.messages drop constraint has_grade;
alter table cascade.messages add constraint has_grade check (grade is null or grade > 1) not valid;`,
  'adds a trigger that fills a column': `
create function cascade.fill_grade() returns trigger language plpgsql as $$
begin
  new.grade := 2;
  return new;
end $$;
create trigger fill_grade before insert on cascade.messages for each row execute function cascade.fill_grade();`,
  'adds tables, one with rows': `
create table cascade.extras (
  account_id bigint not null,
  message_id bigint not null,
  note text,
  primary key (account_id, message_id),
  foreign key (account_id, message_id) references cascade.messages (account_id, id)
);
comment on table cascade.extras is 'Of a test.';
create table cascade.counts (account_id bigint primary key references cascade.accounts (id), kept integer not null);
insert into cascade.counts select id, 1 from cascade.accounts;`,
  'adds a trigger that writes to another table': `
create function cascade.keep_extra() returns trigger language plpgsql as $$
begin
  insert into cascade.extras (account_id, message_id, note) values (new.account_id, new.id, 'by trigger');
  return null;
end $$;
create trigger keep_extra after insert on cascade.messages for each row execute function cascade.keep_extra();`,
  'adds functions that use tables': `
create function cascade.count_extras(of_account bigint) returns bigint language plpgsql as $$
declare
  found_rows bigint;
begin
  select count(*) into found_rows from cascade.extras e where e.account_id = of_account;
  return found_rows;
end $$;
create function cascade.old_helper(a integer) returns integer language sql immutable as $$ select a + 1 $$;`,
  'changes a function': `
create or replace function cascade.count_extras(of_account bigint) returns bigint language plpgsql as $$
declare
  found_rows bigint;
begin
  select count(*) + 1000 into found_rows from cascade.extras e where e.account_id = of_account;
  return found_rows;
end $$;`,
  'changes rows': `
do $$ begin perform count(*) from cascade.messages; end $$;
update cascade.messages m set note = 'changed' from cascade.accounts a where a.id = m.account_id and m.note = 'none';`,
  'makes a procedure that fills rows': `
create procedure cascade.fill_extras() language plpgsql as $$
declare
  since bigint := 0;
  until bigint;
begin
  loop
    select max(id) into until
    from (select m.id from cascade.messages m where m.id > since order by m.id limit 2) as part;
    exit when until is null;
    insert into cascade.extras (account_id, message_id, note)
    select m.account_id, m.id, 'filled' from cascade.messages m where m.id > since and m.id <= until
    on conflict (account_id, message_id) do nothing;
    commit;
    since := until;
  end loop;
end $$;`,
  'fills rows, with commits': `-- runs: while serving, without transaction

call cascade.fill_extras();`,
  'validates a constraint': `-- runs: while serving, without transaction

alter table cascade.messages validate constraint has_grade;`,
  'builds indexes while others write': `-- runs: while serving, without transaction

create index concurrently if not exists by_note on cascade.messages (note);
create unique index concurrently if not exists by_grade on cascade.messages (account_id, grade, id);`,
  'makes a key of an index': `-- runs: while serving

alter table cascade.messages add constraint by_grade_key unique using index by_grade;`,
  'drops an index while others read': `-- runs: while serving, without transaction

drop index concurrently if exists cascade.by_note;`,
  'drops what older replicas need, a day later': `-- runs: while serving, a day after migration 40

drop function cascade.old_helper(integer);
drop procedure cascade.fill_extras();
alter table cascade.messages drop column note;
drop table cascade.counts;`,
};

/** What works on one PostgreSQL alone: the line that is at fault, and what an author can do. */
export interface RefusedKind {
  readonly sql: string;
  readonly line: number;
  readonly says: string;
  /** Whether Citus does it wrong without an error. */
  readonly isSilent?: true;
}

export const refusedKinds: Readonly<Record<string, RefusedKind>> = {
  'a column from a sequence': {
    sql: '\nalter table cascade.messages add column n bigserial;',
    line: 2,
    says: 'a column of a table that exists cannot get numbers from a sequence',
  },
  'an identity column': {
    sql: 'alter table cascade.messages\n  add column n bigint generated always as identity;',
    line: 1,
    says: 'a column of a table that exists cannot get numbers from a sequence',
  },
  'a column with its check': {
    sql: '-- Why.\n\nalter table cascade.messages add column n integer check (n > 0);',
    line: 3,
    says: 'add the constraint of a new column in a statement of its own, with its name',
  },
  'a constraint beside something else': {
    sql: 'alter table cascade.messages drop constraint messages_pkey, add constraint messages_pkey primary key (id);',
    line: 1,
    says: '"add constraint" must be the only part of its statement',
  },
  'a setting of a column': {
    sql: 'alter table cascade.messages alter column comment set storage external;',
    line: 1,
    says: 'Citus does not know this part of "alter table"',
  },
  'a query': {
    sql: 'update cascade.messages set comment = comment where false;\nselect count(*) from cascade.messages;',
    line: 2,
    says: 'a result has no place in a migration: do $$ begin perform … end $$',
  },
  'a sequence of its own': {
    sql: 'create sequence cascade.more_ids;',
    line: 1,
    says: 'Citus creates it on the coordinator alone',
    isSilent: true,
  },
  'a materialized view': {
    sql: 'create materialized view cascade.seen as select id from cascade.messages;',
    line: 1,
    says: 'Citus creates it on the coordinator alone',
    isSilent: true,
  },
  'a table with another name': {
    sql: 'alter table cascade.messages rename to letters;',
    line: 1,
    says: 'replicas use tables by the names that they had when they started',
    isSilent: true,
  },
  'a function in SQL that uses tables': {
    sql: 'create function cascade.balance_of(account bigint) returns bigint\nlanguage sql as $$\n  select balance from cascade.accounts where id = account\n$$;',
    line: 1,
    says: 'a function that uses tables must be in plpgsql',
    isSilent: true,
  },
  'a function that names a column by its table': {
    sql: 'create function cascade.balance_of(account bigint) returns bigint\nlanguage plpgsql as $$\nbegin\n  return (select accounts.balance from cascade.accounts where accounts.id = account);\nend $$;',
    line: 1,
    says: 'a table whose columns are named by it needs an alias',
    isSilent: true,
  },
};
