/** A network and a processor as Chromium emulates them. */
export interface Network {
  readonly name: string;
  readonly says: string;
  /** Latency added to each request. */
  readonly latencyMilliseconds: number;
  readonly downKilobitsPerSecond: number;
  readonly upKilobitsPerSecond: number;
  /** Factor by which the processor is slowed down. */
  readonly slowdown: number;
}

const roundTrip = 150;
/** Chrome's DevTools include handshakes in the preset: 2.75 further round trips, and a tenth of the rate. */
const applied = {
  latencyMilliseconds: roundTrip * 3.75,
  downKilobitsPerSecond: 1_600 * 0.9,
  upKilobitsPerSecond: 750 * 0.9,
};

const simulated = {
  latencyMilliseconds: roundTrip,
  downKilobitsPerSecond: 1_638.4,
  upKilobitsPerSecond: 750,
};

/** No emulation at all. */
const loopback: Network = {
  name: 'Loopback',
  says: 'as fast as this machine',
  latencyMilliseconds: 0,
  downKilobitsPerSecond: 1e6,
  upKilobitsPerSecond: 1e6,
  slowdown: 1,
};

/** Definitions of `Fast 3G`; the strictest without a slower processor comes first. */
export const networks: readonly [Network, ...Network[]] = [
  {
    name: 'Fast 3G of Chrome DevTools',
    says: '150 ms × 3.75 for each request, 90 % of 1.6 Mbit/s down and of 750 kbit/s up',
    ...applied,
    slowdown: 1,
  },
  {
    name: 'Fast 3G by its round trip',
    says: '150 ms for each request, 1.6 Mbit/s down, 750 kbit/s up: the figures that Lighthouse simulates with',
    ...simulated,
    slowdown: 1,
  },
  {
    name: 'Fast 3G of Chrome DevTools, processor at a quarter',
    says: 'the first one on a slow telephone, as Lighthouse slows the processor down',
    ...applied,
    slowdown: 4,
  },
  {
    name: 'Fast 3G by its round trip, processor at a quarter',
    says: 'the second one on a slow telephone: what Lighthouse simulates',
    ...simulated,
    slowdown: 4,
  },
  loopback,
];
