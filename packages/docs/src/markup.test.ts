import { expect, test } from 'vitest';
import { addClass, readMarkup, textOf, writeMarkup } from './markup.ts';

test('markup is written as it was read', () => {
  const text =
    '<!doctype html>\n<p class="a">x &lt; y<br>z</p><!-- <p> --><script>if (a < b) "<p>"</script><svg><path d="M0"/></svg>';
  expect(writeMarkup(readMarkup(text))).toBe(text);
  expect(readMarkup(text).map(textOf).join('')).toBe('\nx < yz');
});

test('a class is added to those that an element has', () => {
  const [one, two] = readMarkup('<p id="a">x</p><p class="b">y</p>');
  for (const node of [one, two]) if (typeof node === 'object') addClass(node, 'c');
  expect(writeMarkup([one ?? '', two ?? ''])).toBe('<p class="c" id="a">x</p><p class="b c">y</p>');
});

test('an end tag that closes another element is a fault of the page', () => {
  expect(() => readMarkup('<p><b></p>')).toThrow('expected </b>, found </p>');
  expect(() => readMarkup('<p>')).toThrow('<p> has no end tag');
});
