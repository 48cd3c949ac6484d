import { randomUUID } from 'node:crypto';
import { someContent } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import { keyOf, type ProviderState } from '../proxy/provider-state.ts';
import {
  type Call,
  codeOf,
  isObject,
  isScheduling,
  type JsonObject,
  type ProxyAnswer,
  requestBody,
  withRequestBody,
} from '../proxy/wire.ts';
import {
  asked,
  chattwo,
  document,
  scheduledBy,
  scheduling,
  textContent,
  twoStages,
} from '../witness/requests.ts';
import { type Ask, type Procedure, seeing, verdict } from '../witness/witness.ts';

const precedence = mutantsOf('precedence');

/** The problem that a later rule would find, looked for without scheduling anything; or none. */
type Finder = (call: Call, state: ProviderState) => Promise<ProxyAnswer | undefined>;

const hasLongName = someContent(
  ({ attachmentName }) => typeof attachmentName === 'string' && attachmentName.length > 70,
);
const isEmpty = ({ content }: JsonObject): boolean =>
  content === undefined || (isObject(content) && Object.keys(content).length === 0);

/**
 * Rule by rule. A request without content is always refused, so it may be asked whether its cascade is there.
 */
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

const tooLong = document({ attachmentName: 'n'.repeat(71) });
const unknown = { cascadeId: 404_404 };
const longName = { cascadeId: chattwo, content: { chattwoContent: tooLong } };

/** Sends a good request, and then with its id another one. */
function reused(part: JsonObject): Ask {
  return () => {
    const requestId = randomUUID();
    return [scheduling({ requestId }), scheduling({ requestId, ...part })];
  };
}

const poor = (part: JsonObject): Ask => asked(part, { 'x-api-key': 'poor-key' });

/** A purse is emptied, seen to be empty, and its first request repeated. */
const repeatedByEmptyPurse = seeing(async (bench) => {
  const key = bench.purse();
  const first = scheduledBy(key);
  await bench.send(first);
  await bench.send(scheduledBy(key));
  return verdict(await bench.send(first));
});

/** Content without a stage, beside content that breaks a limit. */
const surplus = asked({
  cascadeId: chattwo,
  content: { chattwoContent: tooLong, smsContent: textContent() },
});

/** Content of one channel is missing, and that of another breaks a limit: the limit answers. */
const limitsFirst: MakeChange = () => ({
  async answer(call, next, state) {
    const answer = await next(call);
    const isMissing = codeOf(answer) === codes[3][0] && answer.body.includes('the content was not found');
    if (!isScheduling(call) || !isMissing) return answer;
    return (await finders[4](call, state)) ?? answer;
  },
});

/** Two rules in the wrong order; the witness breaks both. */
function swapped(
  earlier: keyof typeof codes,
  later: keyof typeof finders,
  shown: Ask | Procedure,
  [plain, changed]: readonly [string, string],
): Mutant {
  return precedence({
    id: `${later}-before-${earlier}`,
    says: `Looks at rule ${later} before rule ${earlier}`,
    cites: [`4.1/rule-${earlier}`, `4.1/rule-${later}`],
    change: laterWins(earlier, later),
    ask: shown,
    plain,
    changed,
  });
}

export const precedenceMutants: readonly Mutant[] = [
  precedence({
    id: '4-before-3-of-another-channel',
    says: 'Looks at the limits of each content before it misses that of another channel',
    cites: ['4.1/rule-3', '4.1/rule-4'],
    change: limitsFirst,
    ask: asked({ cascadeId: twoStages, content: { chatoneContent: tooLong } }),
    plain: '400 cascade-scheduling-request-not-valid',
    changed: '400 attachmentName-is-too-long',
  }),
  swapped(1, 2, reused(unknown), ['400 requestId-is-not-unique', '400 cascade-not-found']),
  swapped(1, 3, reused({ content: {} }), ['400 requestId-is-not-unique', '400 content-not-specified']),
  swapped(1, 4, reused(longName), ['400 requestId-is-not-unique', '400 attachmentName-is-too-long']),
  swapped(1, 5, repeatedByEmptyPurse, ['400 requestId-is-not-unique', '400 out-of-balance']),
  swapped(2, 3, asked({ ...unknown, content: {} }), ['400 cascade-not-found', '400 content-not-specified']),
  swapped(2, 4, asked({ ...longName, ...unknown }), [
    '400 cascade-not-found',
    '400 attachmentName-is-too-long',
  ]),
  swapped(2, 5, poor(unknown), ['400 cascade-not-found', '400 out-of-balance']),
  swapped(3, 4, surplus, ['400 cascade-scheduling-request-not-valid', '400 attachmentName-is-too-long']),
  swapped(3, 5, poor({ content: {} }), ['400 content-not-specified', '400 out-of-balance']),
  swapped(4, 5, poor(longName), ['400 attachmentName-is-too-long', '400 out-of-balance']),
];
