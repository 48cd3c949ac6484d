import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import plugin from './plugin.ts';

const configuration = createRequire(import.meta.url).resolve('@cascade/spec/redocly.yaml');
const readme = new URL('README.md', import.meta.url);

const { id, rules } = plugin();
const names = [...new Set([...Object.keys(rules.oas3), ...Object.keys(rules.async3)])].sort();

test('every rule is switched on, as an error, where the descriptions are linted', () => {
  const { rules: configured } = parse(readFileSync(configuration, 'utf8'));
  const own = Object.entries(configured).filter(([name]) => name.startsWith(`${id}/`));
  expect(own).toEqual(names.map((name) => [`${id}/${name}`, 'error']));
});

test('the README has a line for every rule', () => {
  const listed = [...readFileSync(readme, 'utf8').matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name);
  expect(listed).toEqual(names);
});
