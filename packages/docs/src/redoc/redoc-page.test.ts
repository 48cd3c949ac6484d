import { expect, test } from 'vitest';
import { letPageChooseDescription, renderByRedocly } from './redoc-page.ts';

const start = "hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));";
const description = {
  openapi: '3.1.0',
  info: { title: 'Small', version: '1.0.0' },
  paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'Fine.' } } } } },
};

test('the installed Redocly starts Redoc by the call that is changed', async () => {
  const { head, markup } = await renderByRedocly(description);
  expect(head).toContain('<style data-styled');
  const changed = letPageChooseDescription(markup);
  expect(changed).toContain('hydrate(globalThis.redocDescription ?? __redoc_definition, __redoc_options,');
  expect(changed.length - markup.length).toBe('globalThis.redocDescription ?? '.length);
});

test.each([
  ['is missing', '<script>init(__redoc_definition);</script>'],
  ['occurs twice', `${start} ${start}`],
])('a call that %s is an error that names the file to change', (_, markup) => {
  expect(() => letPageChooseDescription(markup)).toThrow(/redoc\/redoc-page\.ts/);
});
