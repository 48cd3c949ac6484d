import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import type { Example } from './example.ts';
import { absentTool } from './run-command.ts';
import { startAlteringProxy } from './start-altering-proxy.ts';
import { type ExampleResult, tryExample } from './try-example.ts';

interface Settings {
  /** The folder in which the examples are built. */
  readonly room: string;
  /** Whether to replace their lines in the recorded results. */
  readonly writes: boolean;
  say(line: string): void;
}

const file = fileURLToPath(new URL('../../results/examples.json', import.meta.url));

/** The recorded results; none before the first run. */
export function readExampleResults(): ExampleResult[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** Runs each example whose toolchain is here; returns how many failed. */
export async function runExamples(chosen: readonly Example[], settings: Settings): Promise<number> {
  const results: ExampleResult[] = [];
  for (const example of chosen) {
    const absent = await absentTool(example.needs);
    if (absent !== undefined) {
      settings.say(`example ${example.name}: skipped: ${absent}`);
      continue;
    }
    const result = await withProxy((url) =>
      tryExample(example, join(settings.room, `example-${example.name}`), url),
    );
    results.push(result);
    settings.say(`example ${example.name}: ${result.passed} of ${result.checks} checks`);
    for (const failure of result.failures) settings.say(`  ${failure}`);
  }
  if (settings.writes && results.length > 0) await write(results);
  return results.filter(({ failures }) => failures.length > 0).length;
}

async function withProxy<Value>(use: (url: string) => Promise<Value>): Promise<Value> {
  const mock = await startMock({ port: 0, log: () => {} });
  const proxy = await startAlteringProxy(mock.url);
  try {
    return await use(proxy.url);
  } finally {
    await proxy.close();
    await mock.close();
  }
}

async function write(results: readonly ExampleResult[]): Promise<void> {
  const names = new Set(results.map(({ example }) => example));
  const kept = readExampleResults().filter(({ example }) => !names.has(example));
  const all = [...kept, ...results].sort((one, other) => one.example.localeCompare(other.example));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
