import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere, runService } from '../testing/run-service.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { runCli } from './run-cli.ts';

const database = withTestDatabase();

test('a broken configuration file is refused with every fault on its line, before anything starts', async () => {
  const file = await fileOf('gateways:\n  SMS: { kind: http }\nlimits:\n  messageLength: { SMS: many }\n');
  expect(await runService(['start', '--config', file])).toEqual({
    code: 1,
    out: '',
    err: [
      `The service cannot start with ${file}:`,
      `${file}:2:3: /gateways/SMS: expected a field url, found none`,
      `${file}:4:20: /limits/messageLength/SMS: expected an integer, found "many"`,
      '',
    ].join('\n'),
  });
});

test.each(['0', '-1', '1.5', 'many', '100000'])('--retention-days %s is refused', async (days) => {
  const { code, err } = await runHere(['start', '--development', `--retention-days=${days}`]);
  expect(code).toBe(2);
  expect(err).toContain(`argument '${days}' is invalid. Expected a number from 1 to 99999.`);
});

test('without --development and without gateways it does not start, and says what to write', async () => {
  const { code, out, err } = await runService(['start']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--config <file.yaml> is missing: expected a gateway for SMS, CHATONE, CHATTWO');
  expect(err).toContain('SMS: { kind: none } ');
  const empty = await fileOf('gateways: {}\n');
  const refused = await runHere(['start', '--config', empty]);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain(`${empty}:1:1: /gateways: expected a gateway for SMS, CHATONE, CHATTWO`);
});

test.each([
  ['simulates what is not declared, with --development', true, '', 'SIMULATED'],
  ['simulates nothing else', false, '  CHATONE: { kind: none }\n  CHATTWO: { kind: none }\n', 'none'],
])('logs the gateways, and %s', async (_, development, others, shown) => {
  const file = await fileOf(`gateways:\n  SMS: { kind: http, url: 'http://127.0.0.1:1/secret' }\n${others}`);
  const service = await startTestService({
    where: 'process',
    database: database.connectionString,
    config: file,
    development,
    logLevel: 'info',
  });
  expect(await service.stop()).toBe(0);
  const { output } = service;
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const gateways = lines.flatMap(({ channel, gateway }) =>
    channel === undefined ? [] : [[channel, gateway]],
  );
  expect(gateways).toEqual([
    ['SMS', expect.stringMatching(/^http, 127\.0\.0\.1:1; .* stays SENT/)],
    ['CHATONE', expect.stringMatching(`^${shown}`)],
    ['CHATTWO', expect.stringMatching(`^${shown}`)],
  ]);
  expect(lines).toContainEqual(
    expect.objectContaining({ url: service.url, operationsUrl: service.operationsUrl }),
  );
  expect(output).not.toContain('secret');
  for (const phase of ['connections', 'intake', 'gateways', 'callbacks'])
    expect(output).toMatch(new RegExp(`"waitsFor":"${phase}","underWay":0,"msg":"stopping"`));
});

test('prints the gateways for a person, as text', async () => {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const args = ['start', '--development', '--port=0', '--operations-port=0', '--log-level=silent'];
  const code = await runCli(args, {
    out: print,
    err: print,
    isInteractive: true,
    environment: { DATABASE_URL: database.connectionString },
    stopped: () => Promise.resolve(),
  });
  expect(code).toBe(0);
  expect(printed).toMatch(
    /^Gateways:\n {2}SMS {6}SIMULATED: .*\n {2}CHATONE {2}SIMULATED: .*\n {2}CHATTWO {2}SIMULATED: .*\ncascade-service answers at http/,
  );
});

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'service.yaml');
  await writeFile(file, text);
  return file;
}
