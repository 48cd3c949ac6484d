import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/repository/test-kit';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('proofs.ts', import.meta.url));
const run = (...args: readonly string[]) => runProgram(process.execPath, [program, ...args]);

test('lists the schedules with minutes and what each needs', async () => {
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toMatch(/^crash, \d+ min\n {2}kill -9 of the service/m);
  expect(out).toMatch(/^order, \d+ min\n[\s\S]*?Needs python3\n/m);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test.each([
  [['crush'], /unknown schedule crush; there are clock-steps, crash,/],
  [['crash', '--for', 'long'], /Expected a time such as 90s or 10m/],
])('%j is a wrong argument', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});
