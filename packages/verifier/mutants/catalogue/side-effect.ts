import { randomUUID } from 'node:crypto';
import { contentsOf } from '../changes.ts';
import type { Change, MakeChange, Mutant } from '../mutant.ts';
import {
  type Call,
  codeOf,
  isAccepted,
  isScheduling,
  isSchedulingPath,
  requestBody,
  withRequestBody,
} from '../proxy/wire.ts';
import { keyOf } from '../proxy/world.ts';
import { members, scheduledBy, scheduling, text, threeStages } from '../witness/requests.ts';
import type { Asked, Bench } from '../witness/witness.ts';
import { seeing, statuses, verdict } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const sideEffect = mutantsOf('side-effect');
const spent = '400 out-of-balance';

/** One more message of the account, without a request. */
function oneMore(call: Call): Call {
  const own = { ...members(), requestId: randomUUID() };
  return withRequestBody({ ...call, headers: { ...call.headers, 'content-type': 'application/json' } }, own);
}

/** After such answers schedules all the same, so that money is spent; says what it would have said. */
function schedulesAfter(is: (code: string | undefined) => boolean): MakeChange {
  return () => ({
    async answer(call, next, world) {
      const answer = await next(call);
      if (isScheduling(call) && is(codeOf(answer))) await world.ask(oneMore(call));
      return answer;
    },
  });
}

/** Whether a purse for one message still has its money after this request. */
function purseAfter(ask: (key: string) => Asked): (bench: Bench) => Promise<string> {
  return async (bench) => {
    const key = bench.purse();
    await bench.send(ask(key));
    return verdict(await bench.send(scheduledBy(key)));
  };
}

const refusedAndSpent = mutantsOf('side-effect', (codes: readonly string[], ask: (key: string) => Asked) => [
  schedulesAfter((code) => code !== undefined && codes.includes(code)),
  seeing(purseAfter(ask), 'accepted', spent),
]);

/** A purse for one SMS message, and a cascade of SMS and more. */
export const reservation = seeing(
  async (bench) => {
    const content = { smsContent: text(), chatoneContent: text(), chattwoContent: text() };
    return verdict(await bench.send(scheduledBy(bench.purse(), { cascadeId: threeStages, content })));
  },
  spent,
  'accepted',
);

const rule6: Mutant['clauses'] = ['4.1/rule-6', '1/validated-first'];

export const sideEffectMutants: readonly Mutant[] = [
  refusedAndSpent`after-content: Schedules although a field of the content is missing [${rule6}]`(
    ['text-not-specified', 'contentType-not-specified', 'content-not-specified'],
    (key) => scheduledBy(key, { content: { smsContent: text({ text: '' }) } }),
  ),
  refusedAndSpent`after-coverage: Schedules although content and stages do not match [${rule6}]`(
    ['cascade-scheduling-request-is-not-valid'],
    (key) => scheduledBy(key, { content: { smsContent: text(), chattwoContent: text() } }),
  ),
  refusedAndSpent`after-template: Schedules although the content breaks the template [${rule6}]`(
    [
      'matched-template-not-found',
      'button-validation-error',
      'attachmentName-is-too-long',
      'template-parameter-is-not-valid',
    ],
    (key) => scheduledBy(key, { content: { smsContent: text({ text: 4821 }) } }),
  ),
  refusedAndSpent`after-cascade: Schedules on a default cascade where it finds none [${rule6}]`(
    ['cascade-not-found'],
    (key) => scheduledBy(key, { cascadeId: 404_404 }),
  ),
  sideEffect`refusal-costs: Takes the price of a message for each refused request [${rule6}]`(
    schedulesAfter((code) => code !== undefined && code !== 'auth-error' && code !== 'out-of-balance'),
    seeing(
      purseAfter((key) => scheduledBy(key, { content: {} })),
      'accepted',
      spent,
    ),
  ),
  sideEffect`first-stage-alone: Reserves the price of the first stage alone [7.1/out-of-balance, 4.1/rule-5, ADR-0012]`(
    reservesFirstStage,
    reservation,
  ),
  sideEffect`after-method: Schedules with PUT, and then refuses it [4.2/methods, 7.1/method-not-allowed]`(
    () => ({
      async answer(call, next, world) {
        const answer = await next(call);
        const isMeant = isSchedulingPath(call.path) && codeOf(answer) === 'method-not-allowed';
        if (isMeant) await world.ask({ ...oneMore(call), method: 'POST' });
        return answer;
      },
    }),
    seeing(
      purseAfter((key) => ({ ...scheduledBy(key), method: 'PUT' })),
      'accepted',
      spent,
    ),
  ),
  sideEffect`two-for-one: Schedules two messages for one request [1/one-request-per-message, 4.1/rule-5]`(
    () => ({
      async answer(call, next, world) {
        const answer = await next(call);
        if (isScheduling(call) && isAccepted(answer)) await world.ask(oneMore(call));
        return answer;
      },
    }),
    seeing(
      async (bench) => {
        const key = bench.purse(2);
        await bench.send(scheduledBy(key));
        return verdict(await bench.send(scheduledBy(key)));
      },
      'accepted',
      spent,
    ),
  ),
  sideEffect`refused-reported: Reports the outcome of a message that it refused [4.1/rule-6, 6/callback]`(
    reportsRefused,
    seeing(
      async (bench) => {
        const refused = scheduling({ content: { smsContent: text({ text: '' }) } });
        const seen = await bench.callbacksOf(refused, { status: 'nothing, as it is refused' });
        return `${seen.length} callbacks: ${statuses(seen)}`;
      },
      '0 callbacks: ',
      '1 callbacks: UNDELIVERED error-address-format',
    ),
  ),
];

/** Takes a cascade that the account cannot pay for, as long as it had money before. */
export function reservesFirstStage(): Change {
  return {
    async answer(call, next, world) {
      const wasEmpty = world.emptyKeys.has(keyOf(call));
      const answer = await next(call);
      const hasMoreStages = contentsOf(requestBody(call)).length > 1;
      const isMeant = isScheduling(call) && hasMoreStages && codeOf(answer) === 'out-of-balance';
      return isMeant && !wasEmpty ? world.accept(call) : answer;
    },
  };
}

function reportsRefused(): Change {
  return {
    async answer(call, next, world) {
      const answer = await next(call);
      const { requestId } = requestBody(call);
      if (isScheduling(call) && codeOf(answer) !== undefined && typeof requestId === 'string')
        await world.report(keyOf(call), { requestId, status: 'UNDELIVERED', error: 'error-address-format' });
      return answer;
    },
  };
}
