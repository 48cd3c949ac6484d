import { expect, test } from 'vitest';
import { html } from './html.ts';
import { navigation, renderPage } from './layout.ts';

const page = renderPage({ file: 'limits.html', title: 'A & B', body: html`<p>Text</p>` }, 'p{color:red}');

test('title, styles and text are all in the document itself', () => {
  expect(page).toContain('<title>A &amp; B · Cascade</title>');
  expect(page).toContain('<style>p{color:red}</style>');
  expect(page).toMatch(/<main id="main"[^>]*>\s*<h1>A &amp; B<\/h1>\s*<p>Text<\/p>/);
});

test('the navigation lists every page once and marks the current one', () => {
  for (const { file, label } of navigation) expect(page.split(`<a href="${file}"`).length - 1, label).toBe(1);
  expect(page.match(/aria-current="page">[^<]*/g)).toEqual(['aria-current="page">Limits']);
});
