import { readContract, readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { createStatusHandler } from '@cascade/webhooks';
import { expect, test, vi } from 'vitest';
import { callbackSamples } from './callback-samples.ts';

const read = (path: string) => JSON.parse(readText(repositoryRoot, path));
const samples = callbackSamples(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
const { reasons } = readContract();

interface Vector {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBase64: string;
}

test('the callback of each reason, and of DELIVERED, is that of the test vectors', () => {
  const { vectors }: { vectors: readonly Vector[] } = read('spec/vectors/generated/callbacks.json');
  const spellings = reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]);
  for (const message of [...spellings.map(samples.ofReason), samples.ofStatus('DELIVERED')]) {
    const vector = vectors.find(({ id }) => id === `valid-${message.name}`);
    expect(message.headers).toMatchObject({ ...vector?.headers });
    expect(message.body).toBe(Buffer.from(vector?.bodyBase64 ?? '', 'base64').toString());
  }
});

test('a receiver accepts the callback of every status at its time', async () => {
  vi.useFakeTimers({ now: Number(samples.signer.timestamp) * 1000, toFake: ['Date'] });
  for (const status of ['SENT', 'READ', 'UNDELIVERED', 'a-new-one']) {
    const { headers, body, secret } = samples.ofStatus(status);
    const got: string[] = [];
    const handler = createStatusHandler({ secrets: [secret], onStatus: (event) => got.push(event.status) });
    const answer = await handler(new Request('http://localhost/', { method: 'POST', headers, body }));
    expect([answer.status, got]).toEqual([200, [status]]);
  }
  vi.useRealTimers();
});

test('the message is a whole HTTP request', () => {
  const { text, body } = samples.ofReason('daily-rate-limit');
  expect(text).toMatch(/^POST \/status HTTP\/1\.1\nhost: /);
  expect(text).toContain(`content-length: ${body.length}`);
  expect(text.endsWith(`\n\n${body}`)).toBe(true);
  expect(() => samples.ofReason('no-such')).toThrow('no example undelivered-no-such');
});
