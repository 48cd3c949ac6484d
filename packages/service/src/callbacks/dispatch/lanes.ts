import type { LaneKey } from '../../due/waiting.ts';
import { createLane, type Lane, type LaneSettings, type LaneSurroundings } from './lane.ts';

/** The lanes of this process. */
export type CallbackLanes = ReturnType<typeof createCallbackLanes>;

/** How many lanes are remembered in sum, and of one account; those with callbacks always are. */
const remembered = { inSum: 10_000, ofAccount: 256 } as const;

/** What is known of a destination outlives its callbacks. The lanes unused for longest are forgotten first. */
export function createCallbackLanes(settings: LaneSettings, around: LaneSurroundings) {
  /** In the order of their last use. */
  const lanes = new Map<string, Lane>();
  /** How many lanes each account has. */
  const counts = new Map<number, number>();

  function forget(isMeant: (lane: Lane) => boolean): void {
    for (const [key, lane] of lanes) {
      if (lane.size > 0 || !isMeant(lane)) continue;
      lanes.delete(key);
      count(lane.key.accountId, -1);
      return;
    }
  }

  function count(accountId: number, by: 1 | -1): number {
    const lanesOfAccount = (counts.get(accountId) ?? 0) + by;
    if (lanesOfAccount === 0) counts.delete(accountId);
    else counts.set(accountId, lanesOfAccount);
    return lanesOfAccount;
  }

  function add(key: LaneKey): Lane {
    const { accountId } = key;
    if (count(accountId, 1) > remembered.ofAccount) forget((one) => one.key.accountId === accountId);
    else if (lanes.size >= remembered.inSum) forget(() => true);
    return createLane(settings, key, around);
  }

  return {
    /** The lane of a callback; made if its destination is new or forgotten. */
    of({ accountId, url }: LaneKey): Lane {
      const key = `${accountId} ${url}`;
      const lane = lanes.get(key) ?? add({ accountId, url });
      lanes.delete(key);
      lanes.set(key, lane);
      return lane;
    },
    all: (): Iterable<Lane> => lanes.values(),
    /** Ends the pauses of an account's lanes. */
    probe(accountId: number): void {
      for (const { key, circuit } of lanes.values()) if (key.accountId === accountId) circuit.probeNow();
    },
  };
}

/** What an operator sees of a lane: the destination of an account's callbacks, as this replica knows it. */
export interface LaneState {
  readonly accountId: number;
  readonly host: string;
  /** `paused`: no attempt until the pause ends; `probing`: one at a time, to find out; `slow` and `new`: with a bounded share. */
  readonly state: 'open' | 'slow' | 'new' | 'paused' | 'probing';
  /** Milliseconds until the next probe; 0 if it is not paused. */
  readonly pausedMs: number;
  readonly running: number;
  readonly waiting: number;
  /** The attempts that it may have under way at once. */
  readonly limit: number;
}

/** The most lanes in one answer. */
const most = 50;

/** Lanes with callbacks or a back-off: the paused ones first, then those with the most callbacks. */
export function inspectLanes(lanes: Iterable<Lane>, now: number): readonly LaneState[] {
  const states: LaneState[] = [];
  for (const lane of lanes) if (lane.size > 0 || lane.circuit.isLimiting) states.push(toState(lane, now));
  const rank = ({ state, running, waiting }: LaneState) =>
    (state === 'paused' || state === 'probing' ? 1_000_000 : 0) + running + waiting;
  return states.sort((one, other) => rank(other) - rank(one)).slice(0, most);
}

function toState(lane: Lane, now: number): LaneState {
  const [account = '', origin = ''] = lane.parties;
  const { running, size, circuit } = lane;
  return {
    accountId: Number(account.replace('account ', '')),
    host: URL.parse(origin.replace('origin ', ''))?.host ?? '',
    state: stateOf(lane, now),
    pausedMs: circuit.isLimiting ? Math.max(0, Math.round(circuit.pausedUntil - now)) : 0,
    running,
    waiting: size - running,
    limit: lane.limit(now),
  };
}

function stateOf(lane: Lane, now: number): LaneState['state'] {
  if (lane.circuit.isLimiting) return now < lane.circuit.pausedUntil ? 'paused' : 'probing';
  if (lane.isProven(now)) return 'open';
  return lane.hasAnswered ? 'slow' : 'new';
}
