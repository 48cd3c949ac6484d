import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { startMock } from '@cascade/mock';
import { startTestService } from '@cascade/service/testing';
import { type Fault, startFaultyProxy } from '@cascade/test-kit';
import type { Example } from './example-list.ts';
import { judgeKit, type KitOutcomes, type KitStep, kitSteps } from './kit-steps.ts';
import { accountsFile } from './npm-checks.ts';
import { type AlteringProxy, startAlteringProxy } from './round-trip.ts';
import { runOne } from './run-command.ts';

/** Altering proxies before a mock and a service. */
interface Providers {
  readonly mock: AlteringProxy;
  readonly service: AlteringProxy;
}

/** A kit that is built in `folder`, and how many calls it makes through faults. */
export interface KitTrial {
  readonly folder: string;
  readonly providers: Providers;
  readonly calls: number;
}

/** What the table of the kits shows. */
export interface KitResult extends Omit<KitOutcomes, 'failures'> {
  /** Lines with code of the sources: all, and without the generated lists of codes and reasons. */
  readonly lines: { readonly all: number; readonly kit: number };
  /** Seconds from an empty folder to the first message, by the lines in the README; absent if they need .NET. */
  readonly firstMessageSeconds?: number;
}

const ofKits = join(repositoryRoot, 'packages/kits');

/** Of eleven requests: a length that has no factor in common with the attempts of a call. */
const faultsInTurn: readonly Fault[] = [
  'forwarded, dropped',
  'none',
  'reset',
  'overload',
  'forwarded, reset',
  'none',
  'forwarded, page',
  'forwarded, delayed',
  'none',
  'forwarded, cut',
  'none',
];

const attempts = 5;

/** Takes the steps of a kit that is built. */
export async function tryKit({ name, kit }: Example, { folder, providers, calls }: KitTrial) {
  if (kit === undefined) return undefined;
  const { mock, service } = providers;
  const faulty = await startFaultyProxy(`${mock.url}/counted`);
  faulty.next(
    ...Array.from(
      { length: calls * attempts },
      (_, index): Fault => faultsInTurn[index % faultsInTurn.length] ?? 'none',
    ),
  );
  const steps = kitSteps({ mock: mock.url, service: service.url, faulty: faulty.url, calls, attempts });
  const printed = await runInParts(steps, folder, (file) =>
    runOne([...kit(folder), file], { cwd: folder, seconds: 3_600 }),
  );
  await faulty.close();
  const { failures, ...outcomes } = judgeKit(steps, printed, mock.accepted());
  const first = await sendFirst(name, { folder: `${folder}-first`, url: `${mock.url}/plain` });
  const { seconds } = first;
  const result: KitResult = {
    ...outcomes,
    lines: linesOf(name),
    ...(seconds === undefined ? {} : { firstMessageSeconds: seconds }),
  };
  return { steps: steps.length + 1, failures: [...failures, ...first.failures], result };
}

const programs = 64;

/** As many programs at once take a part of the steps each: calls through faults mostly wait. */
async function runInParts(
  steps: readonly KitStep[],
  folder: string,
  run: (file: string) => Promise<{ readonly out: string; readonly end: string }>,
): Promise<string> {
  const size = Math.max(50, Math.ceil(steps.length / programs));
  process.setMaxListeners(programs + 10); // each has one
  const parts = Array.from({ length: Math.ceil(steps.length / size) }, async (_, index) => {
    const file = join(folder, `steps-${index}.jsonl`);
    const part = steps.slice(index * size, (index + 1) * size);
    await writeFile(file, part.map((step) => `${JSON.stringify(step)}\n`).join(''));
    const { out, end } = await run(file);
    const lines = out.trimEnd().split('\n');
    // A program that ends early must not move the lines of the next one.
    return part.map((_, line) => lines[line] || end.replaceAll('\n', ' ')).join('\n');
  });
  return (await Promise.all(parts)).join('\n');
}

/** Types what the README of the kits says under the language of a kit, in an empty folder. */
async function sendFirst(name: string, { folder, url }: { readonly folder: string; readonly url: string }) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const readme = readFileSync(join(ofKits, 'README.md'), 'utf8').replaceAll('http://127.0.0.1:4010', url);
  const section =
    readme
      .split(/^## /m)
      .slice(1)
      .find((one) => one.includes(`](${name.slice('kit '.length)})`)) ?? '';
  const blocks = section.matchAll(/^(?:`([\w./]+)`:\n\n)?```\w+\n(.*?)^```/gms);
  const lines = [...blocks].map(([, file, text = '']) =>
    file === undefined ? text : `cat > ${file} <<'END OF FILE'\n${text}END OF FILE\n`,
  );
  if (section.includes('needs=dotnet')) return { failures: [] };
  const start = performance.now();
  const { out, end } = await runOne(['bash', '-ec', lines.join('')], {
    cwd: folder,
    environment: { CASCADE: repositoryRoot },
  });
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const isSent = /scheduled [\w-]{36}/.test(out);
  return { seconds, failures: isSent ? [] : [`the lines of the README: ${end}`] };
}

const sourceOf: Readonly<Record<string, readonly string[]>> = {
  python: ['cascade_kit'],
  go: ['.'],
  java: ['src/main/java/example/cascade'],
  php: ['src'],
  rust: ['src'],
  csharp: ['.'],
};

/** Lines without code: blank, comments, imports, lone brackets. */
const noCode = /^\s*($|\/\/|\/\*|\*|#|"""|[\])}]+[;,]?$|import |from |use |using |package |namespace )/;

/** The files that `npm run generate` writes. */
const isList = /^(problems\.py|codes\.(go|rs)|(ProblemCode|UndeliveredReason|Codes)\.\w+)$/;

function linesOf(name: string): KitResult['lines'] {
  const language = name.slice('kit '.length);
  let [all, kit] = [0, 0];
  for (const folder of sourceOf[language] ?? [])
    for (const file of readdirSync(join(ofKits, language, folder))) {
      if (!['.py', '.go', '.java', '.php', '.rs', '.cs'].includes(extname(file)) || file.includes('test'))
        continue;
      const lines = readFileSync(join(ofKits, language, folder, file), 'utf8').split('\n');
      const count = lines.filter((line) => !noCode.test(line)).length;
      all += count;
      if (!isList.test(file)) kit += count;
    }
  return { all, kit };
}

/** Each example has a mock and a service of its own. */
export async function withProviders<Value>(use: (providers: Providers) => Promise<Value>): Promise<Value> {
  const providers = [
    await startMock({ port: 0, log: () => {} }),
    await startTestService({ accounts: accountsFile }),
  ] as const;
  const proxies = [
    await startAlteringProxy(providers[0].url),
    await startAlteringProxy(providers[1].url),
  ] as const;
  try {
    return await use({ mock: proxies[0], service: proxies[1] });
  } finally {
    for (const one of [...proxies, ...providers]) await one.close();
  }
}
