import { loadavg } from 'node:os';
import { readCommand } from '../command.ts';
import { report } from '../report.ts';
import { parts } from './all.ts';
import type { Conditions, Part, Row } from './part.ts';
import { runPart } from './run-part.ts';
import { selectParts } from './select-parts.ts';

const { values } = readCommand({
  run: 'npm run bench --',
  says: 'Measures each part of the product against its peer or its limit, in turns in the same run, and writes bench/results/parts.json. Under ten minutes, on a machine that does nothing else.',
  options: {
    only: {
      type: 'string',
      says: `these parts, comma-separated, and writes nothing: ${parts.map(({ name }) => name).join(', ')}`,
    },
    quick: {
      type: 'boolean',
      default: false,
      says: 'one short turn of each, to see that all work; writes nothing',
    },
    turns: { type: 'string', default: '5', says: 'measurements of each side' },
  },
  examples: {
    '': 'everything',
    '--only mock,client': 'two parts',
    '--quick': 'a smoke test',
  },
});
const say = (line: string) => void process.stderr.write(`${line}\n`);
const selected = selectParts(parts, values.only);
if (typeof selected === 'string') {
  say(selected);
  process.exit(2);
}
const stop = stopOnInterrupt();
const isQuick = values.quick;
const turns = isQuick ? 1 : Number(values.turns);
const conditions: Conditions = {
  isQuick,
  seconds: (usual) => (isQuick ? usual / 8 : usual),
  times: (usual) => (isQuick ? Math.ceil(usual / 10) : usual),
};

const loadBefore = loadavg()[0];
const rows: Row[] = [];
const skipped: Record<string, string> = {};
const failed: string[] = [];
const begin = performance.now();
for (const [index, part] of selected.entries()) {
  if (stop.aborted) break;
  await measure(part, `${index + 1}/${selected.length} ${part.name}`);
}
if (stop.aborted) {
  say('interrupted: nothing is written');
  process.exit(130);
}
const minutes = Math.round((performance.now() - begin) / 6_000) / 10;
say(
  `${rows.length} figures of ${selected.length} parts in ${minutes} min; load average ${loadBefore?.toFixed(1)}`,
);
if (failed.length > 0) say(`failed: ${failed.join(', ')}`);
else if (values.only === undefined && !isQuick)
  report('parts', 'npm run bench', {
    says: `each part against its peer or its limit, medians of ${turns} turns; a ratio above 1 is in our favour`,
    loadAverage: { before: loadBefore, after: loadavg()[0] },
    minutes,
    turns,
    skipped,
    rows,
  });
process.exit(failed.length > 0 ? 1 : 0);

async function measure(part: Part, title: string): Promise<void> {
  say(`${title}: against ${part.peer}`);
  const from = performance.now();
  try {
    const result = await runPart(part, {
      conditions,
      turns,
      signal: stop,
      onTurn: (turn) => say(`  turn ${turn} of ${turns}`),
    });
    if ('absent' in result) {
      skipped[part.name] = result.absent;
      say(`  skipped: ${result.absent}`);
      return;
    }
    rows.push(...result);
    for (const row of result)
      say(`  ${row.name}: ${row.ours} to ${row.peer} ${row.unit}, ratio ${row.ratio}`);
    say(`  ${Math.round((performance.now() - from) / 1_000)} s`);
  } catch (error) {
    if (stop.aborted) return;
    failed.push(part.name);
    say(`  failed: ${error instanceof Error ? error.stack : error}`);
  }
}

/** Ctrl-C ends the run after the measurement under way; a second one at once. */
function stopOnInterrupt(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    say('stopping after this measurement; once more to stop at once');
    controller.abort(new Error('interrupted'));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  return controller.signal;
}
