import { dispatcherSettings } from '@cascade/service/bench';
import type { Costs } from './costs.ts';
import { limitsOf, type Plant } from './plant.ts';

/** An assumption: 100 cascades a second, 8.6 million a day. */
export const todayPerSecond = 100;
export const loads = [1, 10, 100, 1_000] as const;
/** Enough loads to draw lines. */
export const chartLoads = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const;

export interface Scenario {
  readonly name: string;
  readonly says: string;
  plantOf(costs: Costs, perSecond: number): Plant;
}

const disk = { flushSeconds: 0.001, bytesPerSecond: 250e6 };
const share = 0.6;

/** A receiver gets at most a quarter of the slots that it leaves free. */
function slotsOf({ slots: { total } }: Pick<typeof dispatcherSettings, 'slots'>) {
  return { slots: total, ofOne: Math.floor(total / 5) };
}

function usual(costs: Costs, perSecond: number) {
  return {
    costs,
    perSecond,
    disk,
    roundTripSeconds: 0.0005,
    accounts: 1_000,
    hotShare: 0,
    affinity: false,
    receiver: { seconds: 0.05, ...slotsOf(dispatcherSettings) },
  };
}

/** As many replicas as the processor time needs, with a margin. */
function enoughReplicas(costs: Costs, perSecond: number): number {
  const one: Plant = { ...usual(costs, perSecond), replicas: 1, databaseCores: 1 };
  const { replicas, receiver } = limitsOf(one);
  return Math.max(2, Math.ceil(perSecond / (Math.min(replicas, receiver) * share)));
}

function large(costs: Costs, perSecond: number): Plant {
  return { ...usual(costs, perSecond), replicas: enoughReplicas(costs, perSecond), databaseCores: 32 };
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'as it is',
    says: '2 replicas, a database with 4 cores',
    plantOf: (costs, perSecond) => ({ ...usual(costs, perSecond), replicas: 2, databaseCores: 4 }),
  },
  {
    name: 'more replicas',
    says: 'as many replicas as their processors need, one database with 32 cores',
    plantOf: large,
  },
  {
    name: 'accounts stay with a replica',
    says: 'the same, but the load balancer sends an account always to the same replica, and its jobs run there too',
    plantOf: (costs, perSecond) => ({ ...large(costs, perSecond), affinity: true }),
  },
  {
    name: 'one hot account',
    says: 'as many replicas and cores, but half of the requests are of one account',
    plantOf: (costs, perSecond) => ({ ...large(costs, perSecond), hotShare: 0.5 }),
  },
];
