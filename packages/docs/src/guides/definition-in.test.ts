import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { definitionIn } from './definition-in.ts';

const linesOf = (file: string, name: string) =>
  definitionIn(readText(repositoryRoot, file), name).split('\n');

test.each([
  [
    'packages/kits/python/cascade_kit/client.py',
    '_schedule',
    'async def _schedule(self',
    /failure.__cause__$/,
  ],
  ['packages/kits/go/client.go', 'Schedule', '// Schedule schedules a message.', /^}$/],
  ['packages/kits/java/src/main/java/example/cascade/Cascade.java', 'schedule', '/**', /^}$/],
  ['packages/kits/php/src/Cascade.php', 'schedule', '/**', /^}$/],
  ['packages/kits/csharp/CascadeClient.cs', 'ScheduleAsync', '/// <summary>', /^}$/],
])('%s: %s', (file, name, first, last) => {
  const lines = linesOf(file, name);
  expect(lines[0]?.startsWith(first)).toBe(true);
  expect(lines.at(-1)).toMatch(last);
  expect(lines.join('\n')).not.toContain('def _failure_of');
});

test('a name that is not defined is an error', () => {
  expect(() => definitionIn('call(schedule)', 'schedule')).toThrow('no definition of schedule');
});
