import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@cascade/embedded-postgres/testing';
import { startProgram } from '@cascade/repository/test-kit';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { program, withoutDatabase } from '../testing/run-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createLauncher } from './launcher.ts';

const database = withTestDatabase();

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** Whether the program stops, when its parent changes before it is ready or after. */
async function stops(event: string | undefined, when: 'before' | 'after' | 'never'): Promise<boolean> {
  const self = { ppid: 12, env: { npm_lifecycle_event: event } };
  const launcher = createLauncher(self);
  if (when === 'before') self.ppid = 1;
  let isGone = false;
  void launcher.gone().then(() => {
    isGone = true;
  });
  if (when === 'after') self.ppid = 1;
  await vi.advanceTimersByTimeAsync(10_000);
  return isGone;
}

test.each([
  ['npx', 'before', true],
  ['npx', 'after', true],
  ['npx', 'never', false],
  // A script that starts the service in the background.
  ['start', 'before', false],
  ['start', 'after', true],
  // A shell with nohup, systemd, a container.
  [undefined, 'before', false],
  [undefined, 'after', false],
] as const)('started by %s, its parent goes %s it is ready: stops %s', async (event, when, expected) => {
  expect(await stops(event, when)).toBe(expected);
});

test.each([
  ['npx', ['cascade-service']],
  ['npm', ['run', 'service', '--']],
])('%s takes the service with it on SIGTERM', async (command, args) => {
  vi.useRealTimers();
  const cwd = await mkdtemp(join(tmpdir(), 'cascade-launched-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await mkdir(join(cwd, 'node_modules/.bin'), { recursive: true });
  const binary = `#!/bin/sh\necho "pid $$"\nexec '${process.execPath}' '${program}' "$@"\n`;
  await writeFile(join(cwd, 'node_modules/.bin/cascade-service'), binary, { mode: 0o755 });
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts: { service: 'cascade-service' } }));

  const ports = ['--port', '0', '--operations-port', '0'];
  const environment = withoutDatabase({ DATABASE_URL: database.connectionString });
  const child = startProgram(command, [...args, 'start', '--development', ...ports], { cwd, environment });
  const [, url = ''] = await child.printed(/answers at (\S+);/, 150);
  const pid = Number(/^pid ([1-9]\d*)$/m.exec(child.output)?.[1] ?? Number.NaN);
  expect(pid).toBeGreaterThan(1);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });

  child.process.kill('SIGTERM');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000, interval: 50 });
  await expect(fetch(url)).rejects.toThrow();
  expect(child.output).toContain('"msg":"stopped"');
});
