import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { freshFolder as folder, runVerifier as run, unwrapped } from '../../test/support/run-verifier.ts';

beforeEach(() => {
  vi.stubEnv('CASCADE_KEY', 'demo-key');
  return () => vi.unstubAllEnvs();
});

test('--help', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') });
});

test.each([
  'receiver',
  'client',
  'gateway',
  'history',
  'report',
  'explain',
  'replay',
  'recheck',
  'attest',
  'init',
])('%s --help has an example', async (command) => {
  const { code, out } = await run(command, '--help');
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`Examples?:\n  cascade-verify ${command}`));
});

test('--version', async () => {
  expect(await run('--version')).toMatchObject({ code: 0, out: `${manifest.version}\n` });
});

test.each([
  [['--colour'], /unknown option '--colour'/],
  [['--dep'], /unknown option '--dep' \(Did you mean --deep\?\)/],
  [['receiver', 'http://x', '--deep'], /unknown option '--deep'; it is an option of cascade-verify\n/],
  [
    ['replay', '3f2a9c01be', '--seed', '5'],
    /unknown option '--seed'; it is an option of cascade-verify and cascade-verify history\n/,
  ],
  [['receiver', 'http://x', '--version'], /unknown option '--version'; it is an option of cascade-verify\n/],
  [['history', '--sed', '5'], /\(Did you mean --seed\?\)\nTry cascade-verify history --help.\n/],
  [['--deep', 'receiver', 'http://x'], /'receiver' must come before its options/],
  [['--deep', '--fast'], /option '--deep' cannot be used with option '--fast'/],
  [
    ['dance'],
    /unknown command 'dance'; commands: attest, client, explain, gateway, history, init, receiver, recheck, replay, report/,
  ],
  [['http://x'], /unexpected argument 'http:\/\/x'; pass --target http:\/\/x\n/],
  [['mine.yaml'], /unexpected argument 'mine.yaml'; pass --profile mine.yaml\n/],
  [['history', '--for', 'ever'], /argument 'ever' is invalid. Expected a time, as in 10s, 5m or 2h/],
  [['reciever', 'x'], /unknown command 'reciever'; did you mean receiver\?/],
  [['client'], /missing required argument 'program'/],
  [['client', '--', '/no/such/program'], /spawn \/no\/such\/program ENOENT/],
  [['gateway'], /missing required argument 'url'/],
  [['gateway', 'http://x', '--receipts', '4099'], /argument '4099' is invalid. Expected HOST:PORT/],
  [['report', '/nowhere.json'], /nowhere.json: report not found; write one with --json/],
  [['report', '/nowhere.json', '--badge', '-'], /nowhere.json: report not found; write one with --json/],
  [['receiver'], /missing required argument 'url'/],
  [['receiver', 'http://x', '--secret', 'abc'], /argument 'abc' is invalid. Expected whsec_ and base64/],
  [['init', '--key', 'a\nb'], /is invalid. Expected printable ASCII without blanks around it/],
  [['receiver', 'ftp://x'], /value 'ftp:\/\/x' is invalid for argument 'url'. Expected an http or https URL/],
  [
    ['--target', 'http://a:b@x'],
    /argument 'http:\/\/a:b@x' is invalid. Expected a base address without a user/,
  ],
  [['--target', 'http://x/api?version=2'], /Expected a base address without a user, a query or a fragment/],
  [['--json', '--html'], /option '--json <file>' argument '--html' is invalid. Expected a file, or - for/],
  [['--phases', 'vectors,tex'], /Unknown phase 'tex'; did you mean text\?; phases: vectors, boundaries/],
  [['--seed', 'x'], /argument 'x' is invalid. Expected a whole number/],
  [['--seed', '1.5'], /argument '1.5' is invalid. Expected a whole number/],
  [['--timeout', '0'], /argument '0' is invalid. Expected seconds, more than 0/],
  [['--timeout', '9999999'], /argument '9999999' is invalid. Expected seconds, .* at most 86400/],
  [['client', '--wait', '0', '--', 'x'], /argument '0' is invalid. Expected seconds/],
  [['--scenarios', ','], /Expected ids of scenarios/],
  [
    ['--profile', '/nowhere.yaml'],
    /nowhere.yaml:1:1: file not found\nWrite one: CASCADE_KEY=KEY cascade-verify init --target URL\n/,
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
    "The client ended with 1 and 'refused', expected the end code 1 (not scheduled) and a-code-of-tomorrow",
  ],
] as const)('a client that %s', async (_, says, code, told) => {
  const program = `
    const answer = await fetch(process.env.CASCADE_URL + '/api/cascade/schedule', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': process.env.CASCADE_API_KEY },
      body: JSON.stringify({ requestId: crypto.randomUUID() }),
    });
    const { title } = await answer.json();
    console.log(${says});
    process.exitCode = answer.ok ? 0 : 1;`;
  const judged = await run('client', '--', process.execPath, '--input-type=module', '--eval', program);
  expect(judged.code).toBe(code);
  expect(unwrapped(judged.out)).toContain(told);
});

test('a wrong profile of a client is refused with its lines, an absent file by its name', async () => {
  const file = join(await folder(), 'client.yaml');
  await writeFile(file, 'client:\n  atempts: 3\n');
  expect(await run('client', '--profile', file, '--', 'x')).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /client.yaml:2:3: .client.atempts: unexpected field; did you mean attempts\?\nTry cascade-verify client --help/,
    ),
  });
  expect(await run('receiver', 'http://127.0.0.1:1', '--profile', `${file}x`)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/client.yamlx:1:1: file not found\nTry cascade-verify receiver --help/),
  });
});

test('a secret of a receiver may be in the environment', async () => {
  const file = join(await folder(), 'receiver.yaml');
  await writeFile(file, `receiver:\n  secrets: ['\${CASCADE_RECEIVER_SECRET}']\n`);
  expect(await run('receiver', 'http://127.0.0.1:1', '--profile', file)).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /receiver.yaml:2:13: .receiver.secrets.0: the variable CASCADE_RECEIVER_SECRET is not set; set it in the environment\n/,
    ),
  });
});

test('one scenario of a client', async () => {
  const program = `
    const { CASCADE_URL, CASCADE_API_KEY: key, CASCADE_REQUEST_ID = crypto.randomUUID() } = process.env;
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const init = { method: 'POST', headers, body: JSON.stringify({ requestId: CASCADE_REQUEST_ID }) };
    process.exitCode = (await fetch(CASCADE_URL + '/api/cascade/schedule', init)).ok ? 0 : 1;`;
  const file = join(await folder(), 'client.yaml');
  await writeFile(file, 'client: { attempts: 1, takesRequestId: true }\nholds: [ADR-0060]\n');
  const options = ['--profile', file, '--scenarios', 'client-keeps-key-from-302', '--json', '-'];
  const command = [process.execPath, '--input-type=module', '--eval', program];
  const { code, out } = await run('client', ...options, '--', ...command);
  expect(code).toBe(1);
  const { findings } = JSON.parse(out);
  expect(findings).toContainEqual(
    expect.objectContaining({
      title: expect.stringMatching(/^Another host got GET .elsewhere with the key/),
      decision: 'ADR-0060',
      exchange: expect.arrayContaining([expect.stringContaining('status 302, location http://another-host')]),
    }),
  );
});

test('a program that cannot be started leaves no timer behind, which would hold the command up', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  await run('client', '--', '/no/such/program');
  expect(timers()).toBe(before);
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
  expect(judged.code).toBe(2);
  expect(unwrapped(judged.out)).toContain('it ended with no code in time');
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
