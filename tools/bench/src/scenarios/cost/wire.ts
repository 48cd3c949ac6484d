import { setTimeout as pause } from 'node:timers/promises';
import { startSilentProxy } from '@cascade/repository/test-kit';
import type { Bed } from '../../harness/bed.ts';
import { urlOf } from '../../harness/postgres.ts';
import { round } from '../../harness/statistics.ts';
import { startCostWorld } from './world.ts';

/** What an idle service asks of the database in a second, and a message beside it that is alone. */
export async function measureAlone(bed: Bed, statuses: readonly string[]) {
  let wire = (): Wire => ({ statements: 0, transactions: 0, roundTrips: 0 });
  const { offer, during } = await startCostWorld(bed, {
    name: 'alone',
    statuses,
    async between({ port }) {
      const proxy = bed.closing(await startCountingProxy(port));
      wire = proxy.count;
      return urlOf([proxy]);
    },
  });
  await offer(2, 2);
  const counted = async (work: () => Promise<unknown>) => {
    const before = wire();
    const { spent } = await during(work);
    const after = wire();
    return { of: (key: keyof Wire) => after[key] - before[key], seconds: spent('at'), ended: spent('ended') };
  };
  const rest = await counted(() => pause(10_000));
  // Two messages a second never meet.
  const load = await counted(() => offer(2, 10));
  const each = (of: (key: keyof Wire) => number): Wire => ({
    statements: round(of('statements')),
    transactions: round(of('transactions')),
    roundTrips: round(of('roundTrips')),
  });
  const idle = each((key) => rest.of(key) / rest.seconds);
  const alone = each((key) => (load.of(key) - idle[key] * load.seconds) / load.ended);
  return { idlePerSecond: idle, alone };
}

/** What passed between the service and PostgreSQL. */
interface Wire {
  readonly statements: number;
  /** Statements of their own, and blocks from `begin` to `commit`. */
  readonly transactions: number;
  /** How often a connection without an open question asked one, or several at once. */
  readonly roundTrips: number;
}

/** Types of messages, and what the server is when it is ready for the next one. */
const codes = {
  simpleQuery: 'Q'.charCodeAt(0),
  /** Of a prepared statement. */
  execute: 'E'.charCodeAt(0),
  sync: 'S'.charCodeAt(0),
  ready: 'Z'.charCodeAt(0),
  idle: 'I'.charCodeAt(0),
} as const;

/** A proxy before PostgreSQL that reads the protocol, without encryption. */
async function startCountingProxy(port: number) {
  let statements = 0;
  let transactions = 0;
  let roundTrips = 0;
  const watch = () => {
    let open = 1; // the greeting is answered with the first ready
    let isGreeted = false;
    return {
      requests: readMessages(false, (type) => {
        if (type === codes.simpleQuery || type === codes.execute) statements += 1;
        if (type !== codes.simpleQuery && type !== codes.sync) return;
        if (open === 0) roundTrips += 1;
        open += 1;
      }),
      answers: readMessages(true, (type, first) => {
        if (type !== codes.ready) return;
        open -= 1;
        if (isGreeted && first === codes.idle) transactions += 1;
        isGreeted = true;
      }),
    };
  };
  const proxy = await startSilentProxy({ port, host: '127.0.0.1' }, { watch });
  return Object.assign(proxy, { count: (): Wire => ({ statements, transactions, roundTrips }) });
}

/** Calls back with the type and the first byte of each message. The greeting of a client has no type. */
function readMessages(isTyped: boolean, onMessage: (type: number, first: number) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let head = isTyped ? 1 : 0;
  return (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= head + 4) {
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (head === 1) onMessage(rest[0] ?? 0, rest[5] ?? 0);
      head = 1;
      rest = rest.subarray(end);
    }
  };
}
