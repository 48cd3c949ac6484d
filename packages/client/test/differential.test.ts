import { afterAll, beforeAll, expect, test } from 'vitest';
import { compare } from './support/differential.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

test('2,000 generated requests: preflight says what the service answers', async () => {
  const { differences, verdicts } = await compare(service.url, 2_000, 20_261_121);
  expect(differences.slice(0, 3)).toEqual([]);
  // A run whose requests all fail the first rules would prove nothing.
  expect(Object.keys(verdicts).length).toBeGreaterThanOrEqual(15);
  expect(verdicts.accepted).toBeGreaterThan(100);
});
