import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type Found, keptVisits } from './kept-visits.ts';

const folder = mkdtempSync(join(tmpdir(), 'cascade-visits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const site = { 'a/one.html': '<p>One', 'two.html': '<p>Two', 'search.js': '1' };
const visits = (changes: Readonly<Record<string, string>> = {}, version = '1') =>
  keptVisits(
    new Map(Object.entries({ ...site, ...changes })),
    { version: () => version } as unknown as Browser,
    folder,
  );
const visit = { name: 'a/one.html', title: 'One', outside: [], faults: [], excess: 0, documented: [] };
const stops = ['Skip to content', ...'abcdefghijk'].map((name) => ({ element: '<a>', name, isMarked: true }));
const hidden = stops.map((stop, index) => ({ ...stop, isMarked: index !== 3 }));
const use = { name: 'a/one.html', excess: 0, violations: [], stops };

test('a page that has not changed is not visited again, and may be though others have', () => {
  visits().keep('a/one.html', { visit, use });
  expect(visits().find('a/one.html', true)).toEqual({ visit, use });
  expect(visits({ 'two.html': '<p>Other' }).find('a/one.html', true)).toEqual({ visit, use });
  expect(visits().find('two.html', false)).toBeUndefined();
});

test.each([
  ['the page', visits({ 'a/one.html': '<p>Other' })],
  ['a script', visits({ 'search.js': '2' })],
  ['the browser', visits({}, '2')],
])('a change of %s counts', (_, changed) => {
  visits().keep('a/one.html', { visit, use });
  expect(changed.find('a/one.html', false)).toBeUndefined();
});

test('a visit on a phone alone is not enough where more is asked', () => {
  visits().keep('a/one.html', { visit });
  expect(visits().find('a/one.html', false)).toEqual({ visit });
  expect(visits().find('a/one.html', true)).toBeUndefined();
});

test.each<[string, Found]>([
  ['a request', { visit: { ...visit, outside: ['https://example.com'] } }],
  ['an error', { visit: { ...visit, faults: ['x'] } }],
  ['a page that is too wide for a phone', { visit: { ...visit, excess: 1 } }],
  ['a page that is too wide for a tablet', { visit, use: { ...use, excess: 1 } }],
  ['a violation', { visit, use: { ...use, violations: ['x'] } }],
  ['a page without a title', { visit: { ...visit, title: '' } }],
  ['a page without a skip link', { visit, use: { ...use, stops: stops.slice(1) } }],
  ['a page with few stops', { visit, use: { ...use, stops: stops.slice(0, 10) } }],
  ['a stop that is not visible', { visit, use: { ...use, stops: hidden } }],
])('%s is never kept', (_, found) => {
  visits().keep('two.html', found);
  expect(visits().find('two.html', false)).toBeUndefined();
});
