import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder as folder, runVerifier as run } from '../../test/support/run-verifier.ts';

test('--help', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') });
});

test.each([
  [['--colour'], /Unknown option '--colour'/],
  [['dance'], /unknown command 'dance'; commands: client, gateway, history, init, receiver, replay, report/],
  [['history', '--for', 'ever'], /--for: expected a time as in 10s, 5m or 2h, found 'ever'/],
  [['client'], /client: the program is missing, as in cascade-verify client -- node send.js/],
  [['client', '--', '/no/such/program'], /spawn \/no\/such\/program ENOENT/],
  [['gateway'], /gateway: the URL of the gateway is missing/],
  [
    ['gateway', 'http://x', '--receipts', '4099'],
    /--receipts: expected HOST:PORT to listen on, found '4099'/,
  ],
  [['report', '/nowhere.json'], /report: name what to write, for instance --badge badge.svg/],
  [['report', '/nowhere.json', '--badge', '-'], /nowhere.json: report not found; write one with --json/],
  [['receiver'], /receiver: the URL of the receiver is missing/],
  [['receiver', 'ftp://x'], /expected an http or https URL, found 'ftp:\/\/x'/],
  [['--phases', 'vectors,tea'], /--phases: unknown phase 'tea'; phases: vectors, boundaries/],
  [['--seed', 'x'], /--seed: expected a number, found 'x'/],
  [
    ['--profile', '/nowhere.yaml'],
    /nowhere.yaml:1:1: file not found\nWrite one: cascade-verify init --target URL --key KEY\n/,
  ],
])('%j is answered with 2 and a sentence', async (args, sentence) => {
  expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(sentence) });
});

test.each([
  ['prints the code of a refusal', 'answer.ok ? "scheduled" : title', 0, 'CONFORMANT'],
  [
    'hides it',
    'answer.ok ? "scheduled" : "refused"',
    1,
    'A client takes an unlisted problem code for a refusal.',
  ],
] as const)('a client that %s', async (_, says, code, told) => {
  const program = `
    const answer = await fetch(process.env.CASCADE_URL + '/api/cascade/schedule', { method: 'POST', body: '{}' });
    const { title } = await answer.json();
    console.log(${says});
    process.exitCode = answer.ok ? 0 : 1;`;
  const judged = await run('client', '--', process.execPath, '--input-type=module', '--eval', program);
  expect(judged).toMatchObject({ code, out: expect.stringContaining(told) });
});

test('a client that never ends', async () => {
  const judged = await run(
    'client',
    '--wait',
    '0.5',
    '--',
    process.execPath,
    '--eval',
    'setInterval(() => {}, 9)',
  );
  expect(judged).toMatchObject({ code: 2, out: expect.stringContaining('it ended with no code in time') });
});

test('init writes a profile that can be used, and never over another', async () => {
  const file = join(await folder(), 'profile.yaml');
  expect((await run('init', file)).code).toBe(0);
  expect(await run('init', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('exists already; it was not changed'),
  });
  const report = join(file, '..', 'report.json');
  const unreachable = await run('--profile', file, '--target', 'http://127.0.0.1:1', '--json', report);
  expect(unreachable).toMatchObject({ code: 2, out: expect.stringContaining('COULD NOT JUDGE') });
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
    verdict: 'could-not-judge',
    requests: 1,
  });
});

test('a faulty profile is refused before the first request, with its lines', async () => {
  const file = join(await folder(), 'profile.yaml');
  await writeFile(file, 'keys: { good: k }\naddress: 7\n');
  const { code, err } = await run('--profile', file, '--target', 'http://127.0.0.1:1');
  expect(code).toBe(2);
  expect(err).toMatch(/profile.yaml:2:1: \/address: expected a string, found 7/);
});

test('neither --target nor the profile says what to judge', async () => {
  const file = join(await folder(), 'profile.yaml');
  await run('init', file);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^target:.*$/m, ''));
  expect(await run('--profile', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('no target: pass --target'),
  });
});
