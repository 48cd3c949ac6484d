import { describe, expect, test, vi } from 'vitest';
import { commands } from './commands.ts';
import { runCli } from './run-cli.ts';
import { start } from './start.ts';

/** Runs the CLI in this process; these cases need no database. */
async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    isInteractive: false,
    environment: {},
    stopped: () => Promise.resolve(),
  });
  return { code, ...written };
}

describe('help', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const { code, out, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  test.each(commands.map(({ name }) => name))(
    'of %s has usage, options, examples and exit codes',
    async (name) => {
      for (const args of [
        [name, '--help'],
        [name, 'list', '-h'],
        [name, '--nonsense', '--help'],
      ]) {
        const { code, out } = await run(...args);
        expect(code).toBe(0);
        for (const heading of ['Usage', 'Options', 'Examples', 'Exit codes'])
          expect(out).toMatch(new RegExp(`^${heading}$`, 'm'));
        expect(out).toMatch(new RegExp(`^Examples\\n  (?:\\S+=\\S+ )?cascade-service ${name} `, 'm'));
      }
    },
  );

  test('is at most 120 characters wide', async () => {
    for (const { help } of commands) expect(help.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });
});

describe('an invalid command line exits with 2 and the reason', () => {
  test.each([
    [['nonsense'], 'Unknown command nonsense.', '--help'],
    [['constructor'], 'Unknown command constructor.', '--help'],
    [['apply'], '<file.yaml> is missing.', 'apply --help'],
    [['apply', 'a.yaml', 'b.yaml'], 'Unexpected argument b.yaml.', 'apply --help'],
    [['apply', 'a.yaml', '--dryrun'], /^Unknown option '--dryrun'/, 'apply --help'],
    [['callbacks', 'resend'], /^One of --event, --request-id and --registration must/, 'callbacks --help'],
    [['callbacks', 'resend', '--event', 'a', '--registration', '1'], /^One of --event,/, 'callbacks --help'],
    [['callbacks', 'resend', '--event', 'a\u0000b'], /^--event takes an id of/, 'callbacks --help'],
    [
      ['callbacks', 'resend', '--event', 'a', '--since', 'x'],
      /^--since and --until need/,
      'callbacks --help',
    ],
    [['callbacks', 'resend', '--registration', '7'], '--since is missing.', 'callbacks --help'],
    [['callbacks', 'enable', "7'; drop"], /^A registration is a number/, 'callbacks --help'],
    [['callbacks', 'disable', '7'], '--reason is missing.', 'callbacks --help'],
    [['callbacks', 'disable', '7', '--reason', '410'], /^--reason takes 1 to 200/, 'callbacks --help'],
    [['callbacks', 'enable'], '<registration> is missing.', 'callbacks --help'],
    [['keys'], 'Missing action; expected one of: list, add, expire, remove.', 'keys --help'],
    [
      ['keys', 'toString'],
      'Unknown action toString; expected one of: list, add, expire, remove.',
      'keys --help',
    ],
    [['keys', 'list'], '--account is missing.', 'keys --help'],
    [['keys', 'list', '--account', ''], '--account is missing.', 'keys --help'],
    [
      ['keys', 'add', '--account', 'demo', '--label', ''],
      '--label takes 1 to 100 printable characters.',
      'keys --help',
    ],
    [['keys', 'remove', '--account', 'demo'], '<key> is missing.', 'keys --help'],
    [
      ['keys', 'expire', 'k', '--account', 'demo', '--at', '2026-12-31'],
      /^--at takes a time such as .*, not 2026-12-31\./,
      'keys --help',
    ],
    [['balance', 'top-up', '--account', 'demo'], '--amount is missing.', 'balance --help'],
    [
      ['balance', 'top-up', '--account', 'demo', '--amount', '0'],
      /^--amount takes .*, not 0\./,
      'balance --help',
    ],
    [
      ['balance', 'top-up', '--account', 'demo', '--amount', '1.5'],
      /^--amount takes .*, not 1\.5\./,
      'balance --help',
    ],
    [
      ['balance', 'top-up', '--account', 'demo', '--amount=-5'],
      /^--amount takes .*, not -5\./,
      'balance --help',
    ],
    [
      ['balance', 'top-up', '--account', 'demo', '--amount', '9007199254740992'],
      /^--amount takes/,
      'balance --help',
    ],
    [
      ['messages', 'list', '--account', 'demo', '--limit', '0'],
      /^--limit takes .*, not 0\./,
      'messages --help',
    ],
    [['messages', 'show', '--account', 'demo'], '<id> is missing.', 'messages --help'],
    [
      ['cascades', 'list', '--account', 'demo', '--data', 'x', '--database-url', 'y'],
      '--database-url and --data exclude each other.',
      'cascades --help',
    ],
  ])('%j', async (args, reason, hint) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const [first, second] = err.split('\n');
    if (typeof reason === 'string') expect(first).toBe(reason);
    else expect(first).toMatch(reason);
    expect(second).toBe(`Try cascade-service ${hint}.`);
  });
});

test('a failure exits with 1 and the reason', async () => {
  const { code, out, err } = await run('apply', '/nowhere.yaml');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toBe('The accounts file /nowhere.yaml cannot be applied:\n/nowhere.yaml:1:1: file not found\n');
});

test('a port in use is named, with advice', async () => {
  const error = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 4012 });
  const running = vi.spyOn(start, 'run').mockRejectedValueOnce(error);
  const { code, err } = await run('start', '--accounts', 'accounts.yaml');
  running.mockRestore();
  expect(code).toBe(1);
  expect(err).toBe(
    'Port 4012 is in use. Stop the process that listens there, or choose another port: --port, --operations-port.\n',
  );
});
