import { expect, test } from 'vitest';
import { html, raw } from './html.ts';

test('values are escaped, in text and in attributes', () => {
  const nasty = `<script>alert("1")</script>&'`;
  expect(html`<a title="${nasty}">${nasty}</a>`.text).toBe(
    '<a title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;\'">&lt;script&gt;alert("1")&lt;/script&gt;&amp;\'</a>',
  );
});

test('markup and lists of markup are not escaped; undefined renders as nothing', () => {
  expect(html`<p>${[html`<b>${1}</b>`, raw('<i>2</i>')]}${undefined}</p>`.text).toBe(
    '<p><b>1</b><i>2</i></p>',
  );
});
