import { type Bed, withBed } from '@cascade/bench/harness/bed';
import { startReplicas } from '@cascade/bench/harness/replicas';
import { seededRandom } from '@cascade/repository/test-kit';
import { arrangements, startClocks } from './arrangements.ts';
import { collect, drained } from './evidence.ts';
import { figuresOf, watch } from './figures.ts';
import { attackerAccount } from './hostile/volley.ts';
import { judgeRun } from './judge.ts';
import { accountsOfResident, beginLoad, SeededCallers, startResidents } from './load.ts';
import { createPauses } from './pauses.ts';
import type { Schedule } from './schedule.ts';
import { createTrack } from './tracks.ts';
import type { World } from './world.ts';

/** How a run is asked for. */
export interface SimulationOptions {
  readonly seed: number;
  /** Milliseconds of the load. */
  readonly duration: number;
  /** Ends the run early: it is not judged then. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** What a run has shown. */
export type SimulationOutcome = NonNullable<Awaited<ReturnType<typeof simulate>>>;

/** Runs a schedule from a seed, and judges it; undefined if it was ended early. */
export async function simulate(schedule: Schedule, options: SimulationOptions) {
  const begun = performance.now();
  const say = (line: string) => options.say(`${Math.round((performance.now() - begun) / 1_000)} s: ${line}`);
  let isSentOnce = true;
  const onTwice = () => {
    isSentOnce = false;
  };
  try {
    return await withBed((bed) => run(bed, schedule, { ...options, say }, () => isSentOnce), onTwice);
  } catch (error) {
    // A run that is cut fails in many ways: Ctrl-C ends its processes as well.
    if (options.signal.aborted) return undefined;
    throw error;
  }
}

async function run(bed: Bed, schedule: Schedule, options: SimulationOptions, isSentOnce: () => boolean) {
  const { seed, duration, signal, say } = options;
  const notes: Record<string, number[]> = {};
  const world = await start(bed, schedule, options, notes);
  say(`it runs: ${arrangements[schedule.on]?.says}`);
  const { callers, replicas, residents, pauses } = world;
  const endWatch = watch(world);
  const endLoad = beginLoad(callers, residents, pauses, seededRandom(seed));
  const tracks = schedule.faults.map((entry, at) => createTrack(world, entry, seededRandom(seed + 1 + at)));
  const end = performance.now() + duration;
  // The last minutes have no new faults, so that retries of the callbacks (ADR-0018) come due in time.
  const until = end - Math.min(240_000, duration / 4);
  const done = Promise.all(tracks.map((track) => track.run(until, say)));
  await pauses.pause(end - performance.now());
  await done;
  await endLoad();
  const watched = await endWatch();
  say(`the load has ended: ${callers.ledger.acknowledged.size} acknowledged`);
  const { drainSeconds, ...left } = await drained(world, schedule.drain, say);
  if (signal.aborted) return undefined;
  const evidence = await collect(world, schedule);
  await replicas.stop();
  const blows = tracks.flatMap((track) => track.blows);
  const verdict = judgeRun(
    {
      ...evidence,
      left,
      isSentOnce: isSentOnce(),
      stops: replicas.stops,
      faultCount: blows.length,
      failures: tracks.flatMap((track) => track.failures),
      inBetween: worstOf(tracks.map((track) => track.worst)),
    },
    schedule,
  );
  return { ...verdict, figures: figuresOf(world, { blows, notes, watched, drainSeconds, evidence }) };
}

function worstOf(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const names = new Set(all.flatMap((one) => Object.keys(one)));
  return Object.fromEntries([...names].map((name) => [name, Math.max(...all.map((one) => one[name] ?? 0))]));
}

/** The service between callers, a gateway and receivers, which outlive what is done to it. */
async function start(
  bed: Bed,
  schedule: Schedule,
  { seed, duration, signal }: SimulationOptions,
  notes: Record<string, number[]>,
): Promise<World> {
  const { on, gateway: wanted, service, load, faults } = schedule;
  const arrangement = arrangements[on];
  if (arrangement === undefined) throw new Error(`no arrangement ${on}`);
  const names = faults.flatMap(({ fault }) => fault);
  const clocks = names.includes('clock') ? await startClocks(bed) : undefined;
  const residents = await startResidents(bed, load);
  // What follows takes seconds; a run that is cut ends without it.
  signal.throwIfAborted();
  const attackers = names.includes('volley') ? [attackerAccount] : [];
  const accounts = [...attackers, ...residents.flatMap((resident) => accountsOfResident(resident, duration))];
  const store = await arrangement.start(bed, clocks);
  const gateway = await bed.gateway(wanted);
  signal.throwIfAborted();
  const startOne = () =>
    bed.service({
      accounts,
      gateway,
      development: service.development,
      hasBackPressure: service.backPressure,
      logLevel: service.logLevel,
      ...(service.logLevel === 'trace' && { keptCharacters: Number.POSITIVE_INFINITY }),
      ...(store.url !== undefined && { databaseUrl: store.url }),
      ...(clocks && { environment: clocks.service.environment }),
    });
  // As Kubernetes does: a process that cannot start, because the database does not answer, is started again.
  const replicas = await startReplicas(schedule.replicas, () => startOne().catch(startOne).catch(startOne));
  const pauses = createPauses(signal);
  return {
    bed,
    store,
    clocks,
    replicas,
    gateway,
    residents,
    pauses,
    callers: new SeededCallers(() => replicas.urls, pauses, seededRandom(seed)),
    volleys: [],
    note(name, value) {
      notes[name] = [...(notes[name] ?? []), value];
    },
  };
}
