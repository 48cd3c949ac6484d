import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';

const draft = {
  method: 'POST',
  path: '/api/cascade/schedule',
  key: 'my-own-key',
  headers: 'content-type: application/json\nno header\nprefer: code=400, example=x',
  body: `{"text":"it's $HOME \`date\` \\n\\"quoted\\"\n€"}`,
};

/** The arguments that a shell passes to `curl`. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env: { CASCADE_API_KEY: 'from the shell' } })
    .toString()
    .split('\0')
    .slice(0, -1);
}

test('the shell passes every character to curl unchanged', () => {
  expect(wordsOf(curlOf(draft, 'http://127.0.0.1:4012'))).toEqual([
    ...['-i', '-X', 'POST', 'http://127.0.0.1:4012/api/cascade/schedule'],
    ...['-H', 'x-api-key: from the shell'],
    ...['-H', 'content-type: application/json', '-H', 'prefer: code=400, example=x'],
    ...['--data-raw', draft.body],
  ]);
});

test('the command never contains the key; GET has no body', () => {
  const command = curlOf({ ...draft, method: 'GET' }, 'http://127.0.0.1:4012');
  expect(command).not.toContain('my-own-key');
  expect(wordsOf(command)).not.toContain('--data-raw');
});

test('a path cannot break out of its quotes', () => {
  expect(wordsOf(curlOf({ ...draft, path: `/x'; touch y; '` }, 'http://h'))).toContain(
    `http://h/x'; touch y; '`,
  );
});
