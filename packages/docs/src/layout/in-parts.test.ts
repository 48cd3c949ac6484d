import { expect, test } from 'vitest';
import { html } from '../html.ts';
import { inParts } from './in-parts.ts';

test('each h2 after the first begins a part', () => {
  const body = html`<p>a</p><h2>1</h2><p>b</p><h2 id="x">2</h2><div><h2>inner</h2></div>c<h2>3</h2>`;
  expect(inParts(body).text).toBe(
    '<p>a</p><h2>1</h2><p>b</p><section class="part"><h2 id="x">2</h2><div><h2>inner</h2></div>c</section><section class="part"><h2>3</h2></section>',
  );
});

test('a section of the page is a part, with its classes', () => {
  const body = html`<section><h2>1</h2></section><section id="x" class="entry"><h2>2</h2></section><p>after</p>`;
  expect(inParts(body).text).toBe(
    '<section><h2>1</h2></section><section id="x" class="entry part"><h2>2</h2></section><p>after</p>',
  );
});

test('a short page stays as it is', () => {
  expect(inParts(html`<p>a &amp; b</p><h2>1</h2>`).text).toBe('<p>a &amp; b</p><h2>1</h2>');
});
