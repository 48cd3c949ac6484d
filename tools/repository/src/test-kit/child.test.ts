import { expect, test } from 'vitest';
import { runProgram, runShell, startProgram, startShell } from './child.ts';
import { killedAfterTest } from './vitest.ts';

const node = (program: string) => startProgram(process.execPath, ['-e', program]);
const endless = 'setInterval(() => {}, 1000)';

test('a program runs to its end', async () => {
  const program = 'console.log("out"); console.error("err"); process.exitCode = 3';
  expect(await runProgram(process.execPath, ['-e', program])).toEqual({
    code: 3,
    out: 'out\n',
    err: 'err\n',
  });
});

test('a program that takes longer than its limit is ended', async () => {
  expect(await runProgram('sleep', ['60'], { timeoutMs: 100 })).toMatchObject({ code: null });
});

test('a shell command that fails rejects with its output', async () => {
  await expect(runShell('echo why; exit 4', '/')).rejects.toThrow('ended with 4: echo why; exit 4\nwhy\n');
});

test('a program keeps running until it is ended', async () => {
  const child = killedAfterTest(node(`console.error("ready 7"); ${endless}`));
  expect((await child.printed(/ready (\d)/, 60))[1]).toBe('7');
  expect(child.hasEnded).toBe(false);
  expect(await child.end()).toBe(null);
  expect(child.hasEnded).toBe(true);
});

test.each([
  ['ends', 'echo no', 10],
  ['takes too long', 'echo no; exec sleep 60', 1],
])(
  'a program that %s before it prints the pattern is killed, and the error has its output',
  async (_, program, seconds) => {
    const child = killedAfterTest(startProgram('sh', ['-c', program]));
    await expect(child.printed(/yes/, seconds)).rejects.toThrow(/did not print \/yes\/:\nno/);
    expect(child.hasEnded).toBe(true);
  },
);

test('a group is killed with its children', async () => {
  const program = ['-c', 'sleep 600 & echo started; wait'];
  const child = killedAfterTest(startProgram('sh', program, { isGroup: true }));
  await child.printed(/started/, 60);
  expect(await child.end('SIGKILL')).toBe(null);
});

test('the children of a shell end with it', async () => {
  const child = killedAfterTest(startShell('sleep 60 & echo started; wait', '/'));
  await child.printed(/started/, 60);
  // Resolves once no process has its output open any more: with a child left, not before the test times out.
  expect(await child.end()).toBe(null);
});
