import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startMock } from '@cascade/mock';
import { collectCallbacks } from './collect-callbacks.ts';
import { examples } from './examples.ts';
import { descriptions, readReasons, readResults } from './inputs.ts';
import { pageOf, type Result } from './page.ts';
import { roundTrip } from './round-trip.ts';
import { runExamples } from './run-examples.ts';
import { startAlteringProxy } from './start-altering-proxy.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';
import { installTool, tryTool } from './try-tool.ts';

const help = `npm run interop -- [--only <part of a name>] [--write]

Points code generators of other languages at the descriptions, compiles what they write, and runs the same round trip
through it against the mock. Generators are fetched from their registries at fixed versions, into reports/interop. Then
runs the examples of other languages (examples/) against the mock and the test vectors. One whose toolchain is not here
is skipped.

  --only <text>  only the generators and examples whose name contains it, such as 'example python'
  --write        replaces their lines in results/interop.json and results/examples.json, and writes spec/interop.md
  --help         this text

Ends with 1 if a generator fails with a profile, or an example; with 2 if none is called so.
`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean' }, help: { type: 'boolean' } },
});
const room = fileURLToPath(new URL('../../reports/interop/', import.meta.url));
if (values.help) process.stdout.write(help);
else process.exitCode = await main(values.only ?? '', values.write === true);

async function main(only: string, writes: boolean): Promise<number> {
  const chosen = tools.filter(({ name }) => name.includes(only));
  const chosenExamples = examples.filter(({ name }) => `example ${name}`.includes(only));
  if (chosen.length + chosenExamples.length === 0) {
    const names = [...tools.map(({ name }) => name), ...examples.map(({ name }) => `example ${name}`)];
    say(`none has ${only} in its name; there are ${names.join(', ')}`);
    return 2;
  }
  const results: Result[] = [];
  for (const tool of chosen) {
    const result = await tryAll(tool);
    if (result !== undefined) results.push(result);
  }
  if (writes && results.length > 0) await write(results);
  const failed = await runExamples(chosenExamples, { room, writes, say });
  const profiles = results.flatMap(({ attempts }) => [attempts['3.1 profile'], attempts['3.0.3 profile']]);
  return failed === 0 && profiles.every((attempt) => attempt?.failures.length === 0) ? 0 : 1;
}

async function tryAll(tool: Tool): Promise<Result | undefined> {
  const { name, version, language } = tool;
  const home = join(room, name.replace(/\W/g, '-'), version);
  const absent = await installTool(tool, home);
  if (absent !== undefined) {
    say(`${name}: skipped: ${absent}`);
    return undefined;
  }
  const attempts: Record<string, Result['attempts'][string]> = {};
  for (const [variant, description] of Object.entries(descriptions)) {
    const folder = join(room, name.replace(/\W/g, '-'), variant.replace(/\W/g, '-'));
    const attempt = await withProvider((steps) => tryTool(tool, { home, folder, description }, steps));
    attempts[variant] = attempt;
    say(`${name}, ${variant}: ${attempt.passed} of ${attempt.steps} steps`);
    for (const failure of attempt.failures) say(`  ${failure}`);
  }
  return { tool: name, version, language, attempts };
}

/** Each attempt has a mock of its own: request ids are new, and callbacks are those of this mock. */
async function withProvider<Value>(
  use: (steps: ReturnType<typeof roundTrip>) => Promise<Value>,
): Promise<Value> {
  const mock = await startMock({ port: 0, log: () => {} });
  const proxy = await startAlteringProxy(mock.url);
  try {
    return await use(roundTrip(proxy.url, await collectCallbacks(mock.url, readReasons())));
  } finally {
    await proxy.close();
    await mock.close();
  }
}

async function write(results: readonly Result[]): Promise<void> {
  const names = new Set(results.map(({ tool }) => tool));
  const kept = readResults().filter(({ tool }) => !names.has(tool));
  const all = [...kept, ...results].sort((one, other) => one.tool.localeCompare(other.tool));
  const file = fileURLToPath(new URL('../../results/interop.json', import.meta.url));
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
  await writeFile(fileURLToPath(import.meta.resolve('@cascade/spec/interop.md')), pageOf(all));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
