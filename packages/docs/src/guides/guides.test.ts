import { expect, test } from 'vitest';
import { readGuide } from './guides.ts';

const rendered = (markdown: string) => readGuide(`# A guide\n\nIts lead.\n\n${markdown}`).body.text;

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

test('blocks with tabs that follow each other are one group', () => {
  const text = rendered(
    '```sh tab=A\na\n```\n\n```text output tab=A\nb\n```\n\n```sh tab=B\nc\n```\n\nText.\n\n```sh tab=A\nd\n```',
  );
  expect(text.match(/class="tabs"/g)).toHaveLength(2);
  expect([...text.matchAll(/role="tabpanel" aria-label="(\w)"/g)].map(([, label]) => label)).toEqual([
    'A',
    'B',
    'A',
  ]);
});

test('`region=` shows one definition; `samples=` shows a request in six languages', () => {
  const region = rendered('```python file=packages/kits/python/cascade_kit/client.py region=_delay\n```');
  expect(region).toContain('_delay</span>(answer');
  expect(region).not.toContain('import');
  const samples = rendered(
    '```json samples=http://127.0.0.1:4012/api/cascade/schedule\n{"requestId":"r"}\n```',
  );
  expect(samples.match(/class="tab"/g)).toHaveLength(6);
});

test('a heading and a lead are required', () => {
  expect(() => readGuide('Text.')).toThrow('begins with a heading');
});
