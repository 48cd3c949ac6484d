import { expect, test } from 'vitest';
import { html, raw } from '../html.ts';
import { onThisPage } from './on-this-page.ts';

const linksOf = (markup: string) =>
  [
    ...(onThisPage(raw(markup))?.text ?? '').matchAll(/<li class="([^"]*)"><a href="([^"]*)">(.*?)<\/a>/g),
  ].map(([, kind, href, text]) => [kind, href, text]);

test('headings with anchors are listed, with those of sections, without badges', () => {
  const body = html`<h2 id="a">First <code>x</code></h2><p>…</p><h3 id="b" class="assumed">Below</h3>
<section id="c" class="entry assumed">
<h2><a href="#c">Third</a> <span class="badge">assumed</span></h2></section><h2>No anchor</h2>`;
  expect(linksOf(body.text)).toEqual([
    ['level-2', '#a', 'First x'],
    ['level-3 assumed', '#b', 'Below'],
    ['level-2 assumed', '#c', 'Third'],
  ]);
});

test('a page with one heading needs no list', () => {
  expect(onThisPage(html`<h2 id="a">Only</h2>`)).toBeUndefined();
});

test('many headings are listed by their upper level', () => {
  const many = Array.from({ length: 20 }, (_, at) => `<h2 id="u${at}">u</h2><h3 id="l${at}">l</h3>`).join('');
  expect(linksOf(many).every(([kind]) => kind === 'level-2')).toBe(true);
  expect(linksOf(many)).toHaveLength(20);
});
