import { expect, test } from 'vitest';
import { sampleReport } from '../../../test/support/sample-report.ts';
import { toHtml } from './to-html.ts';

const docs = 'https://docs.example/contract';
const page = toHtml(sampleReport(), { docs, report: 'out/run.json' });

test('it asks for nothing outside itself and runs no script', () => {
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
  expect(page).not.toMatch(/<script|<link rel="stylesheet"|@import|url\(|<img|<iframe/);
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  for (const address of addresses)
    expect(address).toMatch(/^(data:,|https:\/\/docs\.example\/contract\/clauses\.html#)/);
});

test('it serves light and dark', () => {
  expect(page).toContain('color-scheme: light dark');
});

test('each clause has its row in the ledger, with its link', () => {
  for (const { clause } of sampleReport().ledger)
    expect(page).toContain(
      `<a href="${docs}/clauses.html#${clause.replaceAll('/', '-')}">§${clause}</a></th>`,
    );
  expect(page).toContain('the source leaves it open');
});

test('each finding has what is needed to see it again', () => {
  expect(page).toContain('cascade-verify replay 0123456789 --report out/run.json');
  expect(toHtml(sampleReport())).not.toContain('cascade-verify replay');
  expect(page).toContain('curl -i -X POST &#39;http://127.0.0.1:4012/api/cascade/schedule&#39;');
  expect(page).toContain('&quot;attachmentName&quot;: &quot;aaa&quot;');
  expect(page).toContain('A name has at most 70.');
});

test('what a provider answers is text, never markup', () => {
  expect(page).toContain('acceptance (200) &lt;b&gt;&amp;');
  expect(page).not.toContain('<b>');
});

test('a partial report says so', () => {
  const changes = {
    interrupted: true,
    verdict: 'could-not-judge',
    reason: 'the run was interrupted',
  } as const;
  const partial = toHtml(sampleReport(changes), { docs });
  expect(partial).toContain('Partial: the run was broken off.');
  expect(page).not.toContain('Partial');
});

test('without a portal each clause links to its row of the ledger', () => {
  const alone = toHtml(sampleReport());
  const addresses = [...alone.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
  expect(addresses).toEqual(['data:,', '#clause-8-attachmentName', '#clause-7.1-method-not-allowed']);
  for (const address of addresses.slice(1)) expect(alone).toContain(`id="${address.slice(1)}"`);
});

test('the level is below the verdict, and a run over a few scenarios is not green', () => {
  expect(page).toContain('<h1>Non-conformant</h1>\n<p class="level">documented, 3 of 3</p>');
  const few = { verdict: 'conformant', findings: [], options: { phases: ['vectors'] } } as const;
  expect(toHtml(sampleReport({ ...few, findings: [] }))).toContain('<header class="could-not-judge">');
});

test('it names the verifier, and what it judged by', () => {
  expect(page).toContain('verifier 1.2.3 <code>sha256:111111111111…</code>');
  expect(page).toContain('contract <code>sha256:222222222222…</code>');
});
