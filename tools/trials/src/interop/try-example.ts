import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Example } from './example.ts';
import { type Check, checksOf, type VectorFolders } from './example-checks.ts';
import { runAll, runOne } from './run-command.ts';
import type { Command } from './tool.ts';

/** How many checks an example passed. */
export interface ExampleResult {
  readonly example: string;
  readonly language: string;
  readonly checks: number;
  readonly passed: number;
  /** The failed checks with what the program printed, or the end of what the failed build printed. */
  readonly failures: readonly string[];
}

const verifier = fileURLToPath(new URL('../../../../packages/verifier/src/cli.ts', import.meta.url));
const inExamples = (name: string) => fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url));
const vectors = fileURLToPath(
  new URL('.', import.meta.resolve('@cascade/spec/vectors/generated/callbacks.json')),
);

/** Builds a copy of the example in `folder`, and runs it against the altering proxy at `url`. */
export async function tryExample(example: Example, folder: string, url: string): Promise<ExampleResult> {
  const { name, language } = example;
  await rm(folder, { recursive: true, force: true });
  await cp(inExamples(name), folder, { recursive: true });
  const checks = checksOf(url, await vectorFolders(folder));
  const got = { example: name, language, checks: checks.length };
  const broken = await runAll(example.build(folder), folder);
  if (broken !== undefined) return { ...got, passed: 0, failures: [broken] };
  const sharedId = crypto.randomUUID();
  const failures: string[] = [];
  for (const check of checks) {
    const failure = await runCheck(example, folder, check, check.sharesId ? sharedId : crypto.randomUUID());
    if (failure !== undefined) failures.push(`${check.says}: ${failure}`);
  }
  return { ...got, passed: checks.length - failures.length, failures };
}

/** What the program did, if it is not what the check expects. */
async function runCheck(example: Example, folder: string, check: Check, requestId: string) {
  const { program, prints, endsWith } = check;
  const args = program === 'send' ? ['+12025550100', 'Code 4821', requestId] : [];
  const environment = { CASCADE_API_KEY: 'demo-key', CASCADE_ID: '2002', ...check.environment };
  const command: Command =
    program === 'judged'
      ? [process.execPath, verifier, 'client', '--', ...example.send(folder)]
      : example[program](folder);
  const { code, out, end } = await runOne([...command, ...args], {
    cwd: folder,
    environment,
  });
  const isEnd = endsWith === 'not zero' ? code !== 0 : code === endsWith;
  if (isEnd && prints.test(out.trim().replace(requestId, 'REQUEST-ID'))) return undefined;
  return `ended with ${code}: ${end}`;
}

async function vectorFolders(folder: string): Promise<VectorFolders> {
  const [wrongVerdict, wrongOutcome] = [join(folder, 'wrong-verdict'), join(folder, 'wrong-outcome')];
  await copyAltered(wrongVerdict, 'invalid-body', { verdict: 'valid' });
  await copyAltered(wrongOutcome, 'first-undelivered', { outcome: 'failed' });
  return { right: vectors, wrongVerdict, wrongOutcome };
}

/** A copy of the vectors in which the one with the id says something else. */
async function copyAltered(folder: string, id: string, part: object): Promise<void> {
  await mkdir(folder);
  for (const name of ['callbacks.json', 'outcomes.json']) {
    const all: { readonly vectors: readonly { readonly id: string }[] } = JSON.parse(
      await readFile(join(vectors, name), 'utf8'),
    );
    const altered = all.vectors.map((one) => (one.id === id ? { ...one, ...part } : one));
    await writeFile(join(folder, name), JSON.stringify({ ...all, vectors: altered }));
  }
}
