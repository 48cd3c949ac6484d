import { createFairShare } from '../callbacks/dispatch/fair-share.ts';
import { createCircuit } from '../callbacks/dispatch/lane.ts';

/** The gateway of a channel has room, of which one attempt takes a place. */
export interface Place {
  /** `withdrawn`: the gateway was not asked, or we did not wait for it. */
  end(outcome: 'answered' | 'failed' | 'withdrawn'): void;
}

/** Keeps gateways that do not answer from taking what others need, by the means that callbacks have (decisions/due-work.md). */
export interface GatewayLanes {
  /** `undefined` if the gateway is paused, probed already, or has used up its share. */
  enter(channel: string): Place | undefined;
  /** The channels whose gateways have no room. */
  closed(): readonly string[];
}

export interface GatewayLaneOptions {
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly circuit?: typeof circuitSettings;
}

/** The attempts under way at once, of which a gateway alone gets a sixth, and more gateways less each. */
const places = 8_192;
/** Milliseconds. A gateway that is back is found within a minute. */
const circuitSettings = { failures: 10, shortestPause: 1_000, longestPause: 60_000 };

export function createGatewayLanes(options: GatewayLaneOptions): GatewayLanes {
  const { now, random, circuit: settings = circuitSettings } = options;
  const share = createFairShare(places);
  const lanes = new Map<string, { running: number; readonly circuit: ReturnType<typeof createCircuit> }>();

  function laneOf(channel: string) {
    const lane = lanes.get(channel) ?? { running: 0, circuit: createCircuit(settings, random) };
    lanes.set(channel, lane);
    return lane;
  }

  function hasRoom(channel: string): boolean {
    const { running, circuit } = laneOf(channel);
    return running < circuit.concurrency(now()) && share.grants([channel]);
  }

  return {
    enter(channel) {
      if (!hasRoom(channel)) return undefined;
      const lane = laneOf(channel);
      const startedAt = now();
      lane.running += 1;
      share.take([channel]);
      return {
        end(outcome) {
          lane.running -= 1;
          share.give([channel]);
          if (outcome === 'answered') lane.circuit.succeeded();
          if (outcome === 'failed') lane.circuit.failed(now(), now() - startedAt);
        },
      };
    },
    closed: () => [...lanes.keys()].filter((channel) => !hasRoom(channel)),
  };
}
