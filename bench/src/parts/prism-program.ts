import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, freePort, runProgram, startProgram } from '@cascade/test-kit';

/** The version whose libraries the mock uses. */
const version = '5.16.0';
/** What npm has installed is kept here from run to run. */
const cache = join(tmpdir(), `cascade-prism-${version}`);
const program = join(cache, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
const description = createRequire(import.meta.url).resolve('@cascade/spec/generated/openapi.yaml');

export interface Prism {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** Why Prism's command cannot be had; installs it from the registry if it is not there yet. */
export async function whyNoPrism(): Promise<string | undefined> {
  if (existsSync(program)) return undefined;
  await mkdir(cache, { recursive: true });
  const install = ['install', '--prefix', cache, '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, err } = await runProgram('npm', [...install, `@stoplight/prism-cli@${version}`]).catch(
    (error: unknown) => ({ code: 1, err: String(error) }),
  );
  return code === 0 ? undefined : `npm cannot install @stoplight/prism-cli: ${err.trim().split('\n')[0]}`;
}

/** `prism mock` for our description, without its log: to write that costs it half of its speed. */
export async function startPrism(): Promise<Prism> {
  const port = await freePort();
  const args = [
    program,
    'mock',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--verboseLevel',
    'warn',
    description,
  ];
  const child: Child = startProgram(process.execPath, args, {
    environment: { ...process.env, NODE_ENV: '' },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilItListens(url, child);
  return {
    url,
    pid: child.process.pid ?? Number.NaN,
    async close() {
      await child.end('SIGKILL');
    },
  };
}

async function untilItListens(url: string, child: Child): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    if (child.hasEnded) break;
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await child.end('SIGKILL');
  throw new Error(`prism does not listen:\n${child.output}`);
}
