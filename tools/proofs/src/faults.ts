import { seconds } from '@cascade/bench/harness/statistics';
import { find, repeat } from '@cascade/bench/harness/waits';
import { type ReceiverFault, receiverFaults } from '@cascade/repository/test-kit';
import type { ServerBehindProxy } from '@cascade/service/bench';
import { lacksFaketime } from './arrangements.ts';
import { volley } from './hostile/volley.ts';
import { accountOf, type Resident } from './load.ts';
import { type Blow, healthy, type World } from './world.ts';

interface FaultKind {
  /** What the arrangement must have. */
  readonly needs?: 'nodes' | 'proxy' | 'standbys' | 'clocks';
  /** What a schedule may name; of every fault, an account or a node if it says so. */
  readonly of?: 'accounts' | 'nodes' | readonly string[];
  /** Whether it breaks receivers. */
  readonly isOfReceivers?: true;
  lacks?(): string | undefined;
  /** Resolves once it is over. */
  run(world: World, blow: Blow): Promise<void>;
}

/** Results of sends may be lost meanwhile: the gateway excuses a second send by the name. */
const losing = (name: string, run: FaultKind['run']): FaultKind['run'] => {
  return (world, blow) => world.gateway.during(name, () => run(world, blow));
};

/** The replicas that a victim has. */
const replicasOf: Readonly<Record<string, readonly number[]>> = {
  'one replica': [0],
  'the other replica': [1],
  'both replicas': [0, 1],
  everything: [0, 1],
};

/** Starts what has ended, and waits until all is ready. */
async function recover({ store, replicas, pauses, note }: World): Promise<void> {
  if (pauses.isCut) return;
  const begin = performance.now();
  await store.nodes?.recover?.();
  await replicas.revive();
  await find(() => store.nodes?.isBack?.() !== false, { pauseMs: 20 });
  await replicas.untilReady();
  note('restarted', seconds(performance.now() - begin));
}

/** Until each replica accepts again; half a minute at most, since another fault may be under way. */
async function untilAccepting({ callers, replicas, pauses }: World): Promise<void> {
  const since = performance.now();
  const isOver = () => pauses.isCut || callers.acceptedSince(since) === replicas.all.length;
  await find(isOver, { seconds: 30, pauseMs: 50 });
}

/** `kill -9` of replicas, of servers of the database, or of both. */
async function kill(world: World, { of = 'one replica', milliseconds }: Blow): Promise<void> {
  const { store, replicas, gateway, pauses } = world;
  const present = (replicasOf[of] ?? []).filter((index) => index < replicas.all.length);
  const isOfDatabase = replicasOf[of] === undefined || of === 'everything';
  await gateway.during(`kill -9: ${of}`, async () => {
    if (isOfDatabase) store.nodes?.kill(of);
    await replicas.kill(present);
    // Without the database no result can be committed: its fault lasts until the recovery.
    if (!isOfDatabase) return;
    await pauses.pause(milliseconds);
    await recover(world);
  });
  if (isOfDatabase) return;
  await pauses.pause(milliseconds);
  await recover(world);
}

/** The primary is lost, a standby is promoted, and the old primary returns as if nothing had happened. */
async function promotion(world: World, blow: Blow): Promise<void> {
  const { store, replicas, gateway, pauses, note } = world;
  const { of: how = blow.random() < 0.5 ? 'killed' : 'frozen', milliseconds, waitMs } = blow;
  const servers = store.standbys;
  if (servers === undefined) throw new Error('expected standbys');
  const isOfMachine = how === 'killed' || how === 'frozen';
  if (!isOfMachine && servers.losePostmaster === undefined)
    throw new Error('expected servers without Patroni');
  await gateway.during(`the primary is ${how}`, async () => {
    const begin = performance.now();
    const lost = isOfMachine ? servers.lose(how) : servers.losePostmaster?.();
    await Promise.all([lost, how === 'everything' && replicas.kill([...replicas.all.keys()])]);
    await pauses.pause(waitMs);
    await servers.promote();
    note('promoted', seconds(performance.now() - begin));
    await replicas.revive();
    await untilAccepting(world);
  });
  if (isOfMachine) await returnOfThePrimary(world, milliseconds);
  await servers.rejoin();
  // A replica that could not start beside two primaries can now.
  await recover(world);
}

/** Beside the new primary, one replica restarts: it knows nothing of the failover. */
async function returnOfThePrimary({ store, replicas, gateway, pauses, note }: World, beside: number) {
  const servers = store.standbys;
  await pauses.pause(1_500);
  await gateway.during('the old primary returns', async () => {
    await servers?.bringBack();
    const begin = performance.now();
    await replicas.kill([0]);
    try {
      await replicas.revive();
      await replicas.untilReady();
      note('restarted beside two primaries', seconds(performance.now() - begin));
    } catch {
      note('not restarted beside two primaries', 1);
    }
    await pauses.pause(beside);
  });
  note('messages of the old primary alone', (await servers?.strayMessages()) ?? 0);
}

/** What goes wrong between service and database; returns what ends it. */
type DatabaseFault = (server: ServerBehindProxy) => Promise<() => Promise<void> | void>;

/** A silent connection stays so: replicas must give it up. */
const untilGivenUp = () => {};
/** How long a replica may use a silent connection before it gives it up, in milliseconds. */
const silenceMs = 10_000;

const databaseFaults: Readonly<Record<string, DatabaseFault>> = {
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
};

async function endSessions(server: ServerBehindProxy): Promise<void> {
  await server.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cascade_service'",
  );
}

function proxied({ store }: World): ServerBehindProxy {
  if (store.proxy === undefined) throw new Error('expected a database behind a proxy');
  return store.proxy;
}

const ofDatabase = Object.entries(databaseFaults).map(([name, begin]): [string, FaultKind] => [
  name,
  {
    needs: 'proxy',
    run: losing(name, async (world, { milliseconds }) => {
      const end = await begin(proxied(world));
      await world.pauses.pause(end === untilGivenUp ? Math.max(milliseconds, silenceMs) : milliseconds);
      await end();
      await untilAccepting(world);
    }),
  },
]);

/** Locks the row of one account. It loses no result, as the others may. */
async function locked(world: World, blow: Blow): Promise<void> {
  const session = await proxied(world).session();
  await session.query('begin');
  const account = accountOf(residentOf(world, blow));
  await session.query('select from cascade.accounts where name = $1 for update', [account]);
  await world.pauses.pause(blow.milliseconds);
  await session.end();
}

/**
 * Locks rows of accounts again and again, as a booking of the engine does: about half of them each time, for
 * some milliseconds, with as long a pause. So requests find their account locked, and their batch is split.
 */
async function lockedAccounts(world: World, { milliseconds, by = 40, random }: Blow): Promise<void> {
  const session = await proxied(world).session();
  const stop = repeat(by, () =>
    session.query(`
      begin;
      select from cascade.accounts where random() < 0.5 order by id for update;
      select pg_sleep(${((0.2 + random()) * by) / 1_000});
      commit`),
  );
  await world.pauses.pause(milliseconds);
  await stop();
  await session.end();
}

/** All connections fall silent, new ones too, and a replica is told to stop; then it is started again. */
async function sigtermWhileSilent(world: World): Promise<void> {
  const { proxy } = proxied(world);
  const stop = repeat(20, async () => proxy.silence());
  await world.pauses.pause(1_000);
  await world.replicas.end(0);
  await stop();
  await recover(world);
}

/** The account that the schedule names; else in turn, so that a receiver is well when a callback is tried again. */
function residentOf({ residents }: World, { of, turn }: Blow): Resident {
  const named = residents.find(({ entry }) => entry.account === of);
  const breakable = residents.filter(({ receiver, entry }) => {
    return receiver.become !== undefined && entry.account !== healthy;
  });
  const found = named ?? breakable[turn % breakable.length] ?? residents[0];
  if (found === undefined) throw new Error('expected an account');
  return found;
}

async function breakFor(
  world: World,
  blow: Blow,
  fault: ReceiverFault,
  work?: (one: Resident) => Promise<void>,
) {
  const resident = residentOf(world, blow);
  await resident.receiver.become?.(fault);
  await Promise.all([world.pauses.pause(blow.milliseconds), work?.(resident)]);
  await resident.receiver.become?.(null);
}

const ofReceivers = receiverFaults.map((fault): [string, FaultKind] => [
  fault,
  { of: 'accounts', isOfReceivers: true, run: (world, blow) => breakFor(world, blow, fault) },
]);

/** More messages at once than the service does in half a second. */
async function burst({ callers }: World, resident: Resident): Promise<void> {
  await Promise.all(Array.from({ length: 250 }, () => callers.schedule(resident)));
}

/** More than the service can do, for seconds. */
async function bursts(world: World, blow: Blow): Promise<void> {
  const resident = residentOf(world, blow);
  const sent: Promise<void>[] = [];
  for (let at = 0; at < Math.min(blow.milliseconds, 5_000) && !world.pauses.isCut; at += 500) {
    sent.push(burst(world, resident));
    await world.pauses.pause(500);
  }
  await Promise.all(sent);
}

async function step({ clocks, gateway, pauses }: World, { of = 'service', milliseconds, by = 7_200 }: Blow) {
  const parties =
    of === 'both' ? (['service', 'database'] as const) : ([of] as readonly ('service' | 'database')[]);
  const set = (to: number) =>
    gateway.during(`the clock of ${of} is set`, async () => {
      await Promise.all(parties.map((party) => clocks?.[party].set(to)));
      // Programs read it at most a second later (FAKETIME_CACHE_DURATION).
      await pauses.pause(1_200);
    });
  await set(by);
  await pauses.pause(milliseconds);
  await set(0);
}

/** By the name in `fault` of a schedule. */
export const faultsByName: Readonly<Record<string, FaultKind>> = {
  kill: { of: 'nodes', run: kill },
  SIGTERM: {
    async run({ replicas }) {
      await replicas.restart(0);
    },
  },
  // The second replica is never ended by the above, so that its memory shows what an hour does to it.
  SIGSTOP: {
    run: losing('SIGSTOP of a replica', async ({ replicas }, { milliseconds, random }) => {
      await replicas.freeze(random() < 0.5 ? 0 : replicas.all.length - 1, milliseconds);
    }),
  },
  promotion: { needs: 'standbys', of: ['killed', 'frozen', 'postmaster', 'everything'], run: promotion },
  ...Object.fromEntries([...ofDatabase, ...ofReceivers]),
  locked: { needs: 'proxy', of: 'accounts', run: locked },
  'locked accounts': { needs: 'proxy', run: lockedAccounts },
  'SIGTERM while silent': { needs: 'proxy', run: losing('SIGTERM while silent', sigtermWhileSilent) },
  burst: { of: 'accounts', run: bursts },
  'burst for a slow receiver': {
    of: 'accounts',
    isOfReceivers: true,
    run: (world, blow) => breakFor(world, blow, 'slow', (resident) => burst(world, resident)),
  },
  clock: { needs: 'clocks', of: ['service', 'database', 'both'], lacks: lacksFaketime, run: step },
  volley: { of: 'accounts', run: volley },
};
