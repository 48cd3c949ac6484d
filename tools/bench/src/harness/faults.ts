import { setTimeout } from 'node:timers/promises';
import type { ReceiverFault } from '@cascade/repository/test-kit';
import type { ServerBehindProxy } from '@cascade/service/bench';
import type { CountingGateway } from './gateway.ts';
import type { Loss } from './postgres.ts';
import type { Subject } from './receivers.ts';
import type { Replicas } from './replicas.ts';
import type { Arrangement } from './streaming.ts';
import { until } from './waits.ts';

/** Something that goes wrong between service and database; returns what ends it. */
export type DatabaseFault = (
  server: ServerBehindProxy,
  account: string,
) => Promise<() => Promise<void> | void>;

/** A silent connection stays so: replicas must give it up. */
const untilGivenUp = () => {};

/** By name. `locked` concerns one account only; it loses no result, as the others may. */
export const databaseFaults = {
  async silent({ proxy }) {
    proxy.silence();
    return untilGivenUp;
  },
  async 'silent answers'({ proxy }) {
    proxy.silence('answers');
    return untilGivenUp;
  },
  async 'silent requests'({ proxy }) {
    proxy.silence('requests');
    return untilGivenUp;
  },
  'stopped backends': (server) => server.stopBackends(),
  async locked(server, account) {
    const session = await server.session();
    await session.query('begin');
    await session.query('select from cascade.accounts where name = $1 for update', [account]);
    return () => session.end();
  },
  async 'read-only'(server) {
    await server.ask('alter database cascade set default_transaction_read_only = on');
    await endSessions(server);
    return async () => {
      await server.ask(
        'set transaction_read_only = off; alter database cascade reset default_transaction_read_only',
      );
      // As a failover would.
      await endSessions(server);
    };
  },
} satisfies Readonly<Record<string, DatabaseFault>>;

async function endSessions(server: ServerBehindProxy): Promise<void> {
  await server.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cascade_service'",
  );
}

/** Breaks a receiver while the work lasts. */
export async function breakFor<Result>(
  { receiver }: Subject,
  fault: ReceiverFault,
  work: () => Promise<Result>,
): Promise<Result> {
  await receiver.become(fault);
  const result = await work();
  await receiver.become(null);
  return result;
}

/** An account that may be broken, with its receiver. */
interface Target extends Subject {
  /** The account that the receiver belongs to now. */
  account(): string;
  /** More messages at once than the service does in half a second; resolves with the last answer. */
  burst(): Promise<unknown>;
}

/** What faults are done to. */
export interface Victims {
  readonly replicas: Replicas;
  readonly gateway: CountingGateway;
  /** All but the healthy one. */
  readonly targets: readonly Target[];
  /** How many of the replicas have accepted a message that was sent after an instant. */
  acceptedSince(instant: number): number;
  /** From 0 to 1. */
  random(): number;
}

/** Something that goes wrong for some seconds; resolves when it is over. */
type Injury = (victims: Victims, milliseconds: number) => Promise<void>;
export type Injuries = Readonly<Record<string, Injury>>;

let turn = 0;

/**
 * In turn, so that a receiver is well when a callback is tried a third time: the fourth comes half an hour
 * later.
 */
const pick = ({ targets }: Victims): Target => {
  turn += 1;
  const target = targets[turn % targets.length];
  if (target === undefined) throw new Error('no account to pick');
  return target;
};

/** Results of sends may be lost meanwhile: the gateway excuses a second send by the name. */
const excused = (name: string, injury: Injury): Injuries => ({
  [name]: (victims, milliseconds) => victims.gateway.during(name, () => injury(victims, milliseconds)),
});

/** How long a replica may use a silent connection before it gives it up, in milliseconds. */
const silenceMs = 10_000;

/** Of a database behind a proxy. A locked row loses no result: it does not excuse a second send. */
export function ofTheProxy(server: ServerBehindProxy): Injuries {
  const of =
    (fault: keyof typeof databaseFaults): Injury =>
    async (victims, milliseconds) => {
      const begin: DatabaseFault = databaseFaults[fault];
      const end = await begin(server, pick(victims).account());
      await setTimeout(fault.startsWith('silent') ? silenceMs : milliseconds);
      await end();
    };
  return {
    ...excused('silent database connections', of('silent')),
    ...excused('silent answers of the database', of('silent answers')),
    ...excused('stopped database sessions', of('stopped backends')),
    'a locked account row': of('locked'),
  };
}

/** Of servers of which one takes writes: a standby is promoted, and the old primary returns as a primary. */
export function ofThePrimary(servers: Arrangement): Injuries {
  const promoteAfter =
    (how: Loss, name: string): Injury =>
    async ({ gateway, replicas, acceptedSince }, milliseconds) => {
      await gateway.during(name, async () => {
        await servers.lose(how);
        await setTimeout(milliseconds);
        await servers.promote();
        const since = performance.now();
        await until('each replica accepts again', () => acceptedSince(since) === replicas.all.length);
      });
      await gateway.during('the old primary returns', async () => {
        await servers.bringBack();
        await setTimeout(milliseconds);
        await servers.rejoin();
      });
    };
  const names: Readonly<Record<string, Loss>> = {
    'promotion after kill -9 of the primary': 'killed',
    'promotion beside a frozen primary': 'frozen',
  };
  return Object.fromEntries(Object.entries(names).map(([name, how]) => [name, promoteAfter(how, name)]));
}

/**
 * Of replicas. The second is never ended, so that its memory shows what an hour does to it. SIGTERM loses no
 * result: it does not excuse a second send.
 */
export const ofReplicas: Injuries = {
  async 'kill -9 of a replica'({ replicas, gateway, random }) {
    await gateway.during('kill -9 of a replica', () => replicas.kill([0]));
    await setTimeout(random() * 5_000);
    await replicas.revive();
  },
  'SIGTERM of a replica': ({ replicas }) => replicas.restart(0),
  ...excused('SIGSTOP of a replica', ({ replicas, random }, milliseconds) =>
    replicas.freeze(random() < 0.5 ? 0 : 1, milliseconds),
  ),
};

const broken =
  (fault: ReceiverFault): Injury =>
  (victims, milliseconds) =>
    breakFor(pick(victims), fault, () => setTimeout(milliseconds));

/** Of receivers and callers. */
export const ofOthers: Injuries = {
  'a dead receiver': broken('down'),
  'a hanging receiver': broken('hanging'),
  'a slow receiver': broken('slow'),
  'a failing receiver': broken('failing'),
  /** Its account fills its part of the queue meanwhile. */
  async 'a burst for a slow receiver'(victims, milliseconds) {
    const target = pick(victims);
    await breakFor(target, 'slow', () => Promise.all([setTimeout(milliseconds), target.burst()]));
  },
  /** More than the service can do, for seconds. */
  async 'a burst of one account'(victims, milliseconds) {
    const target = pick(victims);
    const sent: Promise<unknown>[] = [];
    for (let at = 0; at < Math.min(milliseconds, 5_000); at += 500) {
      sent.push(target.burst());
      await setTimeout(500);
    }
    await Promise.all(sent);
  },
};

interface Plan {
  /** Of the monotonic clock: no new ones from then on. */
  readonly until: number;
  /** Milliseconds between two, at random. */
  readonly pauses: readonly [number, number];
  /** Milliseconds that one lasts, at random. */
  readonly lasts: readonly [number, number];
  readonly say: (line: string) => void;
}

/** One injury after the other, at random. */
export function inject(injuries: Injuries, victims: Victims, { until: end, pauses, lasts, say }: Plan) {
  const injected: string[] = [];
  /** Those that could not be injected, or did not end as they should. */
  const failures: string[] = [];
  const { random } = victims;
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);
  let underWay = 0;

  async function work(): Promise<void> {
    const names = Object.keys(injuries);
    for (;;) {
      await setTimeout(between(pauses));
      if (performance.now() > end) return;
      const name = names[Math.floor(random() * names.length)] ?? '';
      const milliseconds = Math.round(between(lasts));
      injected.push(name);
      say(`${name}, ${milliseconds} ms`);
      underWay += 1;
      await injuries[name]?.(victims, milliseconds).catch((error: unknown) => {
        failures.push(name);
        say(`${name} failed: ${String(error)}`);
      });
      underWay -= 1;
    }
  }

  // Ends when no more are injected and the last is over.
  return { injected, failures, underWay: () => underWay, ended: work() };
}
