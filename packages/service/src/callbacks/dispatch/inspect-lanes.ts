import type { Lane } from './lane.ts';

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
