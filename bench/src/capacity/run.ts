import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readCommand } from '../command.ts';
import { report, round } from '../report.ts';
import { fitCosts, readMeasuredCosts } from './costs.ts';
import { judge } from './judge.ts';
import { loadChart } from './load-chart.ts';
import { limitsOf } from './plant.ts';
import { chartLoads, loads, scenarios, todayPerSecond } from './scenarios.ts';
import { type Outcome, simulate } from './simulate.ts';

/**
 * Simulates the capacity model, fitted to `capacity-costs.json`, at 1, 10, 100 and 1,000 times today's load.
 */
readCommand({
  run: 'npx pnpm --filter @cascade/bench capacity',
  says: 'Simulates which resource saturates first at 1 to 1,000 times the load, by a model fitted to results/capacity-costs.json. Writes results/capacity.json and .svg.',
  examples: { '': 'as in the result file' },
});
const costs = fitCosts(readMeasuredCosts());

const results = scenarios.map((scenario) => ({
  scenario: scenario.name,
  says: scenario.says,
  atLoad: loads.map((load) => {
    const plant = scenario.plantOf(costs, load * todayPerSecond);
    const outcome = simulate(plant);
    return {
      load,
      replicas: plant.replicas,
      ...inWords(outcome),
      verdict: judge(outcome),
      limitPerSecond: rounded(limitsOf(plant)),
    };
  }),
}));
report('capacity', 'npx pnpm --filter @cascade/bench capacity', {
  says: `simulated, not measured: a model fitted to capacity-costs.json; 1 is ${todayPerSecond} cascades a second with three callbacks each`,
  model: costs,
  results,
});

const panels = scenarios.map(({ name, says, plantOf }) => {
  const outcomes = chartLoads.map((load) => simulate(plantOf(costs, load * todayPerSecond)).busy);
  const series = (of: keyof Outcome['busy']) => outcomes.map((busy) => busy[of]);
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
const picture = fileURLToPath(new URL('../../results/capacity.svg', import.meta.url));
await writeFile(picture, loadChart(chartLoads, panels));

function inWords(outcome: Outcome) {
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
