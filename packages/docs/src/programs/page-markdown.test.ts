import { expect, test } from 'vitest';
import { readHtml } from '../testing/read-html.ts';
import { Html } from '../tree/html.ts';
import { pageMarkdown } from './page-markdown.ts';

const markdownOf = (body: string) =>
  pageMarkdown({ file: 'codes/a.html', title: 'A', body: new Html(readHtml(body)) }).slice(
    '# A\n\n'.length,
    -1,
  );

test('a page begins with its title and its sentence', () => {
  const page = { file: 'a.html', title: 'A', lead: 'What it is.', body: new Html(['More & more']) };
  expect(pageMarkdown(page)).toBe('# A\n\nWhat it is.\n\nMore & more\n');
});

test.each([
  ['a heading keeps its anchor', '<h2 id="x">Its <code>name</code></h2>', '## Its `name` {#x}'],
  [
    'a section gives its anchor to its heading',
    '<section id="x"><h3><a href="#x">§1</a></h3></section>',
    '### §1 {#x}',
  ],
  ['links lead to Markdown', '<p><a href="/limits.html#y">Limits</a></p>', '[Limits](../limits.md#y)'],
  [
    'but not those to what a browser needs',
    '<p><a href="/redoc/api.html">R</a></p>',
    '[R](../redoc/api.html)',
  ],
  ['a list in a list', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n\n   - b\n2. c'],
  ['terms', '<dl><dt id="x">a</dt><dd>b</dd></dl>', '- **a** {#x}\n  b'],
  [
    'a table, its rows with anchors',
    '<div><table><thead><tr><th>k</th><th>v</th></tr></thead><tbody><tr id="x"><td>a|b</td><td>c<br>d</td></tr></tbody></table></div>',
    '| k | v |\n| --- | --- |\n| a\\|b {#x} | c d |',
  ],
  [
    'code with its caption and language, without its buttons',
    '<figure class="code"><figcaption>What · <a class="console-link" href="/console.html">Open</a></figcaption><pre><code class="language-json"><mark>{</mark>\n}</code></pre><button class="copy"></button></figure>',
    '*What*\n\n```json\n{\n}\n```',
  ],
  [
    'a cell of two rows in each of them',
    '<table><tr><th rowspan="2">k</th><td>1</td></tr><tr><td>2</td></tr></table>',
    '|  |  |\n| --- | --- |\n| k | 1 |\n| k | 2 |',
  ],
  [
    'what unfolds, with the anchor at its first line',
    '<ul><li id="x"><details><summary><code>a</code> text <strong>required</strong></summary><p>b</p></details></li></ul>',
    '- `a` text **required** {#x}\n\n  b',
  ],
  [
    'a heading that unfolds',
    '<details id="x"><summary><h4>400</h4> <small>why</small></summary><p>b</p></details>',
    '#### 400 {#x}\n\nwhy\n\nb',
  ],
  [
    'forms that say the same, once',
    '<div class="tabs same"><div class="tab"><p class="tab-label">A</p><p>1</p></div><div class="tab"><p class="tab-label">B</p><p>2</p></div></div>',
    '1',
  ],
  ['marks of Markdown as text', '<p>a*b &lt;c&gt; [d]</p>', 'a\\*b \\<c> \\[d\\]'],
  ['what is said twice, once', '<p>1<span class="without-assumed">2</span></p>', '1'],
  ['a diagram by its title', '<svg><title>Two steps</title><path d="M1"/></svg>', '*Diagram: Two steps*'],
])('%s', (_what, body, expected) => {
  expect(markdownOf(body)).toBe(expected);
});
