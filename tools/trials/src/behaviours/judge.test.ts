import { expect, test } from 'vitest';
import type { Told } from './clients/client.ts';
import { faultsOf, isAsGood, judgeRow, type RowOutcome } from './judge.ts';
import { ScriptedSmsc, type Submit } from './scripted-smsc.ts';
import type { Behaviour } from './table.ts';

const behaviour: Behaviour = { does: 'takes everything', script: () => ({}) };
type Part = Submit['part'];
const whole = (text: string): Part => ({ index: 1, of: 1, content: Buffer.from(text).toString('hex') });

/** A row with one text, of which these parts were delivered. */
function judged(told: readonly Told[], parts: readonly Part[], of: Partial<Behaviour> = {}): RowOutcome {
  const smsc = new ScriptedSmsc(() => ({}));
  for (const part of parts) {
    const submit = { number: '12065000001', part, dataCoding: 0 } as Submit;
    smsc.delivered.push({ at: 3_000, submit });
  }
  const sent = { at: 0, number: '12065000001', text: 'code {', sentAt: 1_000, told };
  return judgeRow({ ...behaviour, ...of }, [sent], smsc);
}

/** In GSM 03.38. */
const right: Part = { index: 1, of: 1, content: `${Buffer.from('code ').toString('hex')}1b28` };

test('a text that arrived once, and whose caller was told so, has no fault', () => {
  const outcome = judged(['SENT', 'DELIVERED'], [right]);
  expect(outcome).toMatchObject({ texts: 1, secondsP95: 2, secondsMost: 2 });
  expect(faultsOf(outcome)).toBe(0);
});

test.each<[string, Partial<RowOutcome>, readonly Told[], readonly Part[], Partial<Behaviour>?]>([
  ['nothing', { missing: 1 }, ['DELIVERED'], []],
  ['the text twice', { twice: 1 }, ['DELIVERED'], [right, right]],
  ['another text', { garbled: 1 }, ['DELIVERED'], [whole('code @')]],
  ['one part of two', { missing: 1 }, ['DELIVERED'], [{ ...right, of: 2 }]],
  ['a failure, though it arrived', { toldWrong: 1 }, ['UNDELIVERED', 'DELIVERED'], [right]],
  ['no final status', { notTold: 1 }, ['SENT'], [right]],
  ['a delivery that cannot be', { toldWrong: 1 }, ['DELIVERED'], [right], { should: () => 'UNDELIVERED' }],
  ['nothing, where SENT is the last', { notTold: 1 }, [], [right], { should: () => 'SENT' }],
])('%s is a fault', (_, expected, told, parts, of) => {
  const outcome = judged(told, parts, of);
  expect(outcome).toMatchObject(expected);
  expect(faultsOf(outcome)).toBe(1);
});

test('a text that must not arrive is not missing', () => {
  const outcome = judged(['UNDELIVERED'], [], { should: () => 'UNDELIVERED', reaches: () => false });
  expect(faultsOf(outcome)).toBe(0);
  expect(outcome.secondsP95).toBeNull();
});

test('what a row counts besides is a fault', () => {
  expect(faultsOf(judged(['DELIVERED'], [right], { faults: () => 3 }))).toBe(3);
});

test('fewer faults win; with as many, who is much later loses', () => {
  const good = judged(['DELIVERED'], [right]);
  const bad = judged([], [right]);
  expect(isAsGood(good, bad)).toBe(true);
  expect(isAsGood(bad, good)).toBe(false);
  expect(isAsGood({ ...good, secondsP95: 3.4 }, { ...good, secondsP95: 2 })).toBe(true);
  expect(isAsGood({ ...good, secondsP95: 3.6 }, { ...good, secondsP95: 2 })).toBe(false);
});
