import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../test-kit/index.ts';
import { isAsExpected, sendSamples } from './show.ts';

test('the samples are sent, and a provider that refuses all of them fails all', async () => {
  const provider = await serve((_, response) => void response.writeHead(500).end('{}'));
  onTestFinished(() => provider.close());
  let written = '';
  const wrong = await sendSamples(provider.url, (text) => {
    written += text;
  });
  expect(wrong).toBeGreaterThanOrEqual(6);
  expect(written).toContain(`0 of ${wrong} answers as expected.`);
});

test.each([
  [{ a: 1 }, { a: 1, more: true }, true],
  [{ a: 1 }, { a: '1' }, false],
  [{ a: { b: 'x' } }, { a: { b: 'y' } }, false],
  [{ a: 1 }, null, false],
  ['stage [<uuid of the stage>]', 'stage [55cf6d4b]', true],
  ['stage [<uuid of the stage>]', 'stage []', false],
  ['a.b', 'aXb', false],
  [{}, 'anything', false],
])('%j against %j: %s', (expected, real, verdict) => {
  expect(isAsExpected(expected, real)).toBe(verdict);
});
