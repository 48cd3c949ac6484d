import { createCascadeClient, type ScheduleFailure } from '@cascade/client';
import { preflight } from '@cascade/client/preflight';
import { createTestProvider, type Interference } from '@cascade/client/testing';
import { type ProblemEntry, requestOfCase } from '@cascade/contract';
import { demoAccount } from '../console/page-data.ts';

/** What the client does with a problem, as it has just done it. */
export interface ClientBehaviour {
  readonly error: ScheduleFailure;
  /** Whether `usedIdMeansAccepted` makes it a success if the answer to the first attempt was lost. */
  readonly isReplayed: boolean;
  /** How many of the cases preflight finds before anything is sent, from the message alone. */
  readonly foundByPreflight: number;
  /** The same if it knows the cascades of the account. */
  readonly foundWithCascades: number;
}

const message = {
  requestId: '00000000-0000-4000-8000-000000000099',
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550199', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
} as const;
const attempts = 3;
const { cascades } = demoAccount();

/** Lets the client meet a problem: at every attempt, and after an attempt whose answer was lost. */
export async function clientBehaviour({ code, cases }: ProblemEntry): Promise<ClientBehaviour> {
  const refused = await scheduled(Array.from({ length: attempts }, () => ({ code })));
  const again = await scheduled([{ drop: 'answer' }]);
  if (refused.error === undefined) throw new Error(`the client took ${code} for a success`);
  return {
    error: refused.error,
    isReplayed: code === 'requestId-is-not-unique' && again.data?.replayed === true,
    foundByPreflight: cases.filter((one) => preflight(requestOfCase(one).body)?.code === code).length,
    foundWithCascades: cases.filter((one) => preflight(requestOfCase(one).body, { cascades })?.code === code)
      .length,
  };
}

function scheduled(interferences: readonly Interference[]) {
  const provider = createTestProvider();
  provider.next(...interferences);
  const retry = { attempts, baseDelayMs: 0 };
  const client = createCascadeClient({
    baseUrl: 'http://provider.example',
    apiKey: 'demo-key',
    fetch: provider.fetch,
    retry,
    usedIdMeansAccepted: true,
  });
  return client.schedule(message);
}
