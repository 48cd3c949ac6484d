import { randomUUID } from 'node:crypto';
import { serve } from '@cascade/repository/test-kit';
import { problemCodes, undeliveredReasons } from '@cascade/types';
import { type Client, type Report, verifyClient, verifyReceiver } from '../src/index.ts';
import type { ClauseId } from './generated/cited.ts';
import { type JsonObject, readCall, readObject, requestBody } from './proxy/wire.ts';

/** One defect of a receiver or of a client: what consumers must bear (§7, §9) no provider can break. */
export interface ConsumerMutant {
  readonly id: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly class: 'consumer';
  readonly title: string;
  readonly consumer: Consumer;
}

/** A receiver, by its status on an event; or a client, by what it makes of an answer. */
type Consumer =
  | { readonly receives: (event: JsonObject) => number }
  | { readonly understands: (status: number, title: string) => readonly [code: number, out: string] };

/** A client without a defect. */
export const soundClient: Consumer = { understands };

function understands(status: number, title: string): readonly [code: number, out: string] {
  if (status < 300) return [0, 'scheduled'];
  return [1, `not scheduled: ${title}: ${adviceOf.get(title) ?? 'see the contract'}`];
}

const stages = 'give one content object for each channel of the cascade';
const adviceOf = new Map([
  ['cascade-scheduling-request-not-valid', stages],
  ['cascade-scheduling-request-is-not-valid', stages],
]);

function receiver(
  id: string,
  clauses: ConsumerMutant['clauses'],
  title: string,
  refuses: (reason: string) => boolean,
): ConsumerMutant {
  const receives = ({ error }: JsonObject) => (typeof error === 'string' && refuses(error) ? 500 : 204);
  return { id: `receiver-${id}`, clauses, class: 'consumer', title, consumer: { receives } };
}

function client(
  id: string,
  clauses: ConsumerMutant['clauses'],
  title: string,
  is: (title: string) => boolean,
  end: (title: string) => readonly [code: number, out: string],
): ConsumerMutant {
  const consumer: Consumer = {
    understands: (status, told) => (is(told) ? end(told) : understands(status, told)),
  };
  return { id: `client-${id}`, clauses, class: 'consumer', title, consumer };
}

const listedReasons: ReadonlySet<string> = new Set([...undeliveredReasons(), 'not-template-match']);
const listedCodes: ReadonlySet<string> = new Set([...problemCodes(), ...adviceOf.keys()]);
const isUnlisted = (title: string) => title !== '' && !listedCodes.has(title);
const grow = ['7/codes-grow', '9/codes-grow'] as const;
const spellings = ['7.1/both-spellings'] as const;

export const consumerMutants: readonly ConsumerMutant[] = [
  receiver('listed-reasons', grow, 'Takes listed reasons only', (reason) => !listedReasons.has(reason)),
  receiver(
    'one-spelling',
    ['7.4/no-template-match-spellings'],
    'Does not know not-template-match',
    (reason) => reason === 'not-template-match',
  ),
  client('crash', grow, 'Breaks off at a code that is not listed', isUnlisted, () => [1, '']),
  client('unlisted-unknown', grow, 'Takes an unlisted code for a lost answer', isUnlisted, () => [
    2,
    'unknown',
  ]),
  client('unlisted-scheduled', grow, 'Takes an unlisted code for a success', isUnlisted, () => [
    0,
    'scheduled',
  ]),
  client(
    'listed-spelling',
    spellings,
    'Knows the listed spelling only',
    (title) => title === 'cascade-scheduling-request-not-valid',
    (title) => [1, `not scheduled: ${title}: see the contract`],
  ),
  client(
    'returned-spelling',
    spellings,
    'Knows the returned spelling only, and breaks off at the listed one',
    (title) => title === 'cascade-scheduling-request-is-not-valid',
    () => [101, ''],
  ),
];

/** The verifier's report on such a consumer. */
export async function judgeConsumer(consumer: Consumer): Promise<Report> {
  if ('understands' in consumer) return verifyClient({ name: 'client', client: clientOf(consumer) });
  const { url, close } = await serve(async (incoming, outgoing) => {
    const call = await readCall(incoming);
    outgoing.writeHead(call.method === 'HEAD' ? 200 : consumer.receives(requestBody(call))).end();
  });
  return verifyReceiver({ url }).finally(close);
}

function clientOf({ understands: made }: Extract<Consumer, { understands: unknown }>): Client {
  return async ({ CASCADE_URL, CASCADE_API_KEY = '' }) => {
    const answer = await fetch(`${CASCADE_URL}/api/cascade/schedule`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': CASCADE_API_KEY },
      body: JSON.stringify({ requestId: randomUUID() }),
    });
    const { title = '' } = readObject(Buffer.from(await answer.arrayBuffer())) ?? {};
    const [code, out] = made(answer.status, String(title));
    return { code, out };
  };
}
