import { seededRandom } from '@cascade/repository/test-kit';
import { promisesOf } from './evidence.ts';
import { faultsByName } from './faults.ts';
import type { FaultEntry } from './schedule.ts';
import type { Blow, World } from './world.ts';

/** A fault that has occurred; times are of the monotonic clock, in milliseconds. */
export interface BlowRecord {
  readonly name: string;
  /** It concerns this account alone, if it does. */
  readonly account: string | undefined;
  readonly begin: number;
  readonly end: number;
}

/** More messages than these are compared with the store at the end alone. */
const mostCompared = 50_000;

/** One entry of the faults of a schedule: one occurrence after the other, as the dice say. */
export function createTrack(world: World, entry: FaultEntry, random: () => number) {
  const blows: BlowRecord[] = [];
  /** What could not be done, or did not end as it should. */
  const failures: string[] = [];
  /** Of what must be 0 at every time. */
  const worst: Record<string, number> = {};
  const { pauses } = world;
  const drawn = <One>(all: readonly One[]) =>
    all[entry.inTurn ? blows.length % all.length : Math.floor(random() * all.length)];

  async function strike(until: number, say: (line: string) => void): Promise<void> {
    const fault = drawn(entry.fault) ?? '';
    const kind = faultsByName[fault];
    const of = kind?.of === undefined ? undefined : drawn(entry.of);
    const between = ([least, most]: readonly [number, number]) =>
      Math.round(least + random() * (most - least));
    const blow: Blow = {
      of,
      milliseconds: Math.min(between(entry.for), Math.max(1_000, Math.round(until - performance.now()))),
      waitMs: between(entry.wait),
      by: drawn(entry.by),
      turn: blows.length,
      // What a fault draws, perhaps at any time, does not change the next one.
      random: seededRandom(random() * 2 ** 31),
    };
    const name = of === undefined ? fault : `${fault}: ${of}`;
    say(`${name}, ${blow.milliseconds} ms`);
    const begin = performance.now();
    try {
      await kind?.run(world, blow);
    } catch (error) {
      if (pauses.isCut) return;
      failures.push(`${name}: ${String(error)}`);
      say(`${name} failed: ${String(error)}`);
    }
    const account = kind?.of === 'accounts' ? of : undefined;
    blows.push({ name, account, begin, end: performance.now() });
    if (kind?.of !== 'accounts') await compare();
  }

  /** What must hold at every time: the store is read in between, too. */
  async function compare(): Promise<void> {
    if (world.callers.ledger.acknowledged.size > mostCompared) return;
    const found = await promisesOf(world).catch(() => undefined); // another fault may be under way
    for (const [name, count] of Object.entries(found ?? {})) worst[name] = Math.max(worst[name] ?? 0, count);
    if (found !== undefined) world.note('missing after a fault', found.missing);
  }

  return {
    blows,
    failures,
    worst,
    /** Ends when the last one is over; none begins or lasts beyond `until`, but for a fault that comes once. */
    async run(until: number, say: (line: string) => void): Promise<void> {
      await pauses.between(entry.at ?? entry.every ?? [0, 0], random);
      if (entry.every === undefined) return strike(until, say);
      while (!pauses.isCut && performance.now() < until) {
        await strike(until, say);
        await pauses.between(entry.every, random);
      }
    },
  };
}
