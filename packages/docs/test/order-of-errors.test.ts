import { problemsInOrder, readContract } from '@cascade/contract';
import { beforeAll, expect, test } from 'vitest';
import { renderedSite } from './support/rendered-site.ts';

/** Every list of codes has the order of `spec/catalogue/checks.yaml`, which mock and service keep, too. */

const contract = readContract();
const order = problemsInOrder(contract);
let site: ReadonlyMap<string, string>;
beforeAll(async () => {
  site = await renderedSite();
}, 120_000);

/** The names in a file, in their order: the first group of a pattern, or the second. */
function namesIn(file: string, pattern: RegExp, from = ''): string[] {
  const text = (site.get(file) ?? '').replaceAll('&#39;', "'");
  const part = text.slice(text.indexOf(from));
  return [...part.matchAll(pattern)].map(([, name = '']) => name);
}

const chip = /<li class="\w+"><a href="codes\/([\w-]+)\.html"><span class="status">/g;

test.each([
  ['the list of codes', 'catalogue.html', /<tr id="([\w-]+)"/g, '', 27],
  ['scheduling', 'operations/scheduleMessage.html', /<details [^>]*id="error-([\w-]+)"/g, '', 26],
  ['a list', 'operations/listMessages.html', /<details [^>]*id="error-([\w-]+)"/g, '', 9],
  ['a registration', 'operations/setCallback.html', /<details [^>]*id="error-([\w-]+)"/g, '', 10],
  ['the way of a message', 'journey.html', chip, '', 26],
  ['the start page', 'index.html', chip, '', 27],
  ['the guide for providers', 'write-a-provider.html', /<td>\d{3} <code>([^<]+)<\/code>/g, 'refuse when', 22],
])('%s has the codes in the order of the checks', (_, file, pattern, from, count) => {
  const found = namesIn(file, pattern, from);
  const slugs = found.map((name) => order.find(({ code, slug }) => code === name || slug === name)?.slug);
  expect(slugs).toEqual(order.map(({ slug }) => slug).filter((slug) => slugs.includes(slug)));
  expect(found).toHaveLength(count);
});

test('llms.txt says the checks in their order, each with its codes', () => {
  const lines = (site.get('llms.txt') ?? '').split('\n').filter((line) => line.includes(' Else '));
  expect(lines).toHaveLength(contract.checks.length);
  for (const [at, { problems, before, name }] of contract.checks.entries()) {
    const codes = [...(lines[at] ?? '').matchAll(/\d{3} `([^`]+)`/g)].map(([, code]) => code);
    expect([name, ...codes]).toEqual([
      name,
      ...before.map(({ problem }) => problem.code),
      ...problems.map(({ code }) => code),
    ]);
  }
});

test('a code of a check says where it is checked', () => {
  expect(site.get('codes/auth-error.html')).toContain('<a href="../journey.html#rules">before the rules</a>');
  expect(site.get('codes/out-of-balance.html')).toContain('<a href="../journey.html#rules">rule 5</a>');
  expect(site.get('codes/system-error.html')).toContain('<a href="../journey.html#rules">at any time</a>');
});
