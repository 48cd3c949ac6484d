import { setTimeout } from 'node:timers/promises';
import type { ServerBehindProxy } from '@cascade/service/bench';
import type { ReceiverFault } from '@cascade/test-kit';
import type { CountingGateway } from '../gateway-view.ts';
import type { Callers } from './caller.ts';
import type { Replicas } from './replicas.ts';
import type { Resident } from './world.ts';

export interface Victims {
  readonly server: ServerBehindProxy;
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

/**
 * Of replicas and database. The second replica is never ended, so that its memory shows what an hour does to it. SIGTERM
 * and a locked row lose no result: they do not excuse a second send.
 */
export const ofTheService: Readonly<Record<string, Injury>> = {
  'kill -9 of a replica': ({ replicas, random }) => replicas.crash(0, random() * 5_000),
  'SIGTERM of a replica': ({ replicas }) => replicas.restart(0),
  'SIGSTOP of a replica': ({ replicas, random }, milliseconds) =>
    replicas.freeze(random() < 0.5 ? 0 : 1, milliseconds),
  'silent database connections': ({ server, gateway }) =>
    gateway.during('silent database connections', async () => {
      server.proxy.silence();
      await setTimeout(untilGivenUp);
    }),
  'silent answers of the database': ({ server, gateway }) =>
    gateway.during('silent answers of the database', async () => {
      server.proxy.silence('answers');
      await setTimeout(untilGivenUp);
    }),
  'stopped database sessions': ({ server, gateway }, milliseconds) =>
    gateway.during('stopped database sessions', async () => {
      const goOn = await server.stopBackends();
      await setTimeout(milliseconds);
      goOn();
    }),
  async 'a locked account row'(victims, milliseconds) {
    const session = await victims.server.session();
    try {
      await session.query('begin');
      await session.query('select from cascade.accounts where name = $1 for update', [pick(victims).name]);
      await setTimeout(milliseconds);
    } finally {
      await session.end();
    }
  },
};

const break_ =
  (fault: ReceiverFault): Injury =>
  async (victims, milliseconds) => {
    const { receiver } = pick(victims);
    await receiver.become(fault);
    await setTimeout(milliseconds);
    await receiver.become(null);
  };

/** Messages at once, for each message a second of the load: more than the service does in half a second. */
const burst = 5;

/** Of receivers and callers. */
export const ofOthers: Readonly<Record<string, Injury>> = {
  'a dead receiver': break_('down'),
  'a hanging receiver': break_('hanging'),
  'a slow receiver': break_('slow'),
  'a failing receiver': break_('failing'),
  /** Its account fills its part of the queue meanwhile. */
  async 'a burst for a slow receiver'(victims, milliseconds) {
    const resident = pick(victims);
    await resident.receiver.become('slow');
    await Promise.all([setTimeout(milliseconds), ...sendAtOnce(victims, resident)]);
    await resident.receiver.become(null);
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
