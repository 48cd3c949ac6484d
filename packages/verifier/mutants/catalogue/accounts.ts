import { acceptInsteadOf, answers, contentsOf, editBody, refuseIf, rewrite } from '../changes.ts';
import type { Change, MakeChange, Mutant } from '../mutant.ts';
import { keyOf, type ProviderState } from '../proxy/provider-state.ts';
import {
  type Answer,
  type Call,
  codeOf,
  isAccepted,
  isObject,
  type Json,
  type JsonObject,
  renamed,
  requestBody,
  withAnswerBody,
  withHeader,
} from '../proxy/wire.ts';
import {
  chattwo,
  olderCheck,
  scheduledBy,
  scheduling,
  text,
  threeStages,
  twoStages,
} from '../witness/requests.ts';
import { type Ask, type Lens, seeing, verdict } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const auth = mutantsOf('auth');

const withoutKey = () => {
  const { headers, ...rest } = scheduling();
  return { ...rest, headers: { 'content-type': headers?.['content-type'] ?? '' } };
};

/** A call whose key fits gets in with the good one. */
function letIn(is: (key: string, state: ProviderState, call: Call) => boolean): MakeChange {
  return rewrite((call, state) =>
    is(keyOf(call), state, call) ? withHeader(call, 'x-api-key', state.fixtures.goodKey) : call,
  );
}

export const authMutants: readonly Mutant[] = [
  auth`missing-key-accepted: Lets a request without a key in [5/missing-key, 4.1/header-x-api-key]`(
    letIn((key) => key === ''),
    [withoutKey, '401 auth-error', 'accepted'],
  ),
  auth`wrong-key-accepted: Wants a key, and looks no further [5/wrong-key]`(
    letIn((key, { fixtures: { expiredKey, poorKey } }) => !['', expiredKey, poorKey].includes(key)),
    [() => scheduledBy('no-such-key'), '401 auth-error', 'accepted'],
  ),
  auth`expired-key-accepted: Does not look at the expiry of a key [5/expired-key]`(
    letIn((key, { fixtures }) => key === fixtures.expiredKey),
    [() => scheduledBy('demo-key-expired'), '401 auth-error', 'accepted'],
  ),
  auth`key-by-prefix: Compares keys only as far as the known one goes [5/wrong-key]`(
    letIn((key, { fixtures: { goodKey, expiredKey } }) => key.startsWith(goodKey) && key !== expiredKey),
    [() => scheduledBy('demo-keyring'), '401 auth-error', 'accepted'],
  ),
  auth`key-without-case: Compares keys without regard to case [5/wrong-key]`(
    letIn((key, { fixtures }) => key.toLowerCase() === fixtures.goodKey.toLowerCase()),
    [() => scheduledBy('DEMO-KEY'), '401 auth-error', 'accepted'],
  ),
  auth`once-in-always-in: After an accepted request lets those without a key in [5/every-request]`(
    letIn((key, { accepted }) => key === '' && accepted.size > 0),
    [() => [scheduling(), withoutKey()], '401 auth-error', 'accepted'],
  ),
  auth`other-header: Reads the key from Authorization alone [4.1/header-x-api-key, 5/every-request]`(
    rewrite((call) => withHeader(call, 'x-api-key', call.headers.authorization ?? '')),
    [() => scheduling(), 'accepted', '401 auth-error'],
  ),
  auth`header-name-with-case: Knows the header only in lower case (RFC 9110 §5.1) [4.1/header-x-api-key]`(
    rewrite((call) => (call.writtenNames.includes('x-api-key') ? call : withHeader(call, 'x-api-key', ''))),
    [
      () => {
        const { headers, ...rest } = withoutKey();
        return { ...rest, headers: { ...headers, 'X-Api-Key': 'demo-key' } };
      },
      'accepted',
      '401 auth-error',
    ],
  ),
  auth`missing-key-is-malformed: Takes the missing header for a malformed request [5/missing-key]`(
    answers((answer, call, state) =>
      codeOf(answer) === 'auth-error' && keyOf(call) === ''
        ? state.refuse(400, 'matched-template-not-found')
        : answer,
    ),
    [withoutKey, '401 auth-error', '400 matched-template-not-found'],
  ),
  auth`expired-key-forbidden: Tells an expired key from a wrong one: 403 key-expired [5/expired-key]`(
    answers((answer, call, state) =>
      codeOf(answer) === 'auth-error' && keyOf(call) === state.fixtures.expiredKey
        ? state.refuse(403, 'key-expired')
        : answer,
    ),
    [() => scheduledBy('demo-key-expired'), '401 auth-error', '403 key-expired'],
  ),
];

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
    answers((answer, _, state) =>
      codeOf(answer) === 'cascade-not-found' ? state.refuse(404, 'not-found') : answer,
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
    answers((answer, _, state) =>
      codeOf(answer) === 'content-not-specified'
        ? state.refuse(
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
    async answer(call, next, state) {
      const key = keyOf(call);
      const [, size] = state.fixtures.purseKeys.exec(key) ?? [];
      const isLast = size !== undefined && (spent.get(key) ?? 0) >= Number(size) - 1;
      const isWhole = contentsOf(requestBody(call)).some(([, { text: said }]) => isFilled(said));
      if (isLast && isWhole) return state.refuse(400, 'out-of-balance');
      const answer = await next(call);
      if (isAccepted(answer)) spent.set(key, (spent.get(key) ?? 0) + 1);
      return answer;
    },
  };
}

const listPath = '/api/cascade/get-all';
const all: Ask = () => ({ ...scheduling(), path: listPath, body: {} });

/** There is an operation that lists cascades; all else about it is ADR-0013. */
const listing = mutantsOf(
  { class: 'fixture', prefix: 'fixture-list', cites: '4.2/list-cascades, ADR-0013' },
  (change: MakeChange, [lens, plain, changed]: readonly [lens: Lens, plain: string, changed: string]) => [
    change,
    [all, plain, changed, lens],
  ],
);

function listed(text: string): readonly Json[] {
  const list: Json = JSON.parse(text);
  return Array.isArray(list) ? list : [];
}

/** The list edited. */
function lists(edit: (list: readonly Json[]) => readonly Json[]): MakeChange {
  return answers(
    (answer, { path }): Answer =>
      path === listPath && isAccepted(answer)
        ? withAnswerBody(answer, edit(listed(answer.body.toString())))
        : answer,
  );
}

/** Edits each stage of a list; the edit sees the stage that it holds. */
function stages(edit: (stage: JsonObject, next: Json | undefined) => JsonObject): MakeChange {
  const inside = (stage: Json): Json => {
    if (!isObject(stage)) return stage;
    const held = Array.isArray(stage.stages) ? stage.stages : [];
    return { ...edit(stage, held[0]), stages: held.map(inside) };
  };
  return lists((list) =>
    list.map((one) =>
      isObject(one) && Array.isArray(one.stages) ? { ...one, stages: one.stages.map(inside) } : one,
    ),
  );
}

/** The first stage of the last cascade: the cascade with the largest id has three stages. */
const firstStage: Lens = ({ text }) => {
  const last = listed(text).at(-1);
  const stage = isObject(last) && Array.isArray(last.stages) ? last.stages[0] : undefined;
  return isObject(stage) ? `${stage.order} ${stage.decision === null ? 'null' : 'decided'}` : 'none';
};

const idOfFirst: Lens = ({ text }) => {
  const [first] = listed(text);
  return isObject(first) ? typeof first.id : 'none';
};

const countOfFirst: Lens = ({ text }) => {
  const [first] = listed(text);
  return isObject(first) ? typeof first.stagesCount : 'none';
};

export const listCascadesMutants: readonly Mutant[] = [
  listing`missing: Has no operation that lists cascades`(
    answers((answer, { path }, state) => (path === listPath ? state.refuse(404, 'not-found') : answer)),
    [verdict, 'accepted', '404 not-found'],
  ),
  listing`one-less: Leaves the last cascade out`(
    lists((list) => list.slice(0, -1)),
    [({ text }) => String(listed(text).length), '5', '4'],
  ),
  listing`id-as-text: Writes ids as text`(
    lists((list) => list.map((one) => (isObject(one) ? { ...one, id: String(one.id) } : one))),
    [idOfFirst, 'number', 'string'],
  ),
  listing`count-as-text: Writes the number of stages as text`(
    lists((list) =>
      list.map((one) => (isObject(one) ? { ...one, stagesCount: String(one.stagesCount) } : one)),
    ),
    [countOfFirst, 'number', 'string'],
  ),
  listing`order-from-one: Counts stages from 1`(
    stages((stage) => ({ ...stage, order: Number(stage.order) + 1 })),
    [firstStage, '0 null', '1 null'],
  ),
  listing`decision-on-stage-before: Puts each decision one stage too early`(
    stages((stage, next) => ({ ...stage, decision: isObject(next) ? (next.decision ?? null) : null })),
    [firstStage, '0 null', '0 decided'],
  ),
];
