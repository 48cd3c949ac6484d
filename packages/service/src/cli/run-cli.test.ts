import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runHere } from '../testing/run-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createProgram } from './run-cli.ts';

const database = withTestDatabase();

const run = (...args: readonly string[]) => runHere(args);

const program = createProgram({
  out: () => {},
  err: () => {},
  isInteractive: false,
  environment: {},
  stopped: () => Promise.resolve(),
});

describe('help', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const { code, out, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const command of program.commands) expect(out).toContain(`  ${command.name()} `);
  });

  test.each(program.commands.map((command) => command.name()))(
    'of %s has usage and examples',
    async (name) => {
      const { code, out } = await run(name, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: cascade-service ${name} `));
      expect(out).toMatch(new RegExp(`^Examples:\\n  (?:\\S+=\\S+ )?cascade-service ${name} `, 'm'));
      expect(out.split('\n').filter((line) => line.length > 120)).toEqual([]);
    },
  );

  test('every option and argument of every command has a description', () => {
    const leaves = program.commands.flatMap((command) => [command, ...command.commands]);
    expect(leaves.length).toBeGreaterThan(20);
    for (const leaf of leaves)
      for (const { description } of [...leaf.options, ...leaf.registeredArguments])
        expect(description, leaf.name()).not.toBe('');
  });
});

test('--version is that of the package', async () => {
  expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

describe('an invalid command line exits with 2, the reason, and where to look', () => {
  test.each([
    [['aply'], /^error: unknown command 'aply'\n\(Did you mean apply\?\)/, ''],
    [['constructor'], /^error: unknown command 'constructor'/, ''],
    [['apply'], /^error: missing required argument 'file.yaml'/, ' apply'],
    [['apply', 'a.yaml', 'b.yaml'], /^error: too many arguments for 'apply'/, ' apply'],
    [
      ['apply', 'a.yaml', '--dryrun'],
      /^error: unknown option '--dryrun'\n\(Did you mean --dry-run\?\)/,
      ' apply',
    ],
    [
      ['callbacks', 'resend'],
      /^error: One of --event, --request-id and --registration must/,
      ' callbacks resend',
    ],
    [
      ['callbacks', 'resend', '--event', 'a', '--registration', '1'],
      /^error: One of --event,/,
      ' callbacks resend',
    ],
    [
      ['callbacks', 'resend', '--event', 'a\u0000b'],
      /Expected 1 to 200 printable characters/,
      ' callbacks resend',
    ],
    [
      ['callbacks', 'resend', '--event', 'a', '--since', '2026-12-31T00:00:00Z'],
      /^error: --since and --until need/,
      ' callbacks resend',
    ],
    [
      ['callbacks', 'resend', '--registration', '7'],
      /^error: --registration needs --since/,
      ' callbacks resend',
    ],
    [
      ['callbacks', 'list', '--registration', '7'],
      /^error: unknown option '--registration'/,
      ' callbacks list',
    ],
    [
      ['callbacks', 'enable', "7'; drop"],
      /'7'; drop' is invalid for argument 'registration'. Expected a number from 1 to/,
      ' callbacks enable',
    ],
    [
      ['callbacks', 'disable', '7'],
      /^error: required option '--reason <text>' not specified/,
      ' callbacks disable',
    ],
    [['callbacks', 'disable', '7', '--reason', '410'], /410 is kept for receivers/, ' callbacks disable'],
    [
      ['gateways', 'pause', 'SMS', 'FAX', '--reason', 'x'],
      /'FAX' is invalid for argument 'channel'. Expected one of SMS, CHATONE, CHATTWO/,
      ' gateways pause',
    ],
    [['gateways', 'pause', 'SMS'], /^error: required option '--reason <text>'/, ' gateways pause'],
    [['keys', 'toString'], /^error: unknown command 'toString'/, ' keys'],
    [['keys', 'list'], /^error: required option '--account <name>' not specified/, ' keys list'],
    [
      ['keys', 'list', '--account', ''],
      /'--account <name>' argument '' is invalid. It is empty/,
      ' keys list',
    ],
    [
      ['keys', 'add', '--account', 'demo', '--label', ''],
      /Expected 1 to 100 printable characters/,
      ' keys add',
    ],
    [['keys', 'remove', '--account', 'demo'], /^error: missing required argument 'key'/, ' keys remove'],
    [
      ['keys', 'expire', 'k', '--account', 'demo', '--at', '2026-12-31'],
      /'2026-12-31' is invalid. Expected a time with an offset/,
      ' keys expire',
    ],
    [
      ['balance', 'top-up', '--account', 'demo'],
      /^error: required option '--amount <number>'/,
      ' balance top-up',
    ],
    ...['0', '1.5', '-5', '9007199254740992'].map((amount): [string[], RegExp, string] => [
      ['balance', 'top-up', '--account', 'demo', `--amount=${amount}`],
      /Expected a number from 1 to 9007199254740991/,
      ' balance top-up',
    ]),
    [
      ['messages', 'list', '--account', 'demo', '--limit', '0'],
      /Expected a number from 1 to 999999/,
      ' messages list',
    ],
    [
      ['cascades', 'list', '--account', 'demo', '--data', 'x', '--database-url', 'y'],
      /^error: --database-url and --data exclude each other/,
      ' cascades list',
    ],
  ] satisfies [string[], RegExp, string][])('%j', async (args, reason, command) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(reason);
    expect(err.trimEnd().split('\n').at(-1)).toBe(`Try cascade-service${command} --help.`);
  });

  test('a command without its action prints the actions', async () => {
    const { code, err } = await run('keys');
    expect(code).toBe(2);
    expect(err).toMatch(/^Usage: cascade-service keys .*list.*add.*expire.*remove/s);
  });
});

test('a failure exits with 1 and the reason', async () => {
  const { code, out, err } = await run('apply', '/nowhere.yaml');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toBe('The accounts file /nowhere.yaml cannot be applied:\n/nowhere.yaml:1:1: file not found\n');
});

test('a database of an older version is named as such, with advice', async () => {
  await database.pool.query('alter table cascade.paused_gateways rename to of_a_later_version');
  onTestFinished(
    async () =>
      void (await database.pool.query('alter table cascade.of_a_later_version rename to paused_gateways')),
  );
  const { code, err } = await runHere(['gateways', 'pause', 'SMS', '--reason', 'x'], {
    DATABASE_URL: database.connectionString,
  });
  expect(code).toBe(1);
  expect(err).toContain('the database is of an older version of the service. Start this version once');
});

test('a port in use is named, with advice', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, err } = await runHere(
    ['start', '--development', `--port=${port}`, '--operations-port=0', '--log-level=silent'],
    { DATABASE_URL: database.connectionString },
  );
  expect(code).toBe(1);
  expect(err).toContain(
    `Port ${port} is in use. Stop the process that listens there, or choose another port: --port, --operations-port.\n`,
  );
});
