import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { ControlError, createMockControl } from '../src/control.ts';
import { send } from './support/send.ts';
import { startForTest } from './support/start.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
/** The first block of a language below a heading. */
function blockOf(heading: string, language: string): string {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  return new RegExp(`^\`\`\`${language}\n([^]*?)\`\`\``, 'm').exec(section)?.[1] ?? '';
}

test('creates, lists, waits and resets', async () => {
  const mock = await startForTest({ control: true });
  const control = createMockControl(mock.url);
  const { key, name } = await control.createAccount();
  const waited = control.waitForRequests({ account: name }, { atLeast: 2, waitSeconds: 20 });
  for (const path of ['/api/cascade/get-all', '/api/messages/history'])
    await send(mock.url, { path, body: {}, headers: { 'x-api-key': key } });
  expect((await waited).map(({ operation }) => operation)).toEqual(['listCascades', 'listMessages']);
  expect(await control.listRequests({ operation: 'listMessages' })).toHaveLength(1);
  await control.reset();
  expect(await control.listRequests()).toEqual([]);
});

test('follows what is new, tells of a reset, and lists accounts', async () => {
  const mock = await startForTest({ control: true });
  const control = createMockControl(mock.url);
  const { key, name } = await control.createAccount();
  const waitSeconds = 20;
  const ask = () =>
    send(mock.url, { path: '/api/messages/history', body: {}, headers: { 'x-api-key': key } });
  await ask();
  const waited = control.followRequests({ account: name, after: 1 }, { waitSeconds });
  await ask();
  expect(await waited).toMatchObject({ enough: true, resets: 0, requests: [{ number: 2 }] });
  const ended = control.followCallbacks({ after: 0 }, { waitSeconds });
  const { names, count } = await control.listAccountNames();
  expect(names.at(-1)).toBe(name);
  expect(count).toBe(names.length);
  await control.reset();
  expect(await ended).toEqual({ enough: false, resets: 1, callbacks: [] });
  const left = AbortSignal.abort(new Error('left'));
  await expect(control.followRequests({}, { waitSeconds, signal: left })).rejects.toThrow('left');
});

test('rejects with the problem, and if too few came', async () => {
  const mock = await startForTest({ control: true });
  const control = createMockControl(mock.url);
  const refused = await control.createAccount({ balance: -1 }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ControlError);
  expect(refused).toMatchObject({
    message: 'invalid-request: /balance: expected at least 0, found -1',
    problem: { errors: [{ pointer: '/balance' }] },
  });
  await expect(control.reset({ account: 'none' })).rejects.toThrow('not-found: /account: ');
  await expect(control.waitForRequests({}, { atLeast: 2, waitSeconds: 0.01 })).rejects.toThrow(
    'expected 2 requests in 0.01 s, found 0',
  );
});

test.each([
  ['Control', 'no answer 429 200\n[ null, 429, 200 ]\n'],
  ['Messages over time', blockOf('Messages over time', 'text')],
])('the TypeScript of the README below %s runs as printed', { timeout: 60_000 }, async (heading, printed) => {
  // In the package, which finds itself by its name.
  mkdirSync(join(folder, 'reports'), { recursive: true });
  const made = mkdtempSync(join(folder, 'reports/readme-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  writeFileSync(join(made, 'program.ts'), blockOf(heading, 'ts'));
  const { code, out } = await runProgram(process.execPath, [join(made, 'program.ts')]);
  expect({ code, out }).toEqual({ code: 0, out: printed });
});

test('the curl of the README runs as printed', { timeout: 60_000 }, async () => {
  const mock = await startForTest({ control: true });
  const [, calls = ''] = blockOf('Control', 'sh').split('&\n\n');
  expect(calls.match(/^curl/gm)).toHaveLength(8);
  const script = calls
    .replaceAll('http://127.0.0.1:4010', mock.url)
    .replaceAll(/^curl/gm, "curl -w '\\n%{http_code}\\n'");
  const { code, out } = await runProgram('sh', ['-ec', script]);
  expect(code).toBe(0);
  expect(out.match(/^\d{3}$/gm)).toEqual(['201', '200', '200', '200', '200', '201', '204', '204']);
  expect(out).toContain('"name":"lost-answer","key":"mock-');
});
