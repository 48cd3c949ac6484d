import { expect, test } from 'vitest';
import { parseGuide } from './parse-guide.ts';
import { renderGuide } from './render-guide.ts';

const rendered = (markdown: string) => renderGuide(parseGuide(`# A guide\n\nIts lead.\n\n${markdown}`)).text;

test('title and lead are left to the page', () => {
  expect(rendered('Text.')).toBe('<p>Text.</p>\n\n');
});

test('headings have anchors; `site:` links begin at the root', () => {
  expect(rendered('## When it fails, `again`')).toContain('<h2 id="when-it-fails-again">');
  expect(rendered('[codes](site:catalogue.html#x)')).toContain('href="/catalogue.html#x"');
});

test('code is captioned with its file', () => {
  expect(rendered('```ts as=a.ts\nx<1>\n```')).toContain(
    '<figcaption>a.ts</figcaption><pre tabindex="0"><code class="language-ts">x&lt;',
  );
});

test('`file=` shows the text of a file', () => {
  expect(rendered('```ts file=examples/receive-hono/server.ts\n```')).toContain('createStatusHandler');
});

test('a heading and a lead are required', () => {
  expect(() => parseGuide('Text.')).toThrow('begins with a heading');
});
