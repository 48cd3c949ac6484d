import { expect, test } from 'vitest';
import { parseWebUrl } from './options.ts';

test.each(['https://docs.example/cascade/', 'http://127.0.0.1:4011'])('the address %s is taken', (text) => {
  expect(parseWebUrl(text)).toBe(text);
});

test.each(['docs.example', 'javascript:alert(1)', 'file:///etc/passwd', ''])('"%s" is refused', (text) => {
  expect(() => parseWebUrl(text)).toThrow('Expected an http or https URL.');
});
