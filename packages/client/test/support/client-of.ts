import { type CascadeClient, createCascadeClient } from '../../src/create-cascade-client.ts';
import type { ClientOptions } from '../../src/options.ts';

/** A client that does not wait between its attempts, for our own tests. */
export function clientOf(options: Partial<ClientOptions>): CascadeClient {
  return createCascadeClient({
    baseUrl: 'https://provider.test',
    apiKey: 'demo-key',
    retry: { baseDelayMs: 0 },
    ...options,
  });
}

/** A message that the account of `demo-key` may send. */
export const message = {
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
} as const;
