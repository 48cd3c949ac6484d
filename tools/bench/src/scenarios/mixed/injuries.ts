import { setTimeout } from 'node:timers/promises';
import type { ServerBehindProxy } from '@cascade/service/bench';
import type { ReceiverFault } from '@cascade/test-kit';
import { type DatabaseFault, databaseFaults } from '../../harness/database-faults.ts';
import type { CountingGateway } from '../../harness/gateway.ts';
import { breakFor } from '../../harness/receivers.ts';
import type { Replicas } from '../../harness/replicas.ts';
import { until } from '../../harness/waits.ts';
import type { Arrangement, Loss } from '../failover/streaming.ts';
import { type Callers, type Resident, residentAccount } from './residents.ts';

export interface Victims {
  readonly replicas: Replicas;
  readonly gateway: CountingGateway;
  /** Without the healthy one. */
  readonly residents: readonly Resident[];
  readonly callers: Callers;
  /** Requests a second of the load. */
  readonly rate: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Something that goes wrong for some seconds; resolves when it is over. */
export type Injury = (victims: Victims, milliseconds: number) => Promise<void>;

let turn = 0;

/** In turn, so that a receiver is well when a callback is tried a third time: the fourth comes half an hour later. */
const pick = ({ residents }: Victims): Resident => {
  turn += 1;
  const resident = residents[turn % residents.length];
  if (resident === undefined) throw new Error('no account to pick');
  return resident;
};

/** How long a replica may use a silent connection before it gives it up, in milliseconds. */
const untilGivenUp = 10_000;

type Injuries = Readonly<Record<string, Injury>>;

/** Of a database behind a proxy. A locked row loses no result: it does not excuse a second send. */
export function ofTheProxy(server: ServerBehindProxy): Injuries {
  const of =
    (fault: keyof typeof databaseFaults): Injury =>
    async (victims, milliseconds) => {
      const begin: DatabaseFault = databaseFaults[fault];
      const end = await begin(server, residentAccount(pick(victims)));
      await setTimeout(fault.startsWith('silent') ? untilGivenUp : milliseconds);
      await end();
    };
  /** Results of sends may be lost. */
  const excused =
    (name: string, fault: keyof typeof databaseFaults): Injury =>
    (victims, milliseconds) =>
      victims.gateway.during(name, () => of(fault)(victims, milliseconds));
  return {
    'silent database connections': excused('silent database connections', 'silent'),
    'silent answers of the database': excused('silent answers of the database', 'silent answers'),
    'stopped database sessions': excused('stopped database sessions', 'stopped backends'),
    'a locked account row': of('locked'),
  };
}

/** Of servers of which one takes writes: a standby is promoted, and the old primary returns as a primary. */
export function ofThePrimary(servers: Arrangement): Injuries {
  const promoteAfter =
    (how: Loss, name: string): Injury =>
    async ({ gateway, replicas, callers }, milliseconds) => {
      await gateway.during(name, async () => {
        await servers.lose(how);
        await setTimeout(milliseconds);
        await servers.promote();
        const since = performance.now();
        await until('each replica accepts again', () => callers.lanesSince(since) === replicas.all.length);
      });
      await gateway.during('the old primary returns', async () => {
        await servers.bringBack();
        await setTimeout(milliseconds);
        await servers.rejoin();
      });
    };
  return {
    'promotion after kill -9 of the primary': promoteAfter(
      'killed',
      'promotion after kill -9 of the primary',
    ),
    'promotion beside a frozen primary': promoteAfter('frozen', 'promotion beside a frozen primary'),
  };
}

/**
 * Of replicas. The second is never ended, so that its memory shows what an hour does to it. SIGTERM loses no result: it
 * does not excuse a second send.
 */
export const ofReplicas: Injuries = {
  async 'kill -9 of a replica'({ replicas, gateway, random }) {
    await gateway.during('kill -9 of a replica', () => replicas.kill([0]));
    await setTimeout(random() * 5_000);
    await replicas.revive();
  },
  'SIGTERM of a replica': ({ replicas }) => replicas.restart(0),
  'SIGSTOP of a replica': ({ replicas, gateway, random }, milliseconds) =>
    gateway.during('SIGSTOP of a replica', () => replicas.freeze(random() < 0.5 ? 0 : 1, milliseconds)),
};

const broken =
  (fault: ReceiverFault): Injury =>
  (victims, milliseconds) =>
    breakFor(pick(victims), fault, () => setTimeout(milliseconds));

/** Messages at once, for each message a second of the load: more than the service does in half a second. */
const burst = 5;

/** Of receivers and callers. */
export const ofOthers: Injuries = {
  'a dead receiver': broken('down'),
  'a hanging receiver': broken('hanging'),
  'a slow receiver': broken('slow'),
  'a failing receiver': broken('failing'),
  /** Its account fills its part of the queue meanwhile. */
  async 'a burst for a slow receiver'(victims, milliseconds) {
    const resident = pick(victims);
    await breakFor(resident, 'slow', () =>
      Promise.all([setTimeout(milliseconds), ...sendAtOnce(victims, resident)]),
    );
  },
  /** More than the service can do, for seconds. */
  async 'a burst of one account'(victims, milliseconds) {
    const resident = pick(victims);
    const sent: Promise<void>[] = [];
    for (let at = 0; at < Math.min(milliseconds, 5_000); at += 500) {
      sent.push(...sendAtOnce(victims, resident));
      await setTimeout(500);
    }
    await Promise.all(sent);
  },
};

function sendAtOnce({ callers, rate, random }: Victims, resident: Resident): Promise<void>[] {
  return Array.from({ length: rate * burst }, () => callers.schedule(resident, random));
}

/** The injuries of a run. */
interface Injected {
  readonly times: ReadonlyMap<string, number>;
  /** Those that could not be injected, or did not end as they should. */
  readonly failures: readonly string[];
  /** How many are under way. */
  underWay(): number;
  /** Resolves when no more are injected and the last is over. */
  readonly ended: Promise<void>;
}

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
export function inject(injuries: Injuries, victims: Victims, { until, pauses, lasts, say }: Plan): Injected {
  const times = new Map<string, number>();
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

  return { times, failures, underWay: () => underWay, ended: work() };
}
