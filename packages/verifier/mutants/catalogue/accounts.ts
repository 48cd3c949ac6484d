import {
  acceptInsteadOf,
  answers,
  coerced,
  contentsOf,
  editBody,
  recoded,
  refuseIf,
  rewrite,
} from '../changes.ts';
import type { MakeChange, Mutant, ProxyChange } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import { keyOf, type ProviderState } from '../proxy/provider-state.ts';
import {
  type Call,
  codeOf,
  isObject,
  isSuccessful,
  type Json,
  type JsonObject,
  type ProxyAnswer,
  renamed,
  requestBody,
  withAnswerBody,
  withHeader,
} from '../proxy/wire.ts';
import {
  asked,
  chattwo,
  olderCheck,
  scheduledBy,
  scheduling,
  textContent,
  texts,
  threeStages,
  twoStages,
} from '../witness/requests.ts';
import { type Ask, type Lens, seeing, verdict } from '../witness/witness.ts';

const auth = mutantsOf('auth');

const withoutKey = (headers: Readonly<Record<string, string>> = {}) => ({
  ...scheduling(),
  headers: { 'content-type': 'application/json', ...headers },
});
const by = (key: string): Ask => asked({}, { 'x-api-key': key });

/** A call whose key fits gets in with the good one. */
function letIn(is: (key: string, state: ProviderState, call: Call) => boolean): MakeChange {
  return rewrite((call, state) =>
    is(keyOf(call), state, call) ? withHeader(call, 'x-api-key', state.fixtures.goodKey) : call,
  );
}

export const authMutants: readonly Mutant[] = [
  auth({
    id: 'missing-key-accepted',
    says: 'Lets a request without a key in',
    cites: ['5/missing-key', '4.1/header-x-api-key'],
    change: letIn((key) => key === ''),
    ask: withoutKey,
    plain: '401 auth-error',
    changed: 'accepted',
  }),
  auth({
    id: 'wrong-key-accepted',
    says: 'Wants a key, and looks no further',
    cites: ['5/wrong-key'],
    change: letIn((key, { fixtures: { expiredKey, poorKey } }) => !['', expiredKey, poorKey].includes(key)),
    ask: by('no-such-key'),
    plain: '401 auth-error',
    changed: 'accepted',
  }),
  auth({
    id: 'expired-key-accepted',
    says: 'Does not look at the expiry of a key',
    cites: ['5/expired-key'],
    change: letIn((key, { fixtures }) => key === fixtures.expiredKey),
    ask: by('demo-key-expired'),
    plain: '401 auth-error',
    changed: 'accepted',
  }),
  auth({
    id: 'key-by-prefix',
    says: 'Compares keys only as far as the known one goes',
    cites: ['5/wrong-key'],
    change: letIn(
      (key, { fixtures: { goodKey, expiredKey } }) => key.startsWith(goodKey) && key !== expiredKey,
    ),
    ask: by('demo-keyring'),
    plain: '401 auth-error',
    changed: 'accepted',
  }),
  auth({
    id: 'key-without-case',
    says: 'Compares keys without regard to case',
    cites: ['5/wrong-key'],
    change: letIn((key, { fixtures }) => key.toLowerCase() === fixtures.goodKey.toLowerCase()),
    ask: by('DEMO-KEY'),
    plain: '401 auth-error',
    changed: 'accepted',
  }),
  auth({
    id: 'once-in-always-in',
    says: 'After an accepted request lets those without a key in',
    cites: ['5/every-request'],
    change: letIn((key, { accepted }) => key === '' && accepted.size > 0),
    ask: () => [scheduling(), withoutKey()],
    plain: '401 auth-error',
    changed: 'accepted',
  }),
  auth({
    id: 'other-header',
    says: 'Reads the key from Authorization alone',
    cites: ['4.1/header-x-api-key', '5/every-request'],
    change: rewrite((call) => withHeader(call, 'x-api-key', call.headers.authorization ?? '')),
    ask: asked(),
    plain: 'accepted',
    changed: '401 auth-error',
  }),
  auth({
    id: 'header-name-with-case',
    says: 'Knows the header only in lower case (RFC 9110 §5.1)',
    cites: ['4.1/header-x-api-key'],
    change: rewrite((call) =>
      call.writtenNames.includes('x-api-key') ? call : withHeader(call, 'x-api-key', ''),
    ),
    ask: () => withoutKey({ 'X-Api-Key': 'demo-key' }),
    plain: 'accepted',
    changed: '401 auth-error',
  }),
  auth({
    id: 'missing-key-is-malformed',
    says: 'Takes the missing header for a malformed request',
    cites: ['5/missing-key'],
    change: recoded('auth-error', 400, 'matched-template-not-found', (call) => keyOf(call) === ''),
    ask: withoutKey,
    plain: '401 auth-error',
    changed: '400 matched-template-not-found',
  }),
  auth({
    id: 'expired-key-forbidden',
    says: 'Tells an expired key from a wrong one: 403 key-expired',
    cites: ['5/expired-key'],
    change: recoded(
      'auth-error',
      403,
      'key-expired',
      (call, state) => keyOf(call) === state.fixtures.expiredKey,
    ),
    ask: by('demo-key-expired'),
    plain: '401 auth-error',
    changed: '403 key-expired',
  }),
];

const code = 'cascade-scheduling-request-is-not-valid';
const invalid = 'cascade-scheduling-request-not-valid';
/** Of an account that has this cascade, which the demo account lacks. */
const foreign = { cascadeId: 777 };

const fixture = mutantsOf('fixture');

const detailOf = ({ detail }: JsonObject): string => (typeof detail === 'string' ? detail : '');
const missing = (problem: JsonObject): number => detailOf(problem).split('content was not found').length - 1;
const surplus = (problem: JsonObject): number => detailOf(problem).split('stage was not found').length - 1;
const has = (body: JsonObject, member: string): boolean => contentsOf(body).some(([name]) => name === member);

const isFilled = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

export const fixtureMutants: readonly Mutant[] = [
  fixture({
    id: 'any-cascade',
    says: 'Accepts a cascade that no account has',
    cites: ['2.1/cascadeId-of-account', '4.1/rule-2', '7.1/cascade-not-found'],
    change: acceptInsteadOf('cascade-not-found'),
    ask: asked({ cascadeId: 404_404 }),
    plain: '400 cascade-not-found',
    changed: 'accepted',
  }),
  fixture({
    id: 'foreign-cascade',
    says: 'Takes the cascade of another account',
    cites: ['2.1/cascadeId-of-account', '1/cascade'],
    change: acceptInsteadOf(
      'cascade-not-found',
      ({ cascadeId }, _, { cascades }) => typeof cascadeId === 'number' && cascades.has(cascadeId),
    ),
    ask: () => [scheduledBy('other-key', foreign), scheduling(foreign)],
    plain: '400 cascade-not-found',
    changed: 'accepted',
  }),
  fixture({
    id: 'small-cascade-id',
    says: 'Reads 16 bits of a cascadeId',
    cites: ['2.3/id', '2.1/cascadeId'],
    change: editBody(coerced('cascadeId', (id) => (typeof id === 'number' ? id % 65_536 : id))),
    ask: texts(threeStages, 'chattwoContent', 'chatoneContent', 'smsContent'),
    plain: 'accepted',
    changed: '400 cascade-not-found',
  }),
  fixture({
    id: 'unknown-cascade-coverage',
    says: 'Calls an unknown cascade 404 not-found',
    cites: ['7.1/cascade-not-found', '2.1/cascadeId-of-account'],
    change: recoded('cascade-not-found', 404, 'not-found'),
    ask: asked({ cascadeId: 404_404 }),
    plain: '400 cascade-not-found',
    changed: '404 not-found',
  }),
  fixture({
    id: 'missing-content',
    says: 'Takes content that lacks a stage',
    cites: ['2.1/content-rule-3', '2.1/content-rule-1'],
    change: acceptInsteadOf(code, (_, problem) => missing(problem) > 0 && surplus(problem) === 0),
    ask: texts(twoStages, 'chatoneContent'),
    plain: '400 cascade-scheduling-request-not-valid',
    changed: 'accepted',
  }),
  fixture({
    id: 'missing-content-older',
    says: 'Takes content that lacks a stage, where the older check is on',
    cites: ['7.1/request-doesnt-contain-content-for-all-cascade-stages', '2.1/content-rule-3'],
    change: acceptInsteadOf("request-doesn't-contain-content-for-all-cascade-stages"),
    ask: asked({ cascadeId: olderCheck }),
    plain: "400 request-doesn't-contain-content-for-all-cascade-stages",
    changed: 'accepted',
  }),
  fixture({
    id: 'surplus-content',
    says: 'Passes over content without a stage',
    cites: ['2.1/content-rule-2'],
    change: acceptInsteadOf(code, (_, problem) => missing(problem) === 0),
    ask: asked({ content: { smsContent: textContent(), chattwoContent: textContent() } }),
    plain: '400 cascade-scheduling-request-not-valid',
    changed: 'accepted',
  }),
  fixture({
    id: 'any-channel',
    says: 'Takes the content of another channel for the stage',
    cites: ['1/stage-channel', '2.1/content-rule-1'],
    change: acceptInsteadOf(
      code,
      (_, problem) => missing(problem) > 0 && missing(problem) === surplus(problem),
    ),
    ask: asked({ content: { chattwoContent: textContent() } }),
    plain: '400 cascade-scheduling-request-not-valid',
    changed: 'accepted',
  }),
  fixture({
    id: 'one-for-all',
    says: 'Takes one content object for all stages',
    cites: ['2.1/content-rule-1'],
    change: acceptInsteadOf(code, (body, problem) => contentsOf(body).length === 1 && surplus(problem) === 0),
    ask: texts(threeStages, 'smsContent'),
    plain: '400 cascade-scheduling-request-not-valid',
    changed: 'accepted',
  }),
  fixture({
    id: 'first-stage',
    says: 'Asks for the content of the first stage only',
    cites: ['2.3/stages', '1/cascade'],
    change: acceptInsteadOf(
      code,
      (body, problem) => has(body, 'chattwoContent') && missing(problem) > 0 && surplus(problem) === 0,
    ),
    ask: texts(threeStages, 'chattwoContent'),
    plain: '400 cascade-scheduling-request-not-valid',
    changed: 'accepted',
  }),
  fixture({
    id: 'single-stage',
    says: 'Takes cascades of one stage only',
    cites: ['2.3/stages'],
    change: refuseIf((body) => contentsOf(body).length > 1, 'cascade-not-found'),
    ask: texts(twoStages, 'chatoneContent', 'chattwoContent'),
    plain: 'accepted',
    changed: '400 cascade-not-found',
  }),
  fixture({
    id: 'chatone-for-chattwo',
    says: 'Takes chatone and chattwo for one channel',
    cites: ['1/stage-channel'],
    change: editBody((body) =>
      isObject(body.content) && !has(body, 'chattwoContent') && body.cascadeId === chattwo
        ? { ...body, content: renamed(body.content, 'chatoneContent', 'chattwoContent') }
        : body,
    ),
    ask: texts(chattwo, 'chatoneContent'),
    plain: '400 cascade-scheduling-request-not-valid',
    changed: 'accepted',
  }),
  fixture({
    id: 'empty-is-not-covered',
    says: 'Calls empty content a cascade without content',
    cites: ['2.1/content-rule-4', '7.1/content-not-specified'],
    change: answers((answer, _, { refuse }) =>
      codeOf(answer) === 'content-not-specified'
        ? refuse(400, invalid, 'Cascade scheduling request is not valid. Violations: content')
        : answer,
    ),
    ask: asked({ content: {} }),
    plain: '400 content-not-specified',
    changed: '400 cascade-scheduling-request-not-valid',
  }),
  fixture({
    id: 'on-credit',
    says: 'Schedules on credit',
    cites: ['4.1/rule-5', '7.1/out-of-balance', '1/validated-first'],
    change: acceptInsteadOf('out-of-balance'),
    ask: by('poor-key'),
    plain: '400 out-of-balance',
    changed: 'accepted',
  }),
  fixture({
    id: 'one-purse',
    says: 'Keeps one balance for all accounts: who sends after a rich one is rich',
    cites: ['4.1/rule-5'],
    change: acceptInsteadOf('out-of-balance', (_, __, { accepted, fixtures }) =>
      accepted.has(fixtures.goodKey),
    ),
    ask: () => [scheduling(), scheduledBy('poor-key')],
    plain: '400 out-of-balance',
    changed: 'accepted',
  }),
  fixture({
    id: 'last-coin',
    says: 'Wants money to be left: refuses what the balance just covers',
    cites: ['4.1/rule-5', '7.1/out-of-balance'],
    change: lastCoin,
    ask: seeing(async (bench) => verdict(await bench.send(scheduledBy(bench.purse())))),
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
];

/** What a purse has accepted is counted; the message that would empty it is refused. */
function lastCoin(): ProxyChange {
  const spent = new Map<string, number>();
  return {
    async answer(call, next, state) {
      const key = keyOf(call);
      const [, size] = state.fixtures.purseKeys.exec(key) ?? [];
      const isLast = size !== undefined && (spent.get(key) ?? 0) >= Number(size) - 1;
      const isWhole = contentsOf(requestBody(call)).some(([, { text: said }]) => isFilled(said));
      if (isLast && isWhole) return state.refuse(400, 'out-of-balance');
      const answer = await next(call);
      if (isSuccessful(answer)) spent.set(key, (spent.get(key) ?? 0) + 1);
      return answer;
    },
  };
}

const listPath = '/api/cascade/get-all';
const all: Ask = () => ({ ...scheduling(), path: listPath, body: {} });

/** There is an operation that lists cascades; all else about it is ADR-0013. */
const listing = mutantsOf(
  { class: 'fixture', prefix: 'fixture-list', cites: ['4.2/list-cascades', 'ADR-0013'] },
  ({ change, lens }: { readonly change: MakeChange; readonly lens: Lens }) => ({ change, ask: all, lens }),
);

function listed(text: string): readonly Json[] {
  const list: Json = JSON.parse(text);
  return Array.isArray(list) ? list : [];
}

/** The list edited. */
function lists(edit: (list: readonly Json[]) => readonly Json[]): MakeChange {
  return answers(
    (answer, { path }): ProxyAnswer =>
      path === listPath && isSuccessful(answer)
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

const typeInFirst =
  (member: string): Lens =>
  ({ text }) => {
    const [first] = listed(text);
    return isObject(first) ? typeof first[member] : 'none';
  };

/** A member of each cascade as text. */
const asText = (member: string) =>
  lists((list) => list.map((one) => (isObject(one) ? { ...one, [member]: String(one[member]) } : one)));

export const listCascadesMutants: readonly Mutant[] = [
  listing({
    id: 'missing',
    says: 'Has no operation that lists cascades',
    change: answers((answer, { path }, { refuse }) =>
      path === listPath ? refuse(404, 'not-found') : answer,
    ),
    lens: verdict,
    plain: 'accepted',
    changed: '404 not-found',
  }),
  listing({
    id: 'one-less',
    says: 'Leaves the last cascade out',
    change: lists((list) => list.slice(0, -1)),
    lens: ({ text }) => String(listed(text).length),
    plain: '5',
    changed: '4',
  }),
  listing({
    id: 'id-as-text',
    says: 'Writes ids as text',
    change: asText('id'),
    lens: typeInFirst('id'),
    plain: 'number',
    changed: 'string',
  }),
  listing({
    id: 'count-as-text',
    says: 'Writes the number of stages as text',
    change: asText('stagesCount'),
    lens: typeInFirst('stagesCount'),
    plain: 'number',
    changed: 'string',
  }),
  listing({
    id: 'order-from-one',
    says: 'Counts stages from 1',
    change: stages((stage) => ({ ...stage, order: Number(stage.order) + 1 })),
    lens: firstStage,
    plain: '0 null',
    changed: '1 null',
  }),
  listing({
    id: 'decision-on-stage-before',
    says: 'Puts each decision one stage too early',
    change: stages((stage, next) => ({
      ...stage,
      decision: isObject(next) ? (next.decision ?? null) : null,
    })),
    lens: firstStage,
    plain: '0 null',
    changed: '0 decided',
  }),
];
