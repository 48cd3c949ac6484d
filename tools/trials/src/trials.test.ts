import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/repository/test-kit';
import { expect, test } from 'vitest';

const file = new URL('trials.ts', import.meta.url);
const run = (...args: readonly string[]) => runProgram(process.execPath, [fileURLToPath(file), ...args]);

test('each trial has its program', () => {
  const programs = [...readFileSync(file, 'utf8').matchAll(/program\(new URL\('(.+?)'/g)].map(
    ([, path = '']) => path,
  );
  expect(programs).toHaveLength(5);
  expect(programs.filter((path) => !existsSync(new URL(path, file)))).toEqual([]);
});

test('lists the trials with what each needs, in lines of 80 columns; refuses what it does not know', async () => {
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}alerts +each alert.*\n +needs Prometheus$/m);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(await run('interopp')).toMatchObject({ code: 2, err: expect.stringContaining('there are packed,') });
});
