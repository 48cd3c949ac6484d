import { expect, test } from 'vitest';
import { attributes, html, raw } from './html.ts';
import { elementsIn, hasClass, textOf } from './nodes.ts';
import { writeHtml } from './write-html.ts';

test('what a template says is written as it was read', () => {
  const { nodes, text } =
    html`<!doctype html>\n<p class="a">x &lt; y<br>z</p><!-- <p> --><script>if (a < b) "<p>"</script><svg><path d="M0"/></svg>`;
  expect(text).toBe(
    '<!doctype html>\n<p class="a">x &lt; y<br>z</p><!-- <p> --><script>if (a < b) "<p>"</script><svg><path d="M0"/></svg>',
  );
  expect(nodes.map(textOf).join('')).toBe('\nx < yz');
});

test('values go into texts, attributes, start tags and headings', () => {
  const level = 3;
  const open = attributes({ open: true, title: 'a "b"', hidden: false, id: undefined });
  expect(
    html`<details class="x ${'y'} ${undefined}"${open}>${1}</details><h${level}>t</h${level}>`.text,
  ).toBe('<details class="x y " open title="a &quot;b&quot;">1</details><h3>t</h3>');
});

test('a value in the wrong place is a fault of the page', () => {
  expect(() => html`<p class="${html`<b>x</b>`}"></p>`).toThrow('found markup');
  expect(() => html`<p ${'id'}></p>`).toThrow('expected attributes in <p>, found id');
  expect(() => html`<p>${attributes({})}</p>`).toThrow('attributes belong in a start tag');
});

test('an end tag that closes another element is a fault of the page', () => {
  expect(() => html`<p><b></p>`).toThrow('expected </b>, found </p>');
  expect(() => html`<p>`).toThrow('<p> has no end tag');
  expect(() => html`</p>`).toThrow('found </p>');
});

test('data that looks like markup, an entity or the mark of a hole is a text', () => {
  const nasty = '<b>&lt;\uE0000\uE001';
  expect(html`<p title="${nasty}">${nasty}</p>`.nodes.map(textOf)).toEqual([nasty]);
});

test('a page is written with classes and parts that it has not', () => {
  const { nodes } = html`<p id="a">x</p><p class="b">y</p>`;
  const classOf = (element: (typeof all)[number]) => (hasClass(element, 'b') ? 'c' : 'd');
  const all = elementsIn(nodes);
  expect(writeHtml(nodes, { classOf, after: () => ['!'] })).toBe(
    '<p class="d" id="a">x</p>!<p class="b c">y</p>!',
  );
});

test('XML has a declaration, and closes what is empty', () => {
  const { nodes } = html`<?xml version="1.0"?><feed><link href="a"/><id></id></feed>`;
  expect(writeHtml(nodes, { isXml: true })).toBe('<?xml version="1.0"?><feed><link href="a"/><id/></feed>');
});

test('another renderer may have written a part', () => {
  expect(html`<p>${raw('<i>2</i>')}</p>`.text).toBe('<p><i>2</i></p>');
});
