import { createCircuit } from '../due/circuit.ts';
import { channels } from '../gateways/gateway.ts';
import { createFairShare, type FairShare } from '../sharing/fair-share.ts';

/**
 * Ends a call of a gateway, and its place there. `withdrawn`: the gateway was not asked, or we did not wait
 * for it.
 */
type EndCall = (outcome: 'answered' | 'failed' | 'withdrawn') => void;

/**
 * Keeps gateways that do not answer from taking what others need, by the means that callbacks have
 * (decisions/due-work.md).
 */
export type GatewayLanes = ReturnType<typeof createGatewayLanes>;

/** What a replica knows of a gateway. */
export interface GatewayLaneState {
  readonly channel: string;
  /**
   * `paused`: it failed, and is not asked until the pause ends; `probing`: one attempt at a time, to find
   * out.
   */
  readonly state: 'open' | 'paused' | 'probing';
  /** Milliseconds until the next probe; 0 if it is not paused. */
  readonly pausedMs: number;
  readonly running: number;
}

export interface GatewayLaneOptions {
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Whether an operator has paused it; none is, if absent. */
  readonly isPaused?: (channel: string) => boolean;
  /**
   * The messages in memory, by `partyOf`: while its gateway is called, a message takes no place of its
   * account's other work.
   */
  readonly inMemory?: FairShare;
  readonly circuit?: typeof circuitSettings;
}

/** An account, or its calls of a gateway. */
export function partyOf(accountId: number, channel = ''): string {
  return `${accountId} ${channel}`;
}

/** The attempts under way at once, of which a gateway alone gets a sixth, and more gateways less each. */
const places = 8_192;
/** Milliseconds. A gateway that is back is found within a minute. */
const circuitSettings = { failures: 10, shortestPause: 1_000, longestPause: 60_000 };

export function createGatewayLanes(options: GatewayLaneOptions) {
  const { now, random, isPaused = () => false, circuit: settings = circuitSettings } = options;
  const share = createFairShare(places);
  const { inMemory = createFairShare(places) } = options;
  const lanes = new Map<string, { running: number; readonly circuit: ReturnType<typeof createCircuit> }>();

  function laneOf(channel: string) {
    const lane = lanes.get(channel) ?? { running: 0, circuit: createCircuit(settings, random) };
    lanes.set(channel, lane);
    return lane;
  }

  for (const channel of channels) laneOf(channel);

  function hasRoom(channel: string): boolean {
    if (isPaused(channel)) return false;
    const { running, circuit } = laneOf(channel);
    return running < circuit.concurrency(now()) && share.grants([channel]);
  }

  return {
    /**
     * `undefined` if the gateway is paused or probed already, or if it or the account there has used up its
     * share.
     */
    enter(channel: string, accountId: number): EndCall | undefined {
      const account = [partyOf(accountId)];
      const calls = [partyOf(accountId, channel)];
      if (!hasRoom(channel) || !inMemory.grants(calls)) return undefined;
      const lane = laneOf(channel);
      const startedAt = now();
      lane.running += 1;
      share.take([channel]);
      inMemory.give(account);
      inMemory.take(calls);
      return (outcome) => {
        lane.running -= 1;
        share.give([channel]);
        inMemory.give(calls);
        inMemory.take(account);
        if (outcome === 'answered') lane.circuit.succeeded();
        if (outcome === 'failed') lane.circuit.failed(now(), now() - startedAt);
      };
    },
    /**
     * The channels whose gateways have no room, and with the ids of these accounts, those without room for
     * one.
     */
    closed: (accountIds: readonly number[] = []): readonly string[] =>
      [...lanes.keys()].flatMap((channel) => {
        if (!hasRoom(channel)) return [channel];
        const calls = accountIds.map((accountId) => partyOf(accountId, channel));
        return calls.filter((one) => !inMemory.grants([one]));
      }),
    states: (): readonly GatewayLaneState[] =>
      [...lanes].map(([channel, { running, circuit }]) => {
        const pausedMs = circuit.isLimiting ? Math.max(0, Math.round(circuit.pausedUntil - now())) : 0;
        const state = circuit.isLimiting ? (pausedMs > 0 ? 'paused' : 'probing') : 'open';
        return { channel, state, pausedMs, running };
      }),
  };
}
