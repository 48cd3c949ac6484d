import { expect, test } from 'vitest';
import { createFirstAttempts } from './first-attempts.ts';

const event = (eventId: string, turn = 0) => ({ eventId, turn });

test('an event waits for the first attempts of earlier ones held here', () => {
  const attempts = createFirstAttempts();
  const turns: string[] = [];
  const after = (...ids: string[]) =>
    attempts.after(
      ids.map((id) => event(id)),
      (turn) => turns.push(turn),
    );
  attempts.take(['a', 'b']);
  after('a', 'b');
  attempts.ended(event('a'));
  expect([turns, attempts.haveEnded([event('a')])]).toEqual([[], true]);
  attempts.ended(event('b'));
  expect(turns).toEqual(['now']);
  after('a');
  expect(turns).toEqual(['now', 'now']);
});

test('if an earlier one is elsewhere, or is let go of, the database knows when it has ended', () => {
  const attempts = createFirstAttempts();
  const turns: string[] = [];
  attempts.take(['a', 'b']);
  attempts.after([event('a'), event('elsewhere')], (turn) => turns.push(turn));
  expect(turns).toEqual(['later']);
  attempts.after([event('a'), event('b')], (turn) => turns.push(turn));
  attempts.letGo('b');
  attempts.ended(event('a'));
  expect(turns).toEqual(['later', 'later']);
});

test('the first attempt of an event that is sent again later is another one', () => {
  const attempts = createFirstAttempts();
  attempts.ended(event('a'));
  expect([attempts.haveEnded([event('a', 0)]), attempts.haveEnded([event('a', 1)])]).toEqual([true, false]);
});
