import { expect, test } from 'vitest';
import { type Html, html } from '../tree/html.ts';
import { writeHtml } from '../tree/write-html.ts';
import { navigation } from './navigation.ts';
import { addressesFrom, renderPages } from './render-page.ts';

/** The page with this body. */
function rendered(body: Html): string {
  const pages = [{ file: 'limits.html', title: 'A', body }];
  return renderPages(pages, { styles: '', script: '', version: '0.2.0' }).get('limits.html') ?? '';
}

test('links from the root of the site become relative to the page', () => {
  const { nodes } = html`<a href="/limits.html#x">/x</a><script src="/portal.js"></script>`;
  const from = (file: string) => writeHtml(nodes, { addressOf: addressesFrom(file) });
  expect(from('index.html')).toBe('<a href="limits.html#x">/x</a><script src="portal.js"></script>');
  expect(from('codes/a.html')).toBe('<a href="../limits.html#x">/x</a><script src="../portal.js"></script>');
});

test('other links and text stay as they are', () => {
  const others = html`<a href="//host/x"></a><a href="#x"></a><a href="https://a/b"></a>href="/x"`;
  expect(writeHtml(others.nodes, { addressOf: addressesFrom('codes/a.html') })).toBe(others.text);
});

const linksOf = (body: Html) =>
  [...rendered(body).matchAll(/<li class="(level-[^"]*)"><a href="([^"]*)">(.*?)<\/a>/g)].map(
    ([, kind, href, text]) => [kind, href, text],
  );

test('headings with anchors are listed, with those of sections, without badges', () => {
  const body = html`<h2 id="a">First <code>x</code></h2><p>…</p><h3 id="b" class="assumed">Below</h3>
<section id="c" class="entry assumed">
<h2><a href="#c">Third</a> <span class="badge">assumed</span></h2></section><h2>No anchor</h2>`;
  expect(linksOf(body)).toEqual([
    ['level-2', '#a', 'First x'],
    ['level-3 assumed', '#b', 'Below'],
    ['level-2 assumed', '#c', 'Third'],
  ]);
});

test('a page with one heading needs no list', () => {
  expect(linksOf(html`<h2 id="a">Only</h2>`)).toEqual([]);
});

test('many headings are listed by their upper level', () => {
  const many = html`${Array.from({ length: 20 }, (_, at) => html`<h2 id="u${at}">u</h2><h3 id="l${at}">l</h3>`)}`;
  expect(linksOf(many).every(([kind]) => kind === 'level-2')).toBe(true);
  expect(linksOf(many)).toHaveLength(20);
});

test('the body of a page stays as it is', () => {
  expect(rendered(html`<p>a &amp; b</p><h2>1</h2>`)).toContain('<p>a &amp; b</p><h2>1</h2>');
});

const body = html`<p>Text</p>`;
const pages = [
  { file: 'limits.html', title: 'A & B', lead: 'What "it" is.', body },
  { file: 'catalogue.html', title: 'Codes', body },
  { file: 'codes/a.html', title: 'a', body, under: 'catalogue.html' },
  { file: 'codes/b.html', title: 'b', body, under: 'catalogue.html' },
  { file: 'codes/c.html', title: 'c', body, under: 'catalogue.html' },
];
const site = renderPages(pages, { styles: 'p{color:red}', script: 'run()', version: '0.2.0' });
const limits = site.get('limits.html') ?? '';
const second = site.get('codes/b.html') ?? '';

test('title, lead, styles and text are all in the document itself', () => {
  expect(limits).toContain('<title>A &amp; B · Cascade</title>');
  expect(limits).toContain('content="What &quot;it&quot; is."');
  expect(limits).toContain('<style>p{color:red}</style>');
  expect(limits).toMatch(
    /<main id="main"[^>]*>\s*<button[^>]* data-markdown="limits.md">Copy as Markdown<\/button>\s*<h1>A &amp; B<\/h1>\s*<p class="lead">[^\n]*\s*<p>Text<\/p>/,
  );
});

test('the navigation lists the pages that exist and marks the current one', () => {
  expect(limits.match(/aria-current="page">[^<]*/g)).toEqual(['aria-current="page">Limits']);
  expect(limits).not.toContain('assumptions.html');
  expect(new Set(navigation.map(({ file }) => file)).size).toBe(navigation.length);
});

test('a page below an overview links it, its neighbours and the root of the site', () => {
  expect(second).toContain('data-root="../"');
  expect(second).toContain('<p class="trail"><a href="../catalogue.html">Problem codes</a></p>');
  expect(second).toMatch(/rel="prev" href="..\/codes\/a.html".*rel="next" href="..\/codes\/c.html"/);
  expect(second).toContain('aria-current="true">Problem codes');
  expect(site.get('codes/a.html')).not.toContain('rel="prev"');
});
