import { acceptInsteadOf, answers, contentsOf, editBody, refuseIf } from '../changes.ts';
import type { Change, Mutant } from '../mutant.ts';
import {
  codeOf,
  isAccepted,
  isObject,
  type Json,
  type JsonObject,
  renamed,
  requestBody,
} from '../proxy/wire.ts';
import { keyOf } from '../proxy/world.ts';
import {
  chattwo,
  olderCheck,
  scheduledBy,
  scheduling,
  text,
  threeStages,
  twoStages,
} from '../witness/requests.ts';
import { seeing, verdict } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const invalid = '400 cascade-scheduling-request-not-valid';
const code = 'cascade-scheduling-request-is-not-valid';
/** Of an account that has this cascade, which the demo account lacks. */
const foreign = { key: 'other-key', cascadeId: 777 };

const fixture = mutantsOf('fixture');

const detailOf = ({ detail }: JsonObject): string => (typeof detail === 'string' ? detail : '');
const missing = (problem: JsonObject): number => detailOf(problem).split('content was not found').length - 1;
const surplus = (problem: JsonObject): number => detailOf(problem).split('stage was not found').length - 1;
const has = (body: JsonObject, member: string): boolean => contentsOf(body).some(([name]) => name === member);

const isFilled = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

export const fixtureMutants: readonly Mutant[] = [
  fixture`any-cascade: Accepts a cascade that no account has [2.1/cascadeId-of-account, 4.1/rule-2, 7.1/cascade-not-found]`(
    acceptInsteadOf('cascade-not-found'),
    [() => scheduling({ cascadeId: 404_404 }), '400 cascade-not-found', 'accepted'],
  ),
  fixture`foreign-cascade: Takes the cascade of another account [2.1/cascadeId-of-account, 1/cascade]`(
    acceptInsteadOf(
      'cascade-not-found',
      ({ cascadeId }, _, { cascades }) => typeof cascadeId === 'number' && cascades.has(cascadeId),
    ),
    [
      () => [
        scheduledBy(foreign.key, { cascadeId: foreign.cascadeId }),
        scheduling({ cascadeId: foreign.cascadeId }),
      ],
      '400 cascade-not-found',
      'accepted',
    ],
  ),
  fixture`small-cascade-id: Reads 16 bits of a cascadeId [2.3/id, 2.1/cascadeId]`(
    editBody((body) =>
      typeof body.cascadeId === 'number' ? { ...body, cascadeId: body.cascadeId % 65_536 } : body,
    ),
    [
      () =>
        scheduling({
          cascadeId: threeStages,
          content: { chattwoContent: text(), chatoneContent: text(), smsContent: text() },
        }),
      'accepted',
      '400 cascade-not-found',
    ],
  ),
  fixture`unknown-cascade-coverage: Calls an unknown cascade 404 not-found [7.1/cascade-not-found, 2.1/cascadeId-of-account]`(
    answers((answer, _, world) =>
      codeOf(answer) === 'cascade-not-found' ? world.refuse(404, 'not-found') : answer,
    ),
    [() => scheduling({ cascadeId: 404_404 }), '400 cascade-not-found', '404 not-found'],
  ),
  fixture`missing-content: Takes content that lacks a stage [2.1/content-rule-3, 2.1/content-rule-1]`(
    acceptInsteadOf(code, (_, problem) => missing(problem) > 0 && surplus(problem) === 0),
    [() => scheduling({ cascadeId: twoStages, content: { chatoneContent: text() } }), invalid, 'accepted'],
  ),
  fixture`missing-content-older: Takes content that lacks a stage, where the older check is on [7.1/request-doesnt-contain-content-for-all-cascade-stages, 2.1/content-rule-3]`(
    acceptInsteadOf("request-doesn't-contain-content-for-all-cascade-stages"),
    [
      () => scheduling({ cascadeId: olderCheck }),
      "400 request-doesn't-contain-content-for-all-cascade-stages",
      'accepted',
    ],
  ),
  fixture`surplus-content: Passes over content without a stage [2.1/content-rule-2]`(
    acceptInsteadOf(code, (_, problem) => missing(problem) === 0),
    [() => scheduling({ content: { smsContent: text(), chattwoContent: text() } }), invalid, 'accepted'],
  ),
  fixture`any-channel: Takes the content of another channel for the stage [1/stage-channel, 2.1/content-rule-1]`(
    acceptInsteadOf(code, (_, problem) => missing(problem) > 0 && missing(problem) === surplus(problem)),
    [() => scheduling({ content: { chattwoContent: text() } }), invalid, 'accepted'],
  ),
  fixture`one-for-all: Takes one content object for all stages [2.1/content-rule-1]`(
    acceptInsteadOf(code, (body, problem) => contentsOf(body).length === 1 && surplus(problem) === 0),
    [() => scheduling({ cascadeId: threeStages, content: { smsContent: text() } }), invalid, 'accepted'],
  ),
  fixture`first-stage: Asks for the content of the first stage only [2.3/stages, 1/cascade]`(
    acceptInsteadOf(
      code,
      (body, problem) => has(body, 'chattwoContent') && missing(problem) > 0 && surplus(problem) === 0,
    ),
    [() => scheduling({ cascadeId: threeStages, content: { chattwoContent: text() } }), invalid, 'accepted'],
  ),
  fixture`single-stage: Takes cascades of one stage only [2.3/stages]`(
    refuseIf((body) => contentsOf(body).length > 1, 'cascade-not-found'),
    [
      () => scheduling({ cascadeId: twoStages, content: { chatoneContent: text(), chattwoContent: text() } }),
      'accepted',
      '400 cascade-not-found',
    ],
  ),
  fixture`chatone-for-chattwo: Takes chatone and chattwo for one channel [1/stage-channel]`(
    editBody((body) =>
      isObject(body.content) && !has(body, 'chattwoContent') && body.cascadeId === chattwo
        ? { ...body, content: renamed(body.content, 'chatoneContent', 'chattwoContent') }
        : body,
    ),
    [() => scheduling({ cascadeId: chattwo, content: { chatoneContent: text() } }), invalid, 'accepted'],
  ),
  fixture`empty-is-not-covered: Calls empty content a cascade without content [2.1/content-rule-4, 7.1/content-not-specified]`(
    answers((answer, _, world) =>
      codeOf(answer) === 'content-not-specified'
        ? world.refuse(
            400,
            'cascade-scheduling-request-not-valid',
            'Cascade scheduling request is not valid. Violations: content',
          )
        : answer,
    ),
    [() => scheduling({ content: {} }), '400 content-not-specified', invalid],
  ),
  fixture`on-credit: Schedules on credit [4.1/rule-5, 7.1/out-of-balance, 1/validated-first]`(
    acceptInsteadOf('out-of-balance'),
    [() => scheduledBy('poor-key'), '400 out-of-balance', 'accepted'],
  ),
  fixture`one-purse: Keeps one balance for all accounts: who sends after a rich one is rich [4.1/rule-5]`(
    acceptInsteadOf('out-of-balance', (_, __, { accepted, fixtures }) => accepted.has(fixtures.goodKey)),
    [() => [scheduling(), scheduledBy('poor-key')], '400 out-of-balance', 'accepted'],
  ),
  fixture`last-coin: Wants money to be left: refuses what the balance just covers [4.1/rule-5, 7.1/out-of-balance]`(
    lastCoin,
    seeing(
      async (bench) => verdict(await bench.send(scheduledBy(bench.purse()))),
      'accepted',
      '400 out-of-balance',
    ),
  ),
];

/** What a purse has accepted is counted; the message that would empty it is refused. */
function lastCoin(): Change {
  const spent = new Map<string, number>();
  return {
    async answer(call, next, world) {
      const key = keyOf(call);
      const [, size] = world.fixtures.purseKeys.exec(key) ?? [];
      const isLast = size !== undefined && (spent.get(key) ?? 0) >= Number(size) - 1;
      const isWhole = contentsOf(requestBody(call)).some(([, { text: said }]) => isFilled(said));
      if (isLast && isWhole) return world.refuse(400, 'out-of-balance');
      const answer = await next(call);
      if (isAccepted(answer)) spent.set(key, (spent.get(key) ?? 0) + 1);
      return answer;
    },
  };
}
