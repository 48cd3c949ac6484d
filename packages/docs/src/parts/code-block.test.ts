import { expect, test } from 'vitest';
import { html } from '../tree/html.ts';
import { textOfCode } from '../tree/nodes.ts';
import { codeBlock } from './code-block.ts';

const plain = (markup: string) => markup.replaceAll(/<[^>]+>/g, '');

test('a message has the colours of its head and of its body', () => {
  const { text } = codeBlock({ language: 'http', text: 'POST /x HTTP/1.1\nhost: a\n\n{"b": 1}' });
  expect(text).toContain('<span class="h-keyword">POST</span>');
  expect(text).toContain('<span class="h-number">1</span>');
  expect(plain(text)).toBe('POST /x HTTP/1.1\nhost: a\n\n{"b": 1}');
});

test('a mark takes a whole line, also within a text of several lines', () => {
  const { text } = codeBlock({ language: 'ts', text: 'const a = `x\ny<b>\nz`;', marked: [1] });
  expect(text).toContain('<mark><span class="h-string">y&lt;b&gt;</span></mark>\n');
  expect(plain(text)).toBe('const a = `x\ny&lt;b&gt;\nz`;');
});

test('code of an unknown language stays as it is', () => {
  const { text } = codeBlock({ language: 'brainfuck', text: '<+>', caption: html`<b>x</b>` });
  expect(text).toBe(
    '<figure class="code"><figcaption><b>x</b></figcaption><pre tabindex="0"><code class="language-brainfuck">&lt;+&gt;</code></pre><button type="button" class="copy" aria-label="Copy"></button></figure>',
  );
});

test('a program that sends a request has its id on the figure; what is printed has none', () => {
  const id = '6a1f0c2b-4d5e-4691-8111-12222aaaa010';
  const on = (language: string, text: string) =>
    /data-request-id="([^"]*)"/.exec(codeBlock({ language, text }).text)?.[1];
  expect(on('sh', `curl -d '{"requestId":"${id}"}'`)).toBe(id);
  expect(on('ts', `schedule({ requestId: '${id}' })`)).toBe(id);
  expect(on('python', `schedule(request_id="${id}")`)).toBe(id);
  expect(on('json', `{"requestId":"${id}"}`)).toBeUndefined();
  expect(on('sh', `curl -d '{"stage":"${id}"}'`)).toBeUndefined();
});

test('long runs without a mark are folded, and nothing of them is lost', () => {
  const text = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
  const { nodes, text: markup } = codeBlock({ language: 'text', text, marked: [20, 21], isFolded: true });
  expect([...markup.matchAll(/class="unfold">… (\d+) lines</g)].map(([, lines]) => Number(lines))).toEqual([
    14, 12,
  ]);
  expect(nodes.map(textOfCode).join('')).toBe(text);
  for (const marked of [[0], [39], [3, 5, 9], [0, 1, 2, 38]])
    expect(codeBlock({ language: 'text', text, marked, isFolded: true }).nodes.map(textOfCode).join('')).toBe(
      text,
    );
});

test('JSON in the quotes of a command has the colours of JSON', () => {
  const { text } = codeBlock({ language: 'sh', text: `curl --data-raw '{"a": 1}' 'b'` });
  expect(text).toContain('<span class="h-number">1</span>');
  expect(text).toContain(`<span class="h-string">'b'</span>`);
});
