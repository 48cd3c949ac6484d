import { channels } from '../channels.ts';
import { GatewayLane, type LaneView } from '../gateways/gateway-lane.ts';
import { createFairShare, type FairShare, partyOf } from '../sharing/fair-share.ts';

/**
 * Keeps what waits for gateways, or is under way there, from taking the memory that others need. Who may ask
 * a gateway, and when, decides its {@link GatewayLane}.
 */
export type GatewayLanes = ReturnType<typeof createGatewayLanes>;

/** What a replica knows of a gateway. */
export interface GatewayLaneState extends LaneView {
  readonly channel: string;
  /** Attempts in memory: under way, or waiting for their turn. */
  readonly running: number;
}

export interface GatewayLanesOptions {
  /** The lane of a channel's gateway; always open if absent. */
  readonly laneOf?: (channel: string) => GatewayLane;
  /** Whether an operator has paused it; none is, if absent. */
  readonly isPaused?: (channel: string) => boolean;
  /**
   * The messages in memory, by `partyOf`: while its gateway is called, a message takes no place of its
   * account's other work.
   */
  readonly inMemory?: FairShare;
}

/** The attempts of a gateway in memory: of all accounts, and with the first ones of further accounts. */
const places = { shared: 1_365, withFirst: 1_820 } as const;

export function createGatewayLanes(options: GatewayLanesOptions = {}) {
  const { laneOf = lanesOfOwn(), isPaused = () => false, inMemory = createFairShare(8_192) } = options;
  const running = new Map<string, number>(channels.map((channel) => [channel, 0]));
  const runningOf = (channel: string) => running.get(channel) ?? 0;

  const isOpen = (channel: string) => !isPaused(channel) && laneOf(channel).isOpen;

  /** An account that has nothing at the gateway finds room for longer than those that fill it. */
  function hasRoom(channel: string, accountId: number): boolean {
    const calls = partyOf(accountId, channel);
    const most = inMemory.usedBy(calls) === 0 ? places.withFirst : places.shared;
    return runningOf(channel) < most && inMemory.grants([calls]);
  }

  return {
    /**
     * A place at the gateway, until it is left. `undefined` if the gateway is away, paused or probed already,
     * or if it or the account there has used up its share.
     */
    enter(channel: string, accountId: number): (() => void) | undefined {
      if (!isOpen(channel) || !hasRoom(channel, accountId)) return undefined;
      const account = [partyOf(accountId)];
      const calls = [partyOf(accountId, channel)];
      running.set(channel, runningOf(channel) + 1);
      inMemory.give(account);
      inMemory.take(calls);
      return () => {
        running.set(channel, runningOf(channel) - 1);
        inMemory.give(calls);
        inMemory.take(account);
      };
    },
    isPaused,
    /**
     * The channels whose gateways have no room, and with the ids of these accounts, those without room for
     * one.
     */
    closed: (accountIds: readonly number[] = []): readonly string[] =>
      channels.flatMap((channel) => {
        if (!isOpen(channel) || runningOf(channel) >= places.withFirst) return [channel];
        return accountIds.filter((id) => !hasRoom(channel, id)).map((id) => partyOf(id, channel));
      }),
    /** Rejects what waits for its turn. */
    refuseWaiting(why: string): void {
      for (const channel of channels) laneOf(channel).refuseWaiting(why);
    },
    /** Calls back when a gateway may have room again; returns what ends that. */
    onRoom(listener: () => void): () => void {
      const ends = channels.map((channel) => laneOf(channel).onRoom(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    states: (): readonly GatewayLaneState[] =>
      channels.map((channel) => ({ channel, running: runningOf(channel), ...laneOf(channel).view() })),
  };
}

function lanesOfOwn(): (channel: string) => GatewayLane {
  const lanes = new Map(channels.map((channel) => [channel, new GatewayLane()]));
  return (channel) => lanes.get(channel) ?? new GatewayLane();
}
