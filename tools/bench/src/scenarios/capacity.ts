import { loadChart } from '../harness/charts.ts';
import { scenario } from '../harness/scenario.ts';
import { round } from '../harness/statistics.ts';
import {
  type Costs,
  chartLoads,
  fitCosts,
  limitsOf,
  loads,
  scenarios,
  todayPerSecond,
} from './capacity/plant.ts';
import { judgeSimulation, type Simulation, simulate } from './capacity/simulate.ts';

export default scenario({
  says: 'Simulates which resource saturates first at 1 to 1,000 times the load, by a model fitted to results/capacity-costs.json. Writes results/capacity.json and .svg.',
  minutes: 1,
  examples: { '': 'as in the result file' },
  async run({ report }) {
    const model = fitCosts();
    const results = scenarios.map(({ name, says, plantOf }) => ({
      scenario: name,
      says,
      atLoad: loads.map((load) => {
        const plant = plantOf(model, load * todayPerSecond);
        const outcome = simulate(plant);
        return {
          load,
          replicas: plant.replicas,
          ...inWords(outcome),
          verdict: judgeSimulation(outcome),
          limitPerSecond: rounded(limitsOf(plant)),
        };
      }),
    }));
    report(
      {
        says: `simulated, not measured: a model fitted to capacity-costs.json; 1 is ${todayPerSecond} cascades a second with three callbacks each`,
        model,
        results,
      },
      { chart: loadChart(chartLoads, panelsOf(model)) },
    );
  },
});

function panelsOf(model: Costs) {
  return scenarios.map(({ name, says, plantOf }) => {
    const outcomes = chartLoads.map((load) => simulate(plantOf(model, load * todayPerSecond)).busy);
    const series = (of: keyof Simulation['busy']) => outcomes.map((busy) => busy[of]);
    return {
      title: `${name}: ${says}`,
      series: {
        'processors of the replicas': series('replicas'),
        'processors of the database': series('database'),
        'its log': series('log'),
        'waiting for locks of accounts': series('accounts'),
        'callbacks under way': series('receiver'),
      },
    };
  });
}

function inWords(outcome: Simulation) {
  const { offeredPerSecond, endedPerSecond, refusedPerSecond, secondsToEnd, intakeBatch, busy } = outcome;
  return {
    ...rounded({ offeredPerSecond, endedPerSecond, refusedPerSecond }),
    secondsToEnd: round(secondsToEnd),
    intakeBatch: round(intakeBatch),
    busy: Object.fromEntries(Object.entries(busy).map(([name, share]) => [name, round(Math.min(1, share))])),
  };
}

function rounded(figures: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value)]));
}
