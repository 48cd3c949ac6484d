import { expect, test } from 'vitest';
import { readmeForSite } from './package-pages.ts';

const slugs = ['client', 'lenient-requests', 'mock'];

test.each([
  ['[x](../README.md#works-with)', '[x](site:packages.html#works-with)'],
  ['[x](client/README.md)', '[x](site:packages/client.html)'],
  ['[x](../lenient-requests)', '[x](site:packages/lenient-requests.html)'],
  ['[x](../mock/README.md#options)', '[x](site:packages/mock.html#options)'],
  ['[x](../../spec/decisions/README.md)', '[x](site:decisions.html)'],
  ['[x](../spec/README.md)', '[x](site:downloads.html)'],
  ['[x](operate/GATEWAYS.md#http)', '[x](site:gateway-settings.html#http)'],
  ['[x](../../tools/bench/README.md)', '[x](../../tools/bench/README.md)'],
  ['[x](results)', '[x](results)'],
  ['[x](mutants/README.md)', '[x](mutants/README.md)'],
  ['[x](#options)', '[x](#options)'],
  ['[x](https://a.example/)', '[x](https://a.example/)'],
])('%s', (link, expected) => {
  expect(readmeForSite(link, slugs)).toBe(expected);
});

test('title and comments are left out', () => {
  expect(readmeForSite('# @cascade/x\n\nText.\n<!-- recorded -->\n```sh\na\n```\n', slugs)).toBe(
    '\nText.\n```sh\na\n```\n',
  );
});
