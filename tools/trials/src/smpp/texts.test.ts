import { expect, test } from 'vitest';
import { seededTexts } from './texts.ts';

const texts = seededTexts(7, 1_000);

test('depend on the seed alone', () => {
  expect(seededTexts(7, 1_000)).toEqual(texts);
  expect(seededTexts(8, 1_000)).not.toEqual(texts);
});

test('are in nine alphabets, each at the limits and between them', () => {
  const byAlphabet = Map.groupBy(texts, ({ alphabet }) => alphabet);
  expect([...byAlphabet.keys()]).toHaveLength(9);
  for (const [alphabet, some] of byAlphabet) {
    const limits = alphabet.startsWith('GSM') ? [160, 161, 306, 307] : [70, 71, 134, 135];
    const units = new Set(some.map((one) => one.units));
    expect(limits.filter((limit) => !units.has(limit))).toEqual([]);
    expect(units.size).toBeGreaterThan(60);
  }
});

test('are of one to 1,600 units, of which none is cut in two', () => {
  const units = texts.map((one) => one.units);
  expect([Math.min(...units), Math.max(...units)]).toEqual([1, 1_600]);
  const inUcs2 = texts.filter(({ alphabet }) => !alphabet.startsWith('GSM'));
  expect(inUcs2.filter(({ text, units: length }) => text.length !== length)).toEqual([]);
  expect(texts.filter(({ text }) => !text.isWellFormed())).toEqual([]);
});

test('count an extended character of GSM 03.38 twice', () => {
  const extended = texts.filter(({ alphabet }) => alphabet.endsWith('extension'));
  const septets = ({ text }: { text: string }) => text.length + (text.match(/[\^{}\\[~\]|€]/g)?.length ?? 0);
  expect(extended.map(septets)).toEqual(extended.map(({ units }) => units));
  expect(extended.some(({ text }) => text.includes('€'))).toBe(true);
});

test('have characters of more than one code point, with joiners', () => {
  const emoji = texts.filter(({ alphabet }) => alphabet === 'emoji').map(({ text }) => text);
  expect(emoji.some((text) => text.includes('👨‍👩‍👧‍👦'))).toBe(true);
});
