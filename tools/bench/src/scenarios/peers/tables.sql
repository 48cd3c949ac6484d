-- The rows of a cascade of one stage with three reports, about as wide as ours, with the keys that they need.
create table ids (account bigint, id uuid, message bigint, primary key (account, id));
create table messages (id bigint primary key, account bigint, address text, content jsonb, plan jsonb, phase text,
  reserved bigint, accepted timestamptz default now()) with (fillfactor = 70);
create table attempts (id uuid primary key, message bigint, status text, started timestamptz, changed timestamptz)
  with (fillfactor = 70);
create table ledger (id bigserial primary key, account bigint, message bigint, debit text, credit text, amount bigint);
create table events (id uuid primary key, message bigint, status text, at timestamptz, sent boolean);
create table jobs (message bigint primary key, id uuid, queue text, data jsonb, due timestamptz);
create index on events (message);
create index on ledger (message);
create table accounts (id bigint primary key, available bigint, reserved bigint);
insert into accounts select n, 1e15, 0 from generate_series(1, 64) n;
