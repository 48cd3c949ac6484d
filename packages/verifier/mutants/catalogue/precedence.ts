import { randomUUID } from 'node:crypto';
import { someContent } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { keyOf, type ProviderState } from '../proxy/provider-state.ts';
import {
  type Answer,
  type Call,
  codeOf,
  isObject,
  isScheduling,
  type JsonObject,
  requestBody,
  withRequestBody,
} from '../proxy/wire.ts';
import { chattwo, document, scheduledBy, scheduling, text, twoStages } from '../witness/requests.ts';
import type { Bench } from '../witness/witness.ts';
import { seeing, verdict } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const precedence = mutantsOf('precedence');

/** The problem that a later rule would find, looked for without scheduling anything; or none. */
type Finder = (call: Call, state: ProviderState) => Promise<Answer | undefined>;

const hasLongName = someContent(
  ({ attachmentName }) => typeof attachmentName === 'string' && attachmentName.length > 70,
);
const isEmpty = ({ content }: JsonObject): boolean =>
  content === undefined || (isObject(content) && Object.keys(content).length === 0);

/** Rule by rule. A request without content is always refused, so it may be asked whether its cascade is there. */
const finders = {
  2: async (call, state) => {
    const probe = withRequestBody(call, { ...requestBody(call), requestId: randomUUID(), content: {} });
    const answer = await state.ask(probe);
    return codeOf(answer) === 'cascade-not-found' ? answer : undefined;
  },
  3: async (call, state) =>
    isEmpty(requestBody(call)) ? state.refuse(400, 'content-not-specified') : undefined,
  4: async (call, state) =>
    hasLongName(requestBody(call)) ? state.refuse(400, 'attachmentName-is-too-long') : undefined,
  5: async (call, state) =>
    state.emptyKeys.has(keyOf(call)) ? state.refuse(400, 'out-of-balance') : undefined,
} satisfies Record<number, Finder>;

/** What each rule answers here. */
const codes = {
  1: ['requestId-is-not-unique'],
  2: ['cascade-not-found'],
  3: ['cascade-scheduling-request-is-not-valid', 'content-not-specified'],
  4: ['attachmentName-is-too-long'],
} as const;

/** Where both rules refuse, the later one answers. */
function laterWins(earlier: keyof typeof codes, later: keyof typeof finders): MakeChange {
  return () => ({
    async answer(call, next, state) {
      const answer = await next(call);
      const code = codeOf(answer);
      if (!isScheduling(call) || !codes[earlier].some((one) => one === code)) return answer;
      return (await finders[later](call, state)) ?? answer;
    },
  });
}

function swapped(
  earlier: keyof typeof codes,
  later: keyof typeof finders,
  observe: (bench: Bench) => Promise<string>,
  [first, second]: readonly [first: string, second: string],
): Mutant {
  return precedence`${later}-before-${earlier}: Looks at rule ${later} before rule ${earlier} [4.1/rule-${earlier}, 4.1/rule-${later}]`(
    laterWins(earlier, later),
    seeing(observe, `400 ${first}`, `400 ${second}`),
  );
}

const tooLong = document({ attachmentName: 'n'.repeat(71) });

/** Sends a good request, and then with its id another one. */
function reused(part: JsonObject): (bench: Bench) => Promise<string> {
  return async (bench) => {
    const requestId = randomUUID();
    await bench.send(scheduling({ requestId }));
    return verdict(await bench.send(scheduling({ requestId, ...part })));
  };
}

const once =
  (key: string, part: JsonObject) =>
  async (bench: Bench): Promise<string> =>
    verdict(await bench.send(scheduledBy(key, part)));

/** A purse is emptied, seen to be empty, and its first request repeated. */
async function repeatedByEmptyPurse(bench: Bench): Promise<string> {
  const key = bench.purse();
  const first = scheduledBy(key);
  await bench.send(first);
  await bench.send(scheduledBy(key));
  return verdict(await bench.send(first));
}

const surplus = { cascadeId: chattwo, content: { chattwoContent: tooLong, smsContent: text() } };

/** Content of one channel is missing, and that of another breaks a limit: the limit answers. */
const limitsFirst: MakeChange = () => ({
  async answer(call, next, state) {
    const answer = await next(call);
    const isMissing = codeOf(answer) === codes[3][0] && answer.body.includes('the content was not found');
    if (!isScheduling(call) || !isMissing) return answer;
    return (await finders[4](call, state)) ?? answer;
  },
});

export const precedenceMutants: readonly Mutant[] = [
  precedence`4-before-3-of-another-channel: Looks at the limits of each content before it misses that of another channel [4.1/rule-3, 4.1/rule-4]`(
    limitsFirst,
    seeing(
      once('demo-key', { cascadeId: twoStages, content: { chatoneContent: tooLong } }),
      '400 cascade-scheduling-request-not-valid',
      '400 attachmentName-is-too-long',
    ),
  ),
  swapped(1, 2, reused({ cascadeId: 404_404 }), ['requestId-is-not-unique', 'cascade-not-found']),
  swapped(1, 3, reused({ content: {} }), ['requestId-is-not-unique', 'content-not-specified']),
  swapped(1, 4, reused({ cascadeId: chattwo, content: { chattwoContent: tooLong } }), [
    'requestId-is-not-unique',
    'attachmentName-is-too-long',
  ]),
  swapped(1, 5, repeatedByEmptyPurse, ['requestId-is-not-unique', 'out-of-balance']),
  swapped(2, 3, once('demo-key', { cascadeId: 404_404, content: {} }), [
    'cascade-not-found',
    'content-not-specified',
  ]),
  swapped(2, 4, once('demo-key', { cascadeId: 404_404, content: { chattwoContent: tooLong } }), [
    'cascade-not-found',
    'attachmentName-is-too-long',
  ]),
  swapped(2, 5, once('poor-key', { cascadeId: 404_404 }), ['cascade-not-found', 'out-of-balance']),
  swapped(3, 4, once('demo-key', surplus), [
    'cascade-scheduling-request-not-valid',
    'attachmentName-is-too-long',
  ]),
  swapped(3, 5, once('poor-key', { content: {} }), ['content-not-specified', 'out-of-balance']),
  swapped(4, 5, once('poor-key', { cascadeId: chattwo, content: { chattwoContent: tooLong } }), [
    'attachmentName-is-too-long',
    'out-of-balance',
  ]),
];
