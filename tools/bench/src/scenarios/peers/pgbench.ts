import { systemPrograms } from '@cascade/service/bench';
import { runProgram } from '@cascade/test-kit';
import type { Bed } from '../../harness/bed.ts';
import { makeRoot, operator, startCluster } from '../../harness/postgres.ts';

/** The rows of a cascade of one stage with three reports, about as wide as ours, with the keys that they need. */
const tables = `
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
insert into accounts select n, 1e15, 0 from generate_series(1, 64) n;`;

/** Three transactions: accepted; sent, with its result and its reports; reports taken. `:n` cascades go in one. */
const script = `
\\set account :client_id + 1
\\set first :account * 1000000000 + :base + 1
\\set last :first + :n - 1
\\set base :base + :n
begin;
update accounts set available = available - 5 * :n, reserved = reserved + 5 * :n where id = :account;
insert into ids select :account, gen_random_uuid(), id from generate_series(:first::bigint, :last::bigint) id;
insert into messages (id, account, address, content, plan, phase, reserved)
  select id, :account, '+12025550199',
    '{"smsContent": {"contentType": "TEXT", "text": "Your code is 4821, do not share it. 6a1f0c2b-4d5e-4691-8111-12222aaaa001"}}',
    '[{"uuid": "8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002", "channel": "SMS", "price": 5, "subject": "codes"}]', 'new', 5
  from generate_series(:first::bigint, :last::bigint) id;
insert into ledger (account, message, debit, credit, amount)
  select :account, id, 'available', 'reserved', 5 from generate_series(:first::bigint, :last::bigint) id;
insert into jobs select id, gen_random_uuid(), 'stage', jsonb_build_object('message', id), now()
  from generate_series(:first::bigint, :last::bigint) id;
commit;
begin;
insert into attempts select gen_random_uuid(), id, 'DELIVERED', now(), now()
  from generate_series(:first::bigint, :last::bigint) id;
insert into events select gen_random_uuid(), id, status, now(), false
  from generate_series(:first::bigint, :last::bigint) id, unnest(array['ENQUEUED', 'SENT', 'DELIVERED']) status;
insert into ledger (account, message, debit, credit, amount)
  select :account, id, 'reserved', 'spent', 5 from generate_series(:first::bigint, :last::bigint) id;
update messages set phase = 'ended', reserved = 0 where id between :first and :last;
update accounts set reserved = reserved - 5 * :n where id = :account;
commit;
begin;
update events set sent = true where message between :first and :last;
delete from jobs where message between :first and :last;
commit;`;

export interface Limit {
  readonly says: string;
  /** Cascades a second, by the number of cascades in one commit. */
  readonly cascadesPerSecond: Readonly<Record<string, number>>;
}

/** Why the limit cannot be measured; undefined if it can. */
export async function whyNoPgbench(): Promise<string | undefined> {
  const { code } = await runProgram('sh', ['-c', 'command -v pgbench']);
  return systemPrograms !== undefined && code === 0
    ? undefined
    : 'no pgbench (Debian: apt install postgresql)';
}

/** What PostgreSQL alone can write on this machine, by pgbench on Debian's PostgreSQL as shipped, fsync on. */
export async function measureLimit(bed: Bed, seconds: number): Promise<Limit> {
  const cluster = await startCluster(bed, await makeRoot(bed), 'limit');
  await cluster.ask(tables);
  const file = await bed.write('cascade.sql', script);
  const cascadesPerSecond: Record<string, number> = {};
  for (const [atOnce, clients] of [
    [1, 32],
    [32, 8],
  ] as const) {
    const where = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', operator];
    const how = `-n -M prepared -c ${clients} -j 2 -T ${seconds} -D n=${atOnce} -D base=${atOnce * 10_000_000}`;
    const { code, out, err } = await runProgram('pgbench', [
      ...where,
      ...how.split(' '),
      '-f',
      file,
      'postgres',
    ]);
    const tps = Number(/^tps = ([\d.]+)/m.exec(out)?.[1]);
    if (code !== 0 || !Number.isFinite(tps))
      throw new Error(`pgbench ended with ${code}:\n${`${out}${err}`.slice(0, 2_000)}`);
    cascadesPerSecond[atOnce] = Math.round(tps * atOnce);
  }
  return {
    says: 'pgbench writes the rows of a cascade of one stage and three reports in three commits, and nothing else happens: no HTTP, no SMSC, no report; by the number of cascades in one commit',
    cascadesPerSecond,
  };
}
