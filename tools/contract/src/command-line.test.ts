import { expect, test } from 'vitest';
import { commandLine, parseCount, parsePort, repeated, runCommand } from './command-line.ts';

async function run(...args: readonly string[]) {
  const written = { out: '', err: '' };
  const command = commandLine('npm run it --', 'Does it.', 'Examples:\n  npm run it -- --check')
    .option('--check', 'only compares')
    .option('--port <number>', 'where', parsePort)
    .option('--times <number>', 'how often', parseCount)
    .option('--only <text>', 'some; may be repeated', repeated)
    .argument('[file]', 'what');
  const code = await runCommand(
    command,
    (options, [file]) => {
      if (file === 'none') command.error('expected a file');
      written.out += JSON.stringify({ ...options, file });
      return 7;
    },
    { args, out: (text) => (written.out += text), err: (text) => (written.err += text) },
  );
  return { code, ...written };
}

test('reads options and arguments, behind the -- of a package manager too', async () => {
  expect(await run('--check', '--port', '80', '--only', 'a', '--only', 'b', 'c')).toEqual({
    code: 7,
    out: '{"check":true,"port":80,"only":["a","b"],"file":"c"}',
    err: '',
  });
  expect(await run('--', '--check')).toMatchObject({ code: 7, out: '{"check":true}' });
});

test('help shows options and examples', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  for (const part of [
    'Usage: npm run it -- [options] [file]',
    'Does it.',
    '--check',
    'Examples:\n  npm run it',
  ])
    expect(out).toContain(part);
});

test.each([
  [['--chek'], "error: unknown option '--chek'\n(Did you mean --check?)\nTry npm run it -- --help."],
  [['--times', '0'], 'Expected a whole number, at least 1.'],
  [['--port', '65536'], 'Expected a port from 0 to 65535.'],
  [['--port'], "option '--port <number>' argument missing"],
  [['a', 'b'], 'too many arguments'],
  [['none'], 'expected a file'],
])('%j is wrong usage', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
});
