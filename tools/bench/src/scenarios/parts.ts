import { flag, number, scenario, some } from '../harness/scenario.ts';
import { clientPart, preflightPart, validator, webhooks } from './parts/libraries.ts';
import { type ComparedPart, type Conditions, type Row, runPart } from './parts/part.ts';
import { generateCheck, generateParts, lint, portal } from './parts/programs.ts';
import {
  accept,
  endToEnd,
  endToEndDelivered,
  groupCommit,
  intake,
  mock,
  mockRemembering,
  verifier,
  verifierFast,
} from './parts/servers.ts';

/** Every part, in the order of the result. */
const parts: readonly ComparedPart[] = [
  validator,
  preflightPart,
  clientPart,
  webhooks,
  mock,
  mockRemembering,
  verifier,
  verifierFast,
  groupCommit,
  intake,
  accept,
  endToEnd,
  endToEndDelivered,
  lint,
  generateParts,
  generateCheck,
  portal,
];

export default scenario({
  says: 'Measures each part of the product against its peer or its limit, in turns in the same run, and writes tools/bench/results/parts.json. On a machine that does nothing else. Ends with 1 if a part fails.',
  minutes: 10,
  isFigure: true,
  options: {
    only: some(
      'some parts; writes nothing',
      parts.map(({ name }) => name),
    ),
    quick: flag('one short turn of each, to see that all work; writes nothing'),
    turns: number('measurements of each side', 5),
  },
  examples: { '': 'everything', '--only mock,client': 'two parts', '--quick': 'a smoke test' },
  async run({ values: { only, quick: isQuick, turns: given }, say, report }) {
    const selected = parts.filter(({ name }) => only.includes(name));
    const signal = stopOnInterrupt(say);
    const turns = isQuick ? 1 : given;
    const conditions: Conditions = {
      seconds: (usual) => (isQuick ? usual / 8 : usual),
      times: (usual) => (isQuick ? Math.ceil(usual / 10) : usual),
    };
    const found: Found = { rows: [], skipped: {}, failed: [] };
    const begin = performance.now();
    for (const [index, part] of selected.entries()) {
      if (signal.aborted) break;
      say(`${index + 1}/${selected.length} ${part.name}: against ${part.peer}`);
      await measure(part, { conditions, turns, signal }, found, say);
    }
    if (signal.aborted) {
      say('interrupted: nothing is written');
      process.exit(130);
    }
    const { rows, skipped, failed } = found;
    const minutes = Math.round((performance.now() - begin) / 6_000) / 10;
    say(`${rows.length} figures of ${selected.length} parts in ${minutes} min`);
    if (failed.length > 0) say(`failed: ${failed.join(', ')}`);
    else if (selected.length === parts.length && !isQuick)
      report({
        says: `each part against its peer or its limit, medians of ${turns} turns; a ratio above 1 is in our favour`,
        minutes,
        turns,
        skipped,
        rows,
      });
    return failed.length === 0;
  },
});

interface Found {
  readonly rows: Row[];
  readonly skipped: Record<string, string>;
  readonly failed: string[];
}

async function measure(
  part: ComparedPart,
  options: { readonly conditions: Conditions; readonly turns: number; readonly signal: AbortSignal },
  { rows, skipped, failed }: Found,
  say: (line: string) => void,
): Promise<void> {
  const from = performance.now();
  try {
    const onTurn = (turn: number) => say(`  turn ${turn} of ${options.turns}`);
    const result = await runPart(part, { ...options, onTurn });
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
    if (options.signal.aborted) return;
    failed.push(part.name);
    say(`  failed: ${error instanceof Error ? error.stack : error}`);
  }
}

/** Ctrl-C ends the run after the measurement under way; a second one at once. */
function stopOnInterrupt(say: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    say('stopping after this measurement; once more to stop at once');
    controller.abort(new Error('interrupted'));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  return controller.signal;
}
