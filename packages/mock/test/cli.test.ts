import { fileURLToPath } from 'node:url';
import { startProgram } from '@cascade/repository/test-kit';
import { killedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const sampleProvider = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));

/** Runs the CLI in this process; a mock that starts is stopped at once. */
async function run(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    out: (written) => void out.push(written),
    err: (written) => void err.push(written),
    stopped: async () => {},
  });
  return { code, out: out.join(''), err: err.join('') };
}

test('--help shows every option, and examples', async () => {
  const { code, out, err } = await run('--help');
  expect(code).toBe(0);
  expect(err).toBe('');
  for (const option of [
    '--port',
    '--host',
    '--provider',
    '--callback-secret',
    '--control',
    '--control-from-anywhere',
    '--cors',
    '--quiet',
    '--version',
    '--help',
  ]) {
    expect(out).toContain(option);
  }
  expect(out).toMatch(/Examples[\s\S]*cascade-mock --port 0/);
});

test.each([
  [['--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)"],
  [['--port', 'x'], "argument 'x' is invalid. Expected a number from 0 to 65535."],
  [['--port', '65536'], "argument '65536' is invalid. Expected a number from 0 to 65535."],
  [['--port=-1'], "argument '-1' is invalid. Expected a number from 0 to 65535."],
  [['serve'], 'too many arguments'],
  [['--callback-secret', 'hush'], 'The callback secret must be whsec_'],
])('%j is an invalid command line', async (args, sentence) => {
  const { code, out, err } = await run(...args);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain(sentence);
  expect(err).toContain('Try cascade-mock --help.');
});

test('starts, prints its address, and stops', async () => {
  const { code, out, err } = await run('--port', '0');
  expect(out).toMatch(
    /^cascade-mock listens on http:\/\/127\.0\.0\.1:[0-9]+, with the key demo-key\. Ctrl-C stops it\.\n$/,
  );
  expect({ code, err }).toStrictEqual({ code: 0, err: '' });
});

test.each(['--control', '--control-from-anywhere'])(
  '%s prints the address of the inspector',
  async (option) => {
    expect((await run('--port', '0', option)).out).toMatch(
      /\. Ctrl-C stops it\.\nInspector: http:\/\/127\.0\.0\.1:[0-9]+\/control\/inspector\n$/,
    );
  },
);

test('does not mention demo-key with another provider file', async () => {
  expect((await run('--port', '0', '--provider', sampleProvider)).out).not.toContain('demo-key');
});

test('a port in use: exit code 1, and how to fix it', async () => {
  const other = await startForTest();
  const { code, err } = await run('--port', String(other.port));
  expect(code).toBe(1);
  expect(err).toBe(
    `Port ${other.port} of 127.0.0.1 is in use. Stop the process that listens there, or use a free port: cascade-mock --port 0\n`,
  );
});

test('a host that is not local: exit code 1', async () => {
  const { code, err } = await run('--port', '0', '--host', '203.0.113.1');
  expect(code).toBe(1);
  expect(err).toContain('203.0.113.1 is not an address of this machine');
});

test('a provider file that cannot be used: exit code 1', async () => {
  const { code, err } = await run('--provider', cli);
  expect(code).toBe(1);
  expect(err).toContain(`The provider file ${cli} cannot be used`);
});

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])('%s stops the process cleanly', async (signal) => {
  const { child, url } = await startProcess('--port', '0');
  const body = validBody();
  expect((await send(url, { body })).body).toStrictEqual({ requestId: body.requestId });
  expect(await child.end(signal)).toBe(0);
  expect(child.output).toMatch(/ POST \/api\/cascade\/schedule 200 - [0-9]+ ms\n$/);
});

test('--quiet turns the log off', async () => {
  const { child, url } = await startProcess('--port', '0', '--quiet');
  expect((await send(url, { body: validBody() })).status).toBe(200);
  await child.end('SIGINT');
  expect(child.output).toMatch(/^cascade-mock listens on .*\n$/);
});

test.each(['--control', '--control-from-anywhere'])('%s serves the control interface', async (option) => {
  const { child, url } = await startProcess('--port', '0', option);
  const sent = { path: '/control/accounts', body: { name: 'mine' } };
  expect(await send(url, sent)).toMatchObject({ status: 201, body: { name: 'mine' } });
  await child.end('SIGINT');
  expect(child.output).toMatch(/ POST \/control\/accounts 201 - [0-9]+ ms\n$/);
});

/** Runs the CLI as a child process, for one test. */
async function startProcess(...args: readonly string[]) {
  const child = killedAfterTest(startProgram(process.execPath, [cli, ...args]));
  const [, url = ''] = await child.printed(/ listens on (http:[^, ]+)/, 120);
  return { child, url };
}
