import { readdir, readFile, stat } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { measureRates, runWorld, type StatementCost } from '../harness/cascade-cost.ts';
import { gatewayKinds } from '../harness/gateway.ts';
import { lacksPostgres } from '../harness/postgres.ts';
import { choice, list, number, numberOf, scenario, text } from '../harness/scenario.ts';
import { round, sum } from '../harness/statistics.ts';

export default scenario({
  says: "Where the time of a whole cascade goes: in Node by function and package, in PostgreSQL by statement. Runs twice, without any profiler for the processor times and with both. Needs Debian's PostgreSQL. Writes results/profile.json.",
  minutes: 2,
  options: {
    rate: number('cascades a second; more than the service can do shows it saturated', 400),
    seconds: number('of each run', 20),
    rates: list(
      'cascades a second, comma-separated: measures the cost of a message at each, instead of the profile',
      '',
      String,
    ),
    deferred: number('with --rates: messages that begin tomorrow, beside which all is measured again', 0),
    gateway: choice('of --rates: how it is reached', gatewayKinds, 'smpp'),
    statuses: list('with a callback, comma-separated', 'ENQUEUED,SENT,DELIVERED', String),
    program: text('cli.ts of another version of the service'),
    name: text('of the result file', 'profile'),
  },
  examples: {
    '--rate 2500 --seconds 15': 'as in the result file',
    '--rates 20,100,300 --name low-rates': 'what a message costs where little is to do',
    '--rates 100,300 --deferred 200000 --name deferred': 'and beside work that is due much later',
    '--program /elsewhere/packages/service/src/cli.ts --name profile-before': 'another version',
  },
  lacks: () => lacksPostgres,
  async run({ bed, values: { name, rates, gateway, deferred, ...shape }, report }) {
    const given = rates.filter((rate) => rate !== '').map(numberOf);
    if (given.length > 0) {
      const says = `a cascade of one stage with callbacks for ${shape.statuses.join(', ')} and a receipt by ${gateway}: processor time of Node and of all processes of PostgreSQL for one, by the rate, ${shape.seconds} s each, with what is used at rest taken off; and what a message alone asks of the database, counted between both`;
      report({ says, ...(await measureRates({ ...shape, rates: given, gateway, deferred })) }, { name });
      return;
    }
    const plain = await runWorld(shape);
    const profiles = `${bed.folder}/profiles`;
    const { statements, ended, cost } = await runWorld({ ...shape, profiles });
    report(
      {
        says: `whole cascades of one stage, ${shape.rate} a second for ${shape.seconds} s, callbacks for ${shape.statuses.join(', ')}; processor times from a run without profilers`,
        cascade: plain.cost,
        postgres: statements.map((one) => perCascade(one, ended)),
        node: await nodeProfile(profiles, cost.nodeMicroseconds),
      },
      { name },
    );
  },
});

/** What a statement costs per cascade; those inside a function are indented. */
function perCascade(statement: StatementCost, ended: number): object {
  const { query, isTop, calls, plans, rows, milliseconds, planMilliseconds, walBytes } = statement;
  return {
    statement: `${isTop ? '' : '… '}${query.replace(/\s+/g, ' ').trim().slice(0, 150)}`,
    microseconds: round((milliseconds * 1_000) / ended),
    planMicroseconds: round((planMilliseconds * 1_000) / ended),
    plans: Math.round((plans / ended) * 1_000) / 1_000,
    calls: Math.round((calls / ended) * 1_000) / 1_000,
    rows: round(rows / ended),
    walBytes: Math.round(walBytes / ended),
  };
}

/** Self time by module and by function, as shares of the time that Node was busy. */
async function nodeProfile(folder: string, microsecondsPerCascade: number): Promise<object> {
  const name = await largest(folder);
  const {
    nodes,
    samples = [],
    timeDeltas = [],
  }: Profiler.Profile = JSON.parse(await readFile(join(folder, name), 'utf8'));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const busy = samples.flatMap((id, index) => {
    const frame = frames.get(id);
    if (frame === undefined || ['(idle)', '(program)'].includes(frame.functionName)) return [];
    const module = moduleOf(frame.url, frame.functionName);
    return { module, time: timeDeltas[index] ?? 0, name: `${frame.functionName || '(anonymous)'} ${module}` };
  });
  const timeOf = (some: typeof busy) => sum(some.map(({ time }) => time));
  const all = timeOf(busy);
  const top = (key: 'module' | 'name', count: number) => {
    const times = [...Map.groupBy(busy, (one) => one[key])].map(
      ([group, some]) => [group, timeOf(some)] as const,
    );
    const longest = times.toSorted(([, a], [, b]) => b - a).slice(0, count);
    return Object.fromEntries(longest.map(([group, time]) => [group, Math.round((time / all) * 1_000) / 10]));
  };
  return {
    says: 'percent of the busy samples of V8, without idle time and native code outside of JavaScript',
    microsecondsPerCascade,
    modules: top('module', 25),
    functions: top('name', 40),
  };
}

async function largest(folder: string): Promise<string> {
  const names = await readdir(folder);
  const sized = await Promise.all(
    names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })),
  );
  const [first] = sized.toSorted((a, b) => b.size - a.size);
  if (first === undefined) throw new Error('the service left no profile');
  return first.name;
}

/** `undici`, `node:net`, or a folder of the service. */
function moduleOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8';
  if (url.startsWith('node:')) return url.replace(/^node:(?:internal\/)?/, 'node:');
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return installed ?? url.replace(/.*\/packages\//, '').replace(/\/[^/]+$/, '');
}
