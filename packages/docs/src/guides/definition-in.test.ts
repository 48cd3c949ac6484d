import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { definitionIn } from './definition-in.ts';

const linesOf = (file: string, name: string) =>
  definitionIn(readText(repositoryRoot, file), name).split('\n');

test.each([
  [
    'examples/python/send.py',
    'schedule',
    'def schedule(address, text, request_id):',
    /UnknownOutcome\(error\) from error$/,
  ],
  ['packages/kits/go/client.go', 'Schedule', '// Schedule schedules a message.', /^}$/],
  ['packages/kits/java/src/main/java/example/cascade/Cascade.java', 'schedule', '/**', /^}$/],
  ['examples/php/send.php', 'schedule', '/** @throws NotScheduled|UnknownOutcome */', /^}$/],
])('%s: %s', (file, name, first, last) => {
  const lines = linesOf(file, name);
  expect(lines[0]?.startsWith(first)).toBe(true);
  expect(lines.at(-1)).toMatch(last);
  expect(lines.join('\n')).not.toContain('failure_of(status');
});

test('a name that is not defined is an error', () => {
  expect(() => definitionIn('call(schedule)', 'schedule')).toThrow('no definition of schedule');
});
