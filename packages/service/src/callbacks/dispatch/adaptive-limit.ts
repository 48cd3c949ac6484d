import { performance } from 'node:perf_hooks';

/** How many attempts one destination gets at once, as its answers teach. Times are in milliseconds. */
export interface AdaptiveLimitSettings {
  /** For a destination that has not answered yet. */
  readonly initial: number;
  readonly most: number;
}

/** What is known of a destination. Immutable: each finished attempt makes the next one. */
export interface LimitState {
  /** The attempts that may be under way at once: at least 1, not rounded. */
  readonly limit: number;
  /** The latency while few attempts are under way; null before the first answer. */
  readonly calm: number | null;
  /** The latency of the latest answers. */
  readonly recent: number | null;
  /** When the limit was last lowered. Attempts that began earlier say nothing about the new limit. */
  readonly loweredAt: number;
}

/** A finished attempt. */
export interface Finished {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
  /** The most attempts under way, with itself, of the moments when it began and ended. */
  readonly running: number;
  /** Its answer may have lain unread for long: this process is busy. */
  readonly whileBusy: boolean;
}

/** Attempts at once that do not slow a destination down. */
const few = 4;
/**
 * A latency above the calm one, times this and with some milliseconds for our own process, is a sign of a
 * queue.
 */
const tolerance = { times: 2, milliseconds: 10 } as const;

export function initialLimit({ initial }: AdaptiveLimitSettings): LimitState {
  return { limit: initial, calm: null, recent: null, loweredAt: Number.NEGATIVE_INFINITY };
}

/**
 * The gradient of Netflix's and Envoy's adaptive concurrency: the limit rises while answers are as quick as
 * they are under little load, and falls by their ratio when they take longer; a failure halves it. It falls
 * at most once per round trip, and by latency only while this process is not busy: fewer attempts at once
 * would not make it read an answer sooner. Until it first falls it doubles per round trip, afterwards it
 * rises by its square root. A limit that is not used up does not rise.
 */
export function nextLimit(
  before: LimitState,
  finished: Finished,
  { most }: AdaptiveLimitSettings,
): LimitState {
  const { startedAt, endedAt, failed, running, whileBusy } = finished;
  const isStale = startedAt < before.loweredAt;
  if (failed) return isStale ? before : lowered(before, 0.5, endedAt);
  const latency = endedAt - startedAt;
  const calm = running <= few ? towards(before.calm, latency, 8) : (before.calm ?? latency);
  const recent = towards(before.recent, latency, 4);
  const state = { ...before, calm, recent };
  const gradient = (tolerance.times * calm + tolerance.milliseconds) / Math.max(recent, 1);
  if (gradient < 1) return isStale || whileBusy ? state : lowered(state, Math.max(gradient, 0.5), endedAt);
  if (running < before.limit / 2) return state;
  const isFirstRise = before.loweredAt === Number.NEGATIVE_INFINITY;
  const step = isFirstRise ? 1 : 1 / Math.sqrt(before.limit);
  return { ...state, limit: Math.min(most, before.limit + step) };
}

function lowered(state: LimitState, factor: number, at: number): LimitState {
  return { ...state, limit: Math.max(1, state.limit * factor), loweredAt: at };
}

/** A moving average over about N values. */
function towards(average: number | null, value: number, over: number): number {
  return average === null ? value : average + (value - average) / over;
}

/** Whether this process itself is what takes long. */
export type OwnLoad = ReturnType<typeof createOwnLoad>;

/** Milliseconds of a moment. */
const moment = 100;
/** Of its time: then an answer lies unread about as long as a turn of the loop takes. */
const most = 0.75;

/** @param utilization the share of the time since the last call in which the event loop was not idle. */
export function createOwnLoad(utilization: () => number = createUtilization()) {
  let readAt = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  return {
    /** Whether its event loop was busy for most of the last moment. */
    isBusy(now: number): boolean {
      if (now - readAt >= moment) {
        isBusy = utilization() >= most;
        readAt = now;
      }
      return isBusy;
    },
  };
}

function createUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
