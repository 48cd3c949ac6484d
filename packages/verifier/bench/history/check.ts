import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { commandLine, parseCount, runCommand } from '@cascade/contract/command-line';
import { seededRandom } from '@cascade/repository/test-kit';
import { explainOrder, type HistoryAnswer, type Operation } from '../../src/history/judge-history.ts';
import { machine, writeResult } from '../results.ts';

const command = commandLine(
  'npm --prefix packages/verifier run history-check --',
  `Judges generated histories, every second one broken, with the search of cascade-verify history and with Porcupine, and
writes packages/verifier/results/history-check.json. Needs Go.`,
  `Examples:
  npm --prefix packages/verifier run history-check
  npm --prefix packages/verifier run history-check -- --histories 2000 --seed 7

Exit codes: 0 both agree, 1 they do not, 2 wrong usage.`,
)
  .option('--histories <number>', 'how many', parseCount, 100_000)
  .option('--seed <number>', 'of the histories', parseCount, 1);

interface Generated {
  readonly balance: number;
  readonly operations: readonly Operation[];
}

/**
 * A history as a right provider would make it, each operation at one moment between call and end; or with one
 * answer changed.
 */
function generate(random: () => number, isBroken: boolean): Generated {
  const below = (most: number) => Math.floor(random() * most);
  const size = 2 + Math.floor(random() ** 3 * 199);
  const lanes = random() < 0.02 ? size : 1 + below(Math.min(size, 10));
  const ids = 1 + below(Math.min(size, 40));
  const balance = below(ids + 2);
  const free = Array.from({ length: lanes }, () => 0);
  const planned = Array.from({ length: size }, (_, at) => {
    const lane = at % lanes;
    const call = (free[lane] ?? 0) + random();
    const moment = call + random();
    const end = moment + random();
    free[lane] = end;
    return { lane, call, moment, end, id: `${below(ids)}` };
  });
  const used = new Set<string>();
  const operations: Operation[] = [];
  for (const { moment: _, ...one } of planned.toSorted((a, b) => a.moment - b.moment)) {
    const kind = random();
    const isLost = random() < 0.02;
    const answer = answerOf(kind, used.has(one.id), used.size < balance);
    const happens = !isLost || random() < 0.5;
    if (answer === 'accepted' && happens) used.add(one.id);
    const lost = { answer: 'unknown', end: Number.POSITIVE_INFINITY } as const;
    operations.push({ account: 'one', ...one, answer, ...(isLost && kind >= 0.25 ? lost : {}) });
  }
  const at = below(operations.length);
  const wrong = answers[below(answers.length)] ?? 'accepted';
  return {
    balance,
    operations: operations.map((one, place) =>
      isBroken && place === at && one.answer !== 'unknown' ? { ...one, answer: wrong } : one,
    ),
  };
}

const answers: readonly HistoryAnswer[] = [
  'accepted',
  'not-unique',
  'out-of-balance',
  'refused',
  'listed',
  'not-listed',
];

function answerOf(kind: number, isUsed: boolean, canPay: boolean): HistoryAnswer {
  if (kind < 0.15) return isUsed ? 'listed' : 'not-listed';
  if (isUsed) return 'not-unique';
  if (kind < 0.25) return 'refused';
  return canPay ? 'accepted' : 'out-of-balance';
}

/** As Porcupine's program reads it. Times become places in time: it takes whole numbers. */
function toLine({ balance, operations }: Generated): string {
  const times = operations.flatMap(({ call, end }) => [call, end]).toSorted((one, other) => one - other);
  const placeOf = new Map(times.map((time, place) => [time, place]));
  const written = operations.map(({ id, answer, call, end }) => ({
    id: Number(id),
    answer,
    call: placeOf.get(call),
    ...(end === Number.POSITIVE_INFINITY ? {} : { end: placeOf.get(end) }),
  }));
  return `${JSON.stringify({ balance, operations: written })}\n`;
}

process.exitCode = await runCommand(command, async (options) => {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-history-check-'));
  try {
    const program = join(folder, 'porcupine');
    execFileSync('go', ['build', '-o', program, '.'], { cwd: fileURLToPath(new URL('.', import.meta.url)) });
    return await compare(program, options);
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function compare(
  program: string,
  { histories: count, seed }: { readonly histories: number; readonly seed: number },
): Promise<0 | 1> {
  const porcupine = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(porcupine.stdout)[Symbol.asyncIterator]();
  const random = seededRandom(seed);
  const verdicts: Record<string, number> = {};
  const milliseconds = { ours: 0, porcupine: 0 };
  const disagreements: number[] = [];
  // Judged here, and not yet compared.
  const pending: { readonly place: number; readonly ours: string }[] = [];
  let operations = 0;
  let longest = 0;
  let tooLong = 0;
  for (let place = 0; place < count; place += 1) {
    const history = generate(random, place % 2 === 1);
    if (!porcupine.stdin.write(toLine(history))) await once(porcupine.stdin, 'drain');
    const affords = new Map([['one', history.balance]]);
    const begin = performance.now();
    const ours = explainOrder(history.operations, { affords, isFresh: true, refusalsLeaveIds: true });
    milliseconds.ours += performance.now() - begin;
    pending.push({ place, ours });
    operations += history.operations.length;
    longest = Math.max(longest, history.operations.length);
    verdicts[ours] = (verdicts[ours] ?? 0) + 1;
    if (pending.length >= 200 || place === count - 1) {
      if (place === count - 1) porcupine.stdin.end();
      await collect(place === count - 1 ? 0 : 100);
    }
  }
  async function collect(keep: number): Promise<void> {
    while (pending.length > keep) {
      const one = pending.shift();
      const { value } = await lines.next();
      const [verdict, nanoseconds] = String(value).split(' ');
      milliseconds.porcupine += Number(nanoseconds) / 1e6;
      const isDecided = verdict !== 'undecided' && one?.ours !== 'undecided';
      if (verdict === 'undecided') tooLong += 1;
      if (one !== undefined && isDecided && verdict !== one.ours) disagreements.push(one.place);
    }
  }
  const result = {
    command: `npm --prefix packages/verifier run history-check -- --histories ${count} --seed ${seed}`,
    ...machine,
    histories: count,
    operations,
    longest,
    verdicts,
    undecidedByPorcupineInOneSecond: tooLong,
    seconds: { ours: milliseconds.ours / 1_000, porcupine: milliseconds.porcupine / 1_000 },
    disagreements,
  };
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  await writeResult('history-check', result);
  return disagreements.length === 0 ? 0 : 1;
}
