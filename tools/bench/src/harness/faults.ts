import { setTimeout } from 'node:timers/promises';
import type { ServerBehindProxy } from '@cascade/service/bench';
import type { ReceiverFault } from '@cascade/test-kit';
import type { CountingGateway } from './gateway.ts';
import type { Subject } from './receivers.ts';
import type { Replicas } from './replicas.ts';

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

/** The kinds of faulty receivers beside a healthy one. */
export const receiverFaults = [
  'down',
  'slow',
  'redirecting',
  'failing',
  'gone',
  'hanging',
  'endless',
] as const;

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

export interface Victims {
  readonly server: ServerBehindProxy;
  readonly replicas: Replicas;
  readonly gateway: CountingGateway;
  /** Accounts with their receivers, but for the healthy one. */
  readonly subjects: readonly Subject[];
  /** More messages of an account at once than the service does in half a second; resolves with the last answer. */
  burst(subject: Subject): Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Something that goes wrong for some seconds; resolves when it is over. */
export type Injury = (victims: Victims, milliseconds: number) => Promise<void>;

let turn = 0;

/** In turn, so that a receiver is well when a callback is tried a third time: the fourth comes half an hour later. */
const pick = ({ subjects }: Victims): Subject => {
  turn += 1;
  const subject = subjects[turn % subjects.length];
  if (subject === undefined) throw new Error('no account to pick');
  return subject;
};

/** How long a replica may use a silent connection before it gives it up, in milliseconds. */
const silenceMs = 10_000;

function ofDatabase(fault: keyof typeof databaseFaults): Injury {
  return async (victims, milliseconds) => {
    const begin: DatabaseFault = databaseFaults[fault];
    const end = await begin(victims.server, pick(victims).name);
    await setTimeout(fault.startsWith('silent') ? silenceMs : milliseconds);
    await end();
  };
}

/** Results of sends may be lost. */
function excused(name: string, fault: keyof typeof databaseFaults): Injury {
  return (victims, milliseconds) =>
    victims.gateway.during(name, () => ofDatabase(fault)(victims, milliseconds));
}

/**
 * Of replicas and database. The second replica is never ended, so that its memory shows what an hour does to it. SIGTERM
 * and a locked row lose no result: they do not excuse a second send.
 */
export const ofTheService: Readonly<Record<string, Injury>> = {
  async 'kill -9 of a replica'({ replicas, gateway, random }) {
    await gateway.during('kill -9 of a replica', () => replicas.kill([0]));
    await setTimeout(random() * 5_000);
    await replicas.revive();
  },
  'SIGTERM of a replica': ({ replicas }) => replicas.restart(0),
  'SIGSTOP of a replica': ({ replicas, gateway, random }, milliseconds) =>
    gateway.during('SIGSTOP of a replica', () => replicas.freeze(random() < 0.5 ? 0 : 1, milliseconds)),
  'silent database connections': excused('silent database connections', 'silent'),
  'silent answers of the database': excused('silent answers of the database', 'silent answers'),
  'stopped database sessions': excused('stopped database sessions', 'stopped backends'),
  'a locked account row': ofDatabase('locked'),
};

const broken =
  (fault: ReceiverFault): Injury =>
  (victims, milliseconds) =>
    breakFor(pick(victims), fault, () => setTimeout(milliseconds));

/** Of receivers and callers. */
export const ofOthers: Readonly<Record<string, Injury>> = {
  'a dead receiver': broken('down'),
  'a hanging receiver': broken('hanging'),
  'a slow receiver': broken('slow'),
  'a failing receiver': broken('failing'),
  /** Its account fills its part of the queue meanwhile. */
  async 'a burst for a slow receiver'(victims, milliseconds) {
    const subject = pick(victims);
    await breakFor(subject, 'slow', () => Promise.all([setTimeout(milliseconds), victims.burst(subject)]));
  },
  /** More than the service can do, for seconds. */
  async 'a burst of one account'(victims, milliseconds) {
    const subject = pick(victims);
    const sent: Promise<unknown>[] = [];
    for (let at = 0; at < Math.min(milliseconds, 5_000); at += 500) {
      sent.push(victims.burst(subject));
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
export function inject(
  injuries: Readonly<Record<string, Injury>>,
  victims: Victims,
  { until, pauses, lasts, say }: Plan,
) {
  const times = new Map<string, number>();
  /** Those that could not be injected, or did not end as they should. */
  const failures: string[] = [];
  const { random } = victims;
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);
  let underWay = 0;

  async function work(): Promise<void> {
    const names = Object.keys(injuries);
    for (;;) {
      await setTimeout(between(pauses));
      if (performance.now() > until) return;
      const name = names[Math.floor(random() * names.length)] ?? '';
      const milliseconds = Math.round(between(lasts));
      times.set(name, (times.get(name) ?? 0) + 1);
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
  return { times, failures, underWay: () => underWay, ended: work() };
}
