import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { tabs } from '../parts/elements.ts';
import { readHtml } from '../testing/read-html.ts';
import { type Html, html } from '../tree/html.ts';
import { hasClass, isElement, type PageNode, textOf } from '../tree/nodes.ts';
import { writeHtml } from '../tree/write-html.ts';
import { assumedNames } from './assumed-names.ts';
import { createHiding } from './hiding.ts';

const sources = readDescribed();

/** What is left of a page: its elements that the switch does not hide. */
function leftOf(body: Html, page: Partial<Page> = {}): string {
  const document = html`<body><main><h1>${page.title ?? 'Title'}</h1>${body}</main></body>`;
  const whole = { file: 'a.html', title: 'Title', body, ...page };
  const others = [{ file: 'gateway.html', title: 'Gateway', body, isAssumed: true }];
  const writing = createHiding([whole, ...others], sources)(whole, document);
  return readHtml(writeHtml(document.nodes, writing)).map(shown).join('').trim();
}

function shown(node: PageNode): string {
  if (!isElement(node)) return textOf(node);
  const isHidden = hasClass(node, 'with-assumed') || hasClass(node, 'assumed');
  return isHidden ? '' : node.children.map(shown).join('');
}

test('the names are those that only an assumption gives', () => {
  const { all } = assumedNames(sources);
  for (const name of ['statusAt', 'webhook-id', 'DELIVERED', 'DOCUMENT', 'too-many-requests', 'comment'])
    expect(all).toContain(name);
  for (const name of ['requestId', 'UNDELIVERED', 'TEXT', 'attachmentName', 'PHONE', 'auth-error'])
    expect(all).not.toContain(name);
});

test('the smallest part with a name in code is hidden, and what is marked where its data is known', () => {
  expect(
    leftOf(html`<p>See <code>statusAt</code>.</p><p>A comment, in order.</p><p>The <code>comment</code></p>`),
  ).toBe('TitleA comment, in order.');
  expect(
    leftOf(html`<ul><li class="assumed">order</li><li>DELIVERED</li><li><b><code>READ</code></b></li></ul>`),
  ).toBe('TitleDELIVERED');
});

test('what makes no sense without a hidden part is hidden with it', () => {
  const name = html`<code>statusAt</code>`;
  expect(leftOf(html`<dl><dt>At</dt><dd>${name}</dd><dt>Why</dt><dd>error</dd></dl>`)).toBe('TitleWhyerror');
  expect(leftOf(html`<h2>${name}</h2><p>It is a text.</p><h2>Body</h2><p>JSON</p>`)).toBe('TitleBodyJSON');
  expect(leftOf(html`<h2>Times</h2><ul><li>${name}</li></ul><h2>Body</h2><p>JSON</p>`)).toBe('TitleBodyJSON');
  expect(leftOf(html`<details><summary>${name}</summary><p>Text</p></details><p>End</p>`)).toBe('TitleEnd');
});

test('the tab of a hidden form is hidden, and tabs without a form', () => {
  const form = (label: string, text: string) => ({ label, body: codeBlock({ language: 'ts', text }) });
  expect(leftOf(tabs([form('A', 'one();'), form('B', 'event.statusAt;'), form('C', 'two();')]))).toBe(
    'TitleACAone();Ctwo();',
  );
  expect(leftOf(tabs([form('A', 'a.statusAt;'), form('B', 'b.statusAt;')]))).toBe('Title');
});

test('an entry that leads to a page of assumptions is hidden', () => {
  expect(
    leftOf(html`<ul><li><a href="/gateway.html">Gateway</a></li><li><a href="b.html">B</a></li></ul>`),
  ).toBe('TitleB');
});

test('of a callback the documented members are left', () => {
  const event = {
    requestId: 'a',
    channelType: 'SMS',
    status: 'UNDELIVERED',
    statusAt: 'now',
    error: 'duplicated',
  };
  const text = `POST /status HTTP/1.1\nwebhook-id: x\ncontent-length: 9\nhost: y\n\n${JSON.stringify(event)}`;
  expect(leftOf(codeBlock({ language: 'http', text }))).toBe(
    'TitlePOST /status HTTP/1.1\nhost: y\n\n{"channelType":"SMS","status":"UNDELIVERED","error":"duplicated"}',
  );
});

test('of a request the documented members are left, and an assumed value is left open', () => {
  const content = { chattwoContent: { contentType: 'DOCUMENT', attachmentName: 'a.pdf', footer: 'New' } };
  const body = { requestId: 'a', cascadeId: 1, content, comment: 'mine' };
  const left = leftOf(codeBlock({ language: 'json', text: JSON.stringify(body, undefined, 2) }));
  expect(JSON.parse(left.replace('Title', ''))).toEqual({
    requestId: 'a',
    cascadeId: 1,
    content: { chattwoContent: { contentType: '…', attachmentName: 'a.pdf' } },
  });
});

test('a sample without assumed names stays as it is, another program is hidden', () => {
  const text = '{ "requestId":  "a" }';
  expect(leftOf(codeBlock({ language: 'json', text }))).toBe(`Title${text}`);
  expect(leftOf(codeBlock({ language: 'ts', text: 'event.statusAt;' }))).toBe('Title');
});

test('a page of assumptions says so, and a page about them stays', () => {
  expect(leftOf(html`<p>All of it.</p>`, { isAssumed: true })).toMatch(/^Assumed/);
  expect(leftOf(html`<p><code>statusAt</code></p>`, { showsAssumed: true })).toBe('TitlestatusAt');
});
