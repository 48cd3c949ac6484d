import { text } from 'node:stream/consumers';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { runShell, serve } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { signatureOf } from '../callbacks/callback-samples.ts';
import { readHtml } from '../testing/read-html.ts';
import { textOf } from '../tree/nodes.ts';
import { gatewayPage } from './gateway.ts';

const page = gatewayPage(readYamlFile(repositoryRoot, 'spec/generated/gateway.yaml').value).body.text;

test('has every member of attempts, answers and receipts', () => {
  for (const name of ['attemptId', 'channel', 'address', 'addressType', 'subject', 'content', 'traceparent'])
    expect(page).toContain(`id="Attempt.${name}"`);
  for (const name of ['AttemptTaken.status', 'AttemptRefused.reason', 'Receipt.status', 'Receipt.at'])
    expect(page).toContain(`id="${name}"`);
});

test('says what every answer means', () => {
  for (const status of ['200', '401', 'any other', '204', '400', '413'])
    expect(page).toContain(`<th scope="row">${status}</th>`);
});

test('has every header', () => {
  const headers = [
    'authorization',
    'idempotency-key',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ];
  for (const header of headers) expect(page).toContain(`<th scope="row">${header}</th>`);
});

test('the signature of the test vector is that of openssl', () => {
  expect(page).toContain('v1,Zdt+Oq2qjAJ2vyhku3oFjRfao/7F+uQ6jUDhl/c0TrA=');
});

test('its commands send what they say, the receipt with the signature of its secret', async () => {
  const blocks = [...page.matchAll(/<code class="language-sh">(.*?)<\/code>/gs)].map(([, code = '']) =>
    readHtml(code).map(textOf).join(''),
  );
  const got: {
    readonly path: string;
    readonly signed: string;
    readonly given: unknown;
    readonly body: string;
  }[] = [];
  const server = await serve(async (request, response) => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = request.headers;
    const body = await text(request);
    got.push({ path: request.url ?? '', signed: `${id}.${at}.${body}`, given, body });
    response.writeHead(204).end();
  });
  onTestFinished(() => server.close());
  for (const block of blocks)
    await runShell(block.replace(/https?:\/\/(?:gateway\.example|127\.0\.0\.1:4013)/, server.url), '/');
  const secret = /SECRET=(\S+)/.exec(blocks[1] ?? '')?.[1] ?? '';
  expect(got.map(({ path }) => path)).toEqual(['/send', '/gateway/receipts']);
  expect(got.map(({ body }) => Object.keys(JSON.parse(body))[0])).toEqual(['attemptId', 'attemptId']);
  expect(got[1]?.given).toBe(signatureOf(got[1]?.signed ?? '', secret));
});
