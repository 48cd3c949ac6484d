import { expect, test } from 'vitest';
import { createFirstAttempts } from './fresh-events.ts';

const event = (eventId: string, turn = 0) => ({ eventId, turn });

test('it knows events that it holds, and those whose first attempt it saw end', () => {
  const attempts = createFirstAttempts();
  expect(attempts.knows([])).toBe(true);
  expect(attempts.knows([event('a')])).toBe(false);
  attempts.take(['a', 'b']);
  expect(attempts.knows([event('a'), event('b')])).toBe(true);
  expect(attempts.knows([event('a'), event('elsewhere')])).toBe(false);
  attempts.ended(event('a'));
  attempts.letGo('a');
  attempts.letGo('b');
  expect([attempts.knows([event('a')]), attempts.knows([event('b')])]).toEqual([true, false]);
});
