import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
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
