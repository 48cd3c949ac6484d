import { expect, test } from 'vitest';
import { html } from '../html.ts';
import { navigation } from './navigation.ts';
import { renderPages } from './render-page.ts';

const body = html`<p>Text</p>`;
const pages = [
  { file: 'limits.html', title: 'A & B', lead: 'What "it" is.', body },
  { file: 'catalogue.html', title: 'Codes', body },
  { file: 'codes/a.html', title: 'a', body, under: 'catalogue.html' },
  { file: 'codes/b.html', title: 'b', body, under: 'catalogue.html' },
  { file: 'codes/c.html', title: 'c', body, under: 'catalogue.html' },
];
const rendered = renderPages(pages, { styles: 'p{color:red}', script: 'run()' });
const limits = rendered.get('limits.html') ?? '';
const second = rendered.get('codes/b.html') ?? '';

test('title, lead, styles and text are all in the document itself', () => {
  expect(limits).toContain('<title>A &amp; B · Cascade</title>');
  expect(limits).toContain('content="What &quot;it&quot; is."');
  expect(limits).toContain('<style>p{color:red}</style>');
  expect(limits).toMatch(
    /<main id="main"[^>]*>\s*<h1>A &amp; B<\/h1>\s*<p class="lead">[^\n]*\s*<p>Text<\/p>/,
  );
});

test('the navigation lists the pages that exist and marks the current one', () => {
  expect(limits.match(/aria-current="page">[^<]*/g)).toEqual(['aria-current="page">Limits']);
  expect(limits).not.toContain('changelog.html');
  expect(new Set(navigation.map(({ file }) => file)).size).toBe(navigation.length);
});

test('a page below an overview links it, its neighbours and the root of the site', () => {
  expect(second).toContain('data-root="../"');
  expect(second).toContain('<p class="trail"><a href="../catalogue.html">Problem codes</a></p>');
  expect(second).toMatch(/rel="prev" href="..\/codes\/a.html".*rel="next" href="..\/codes\/c.html"/);
  expect(second).toContain('aria-current="true">Problem codes');
  expect(rendered.get('codes/a.html')).not.toContain('rel="prev"');
});
