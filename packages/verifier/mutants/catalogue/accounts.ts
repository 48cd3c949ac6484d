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
  auth`missing-key-accepted: Lets a request without a key in [5/missing-key, 4.1/header-x-api-key]
    ${letIn((key) => key === '')} ${withoutKey} 401 auth-error → accepted`,
  auth`wrong-key-accepted: Wants a key, and looks no further [5/wrong-key]
    ${letIn((key, { fixtures: { expiredKey, poorKey } }) => !['', expiredKey, poorKey].includes(key))}
    ${by('no-such-key')} 401 auth-error → accepted`,
  auth`expired-key-accepted: Does not look at the expiry of a key [5/expired-key]
    ${letIn((key, { fixtures }) => key === fixtures.expiredKey)}
    ${by('demo-key-expired')} 401 auth-error → accepted`,
  auth`key-by-prefix: Compares keys only as far as the known one goes [5/wrong-key]
    ${letIn((key, { fixtures: { goodKey, expiredKey } }) => key.startsWith(goodKey) && key !== expiredKey)}
    ${by('demo-keyring')} 401 auth-error → accepted`,
  auth`key-without-case: Compares keys without regard to case [5/wrong-key]
    ${letIn((key, { fixtures }) => key.toLowerCase() === fixtures.goodKey.toLowerCase())}
    ${by('DEMO-KEY')} 401 auth-error → accepted`,
  auth`once-in-always-in: After an accepted request lets those without a key in [5/every-request]
    ${letIn((key, { accepted }) => key === '' && accepted.size > 0)}
    ${() => [scheduling(), withoutKey()]} 401 auth-error → accepted`,
  auth`other-header: Reads the key from Authorization alone [4.1/header-x-api-key, 5/every-request]
    ${rewrite((call) => withHeader(call, 'x-api-key', call.headers.authorization ?? ''))}
    ${asked()} accepted → 401 auth-error`,
  auth`header-name-with-case: Knows the header only in lower case (RFC 9110 §5.1) [4.1/header-x-api-key]
    ${rewrite((call) => (call.writtenNames.includes('x-api-key') ? call : withHeader(call, 'x-api-key', '')))}
    ${() => withoutKey({ 'X-Api-Key': 'demo-key' })} accepted → 401 auth-error`,
  auth`missing-key-is-malformed: Takes the missing header for a malformed request [5/missing-key]
    ${recoded('auth-error', 400, 'matched-template-not-found', (call) => keyOf(call) === '')}
    ${withoutKey} 401 auth-error → 400 matched-template-not-found`,
  auth`expired-key-forbidden: Tells an expired key from a wrong one: 403 key-expired [5/expired-key]
    ${recoded('auth-error', 403, 'key-expired', (call, state) => keyOf(call) === state.fixtures.expiredKey)}
    ${by('demo-key-expired')} 401 auth-error → 403 key-expired`,
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
  fixture`any-cascade: Accepts a cascade that no account has [2.1/cascadeId-of-account, 4.1/rule-2, 7.1/cascade-not-found]
    ${acceptInsteadOf('cascade-not-found')} ${asked({ cascadeId: 404_404 })} 400 cascade-not-found → accepted`,
  fixture`foreign-cascade: Takes the cascade of another account [2.1/cascadeId-of-account, 1/cascade]
    ${acceptInsteadOf(
      'cascade-not-found',
      ({ cascadeId }, _, { cascades }) => typeof cascadeId === 'number' && cascades.has(cascadeId),
    )}
    ${() => [scheduledBy('other-key', foreign), scheduling(foreign)]} 400 cascade-not-found → accepted`,
  fixture`small-cascade-id: Reads 16 bits of a cascadeId [2.3/id, 2.1/cascadeId]
    ${editBody(coerced('cascadeId', (id) => (typeof id === 'number' ? id % 65_536 : id)))}
    ${texts(threeStages, 'chattwoContent', 'chatoneContent', 'smsContent')} accepted → 400 cascade-not-found`,
  fixture`unknown-cascade-coverage: Calls an unknown cascade 404 not-found [7.1/cascade-not-found, 2.1/cascadeId-of-account]
    ${recoded('cascade-not-found', 404, 'not-found')}
    ${asked({ cascadeId: 404_404 })} 400 cascade-not-found → 404 not-found`,
  fixture`missing-content: Takes content that lacks a stage [2.1/content-rule-3, 2.1/content-rule-1]
    ${acceptInsteadOf(code, (_, problem) => missing(problem) > 0 && surplus(problem) === 0)}
    ${texts(twoStages, 'chatoneContent')} 400 cascade-scheduling-request-not-valid → accepted`,
  fixture`missing-content-older: Takes content that lacks a stage, where the older check is on [7.1/request-doesnt-contain-content-for-all-cascade-stages, 2.1/content-rule-3]
    ${acceptInsteadOf("request-doesn't-contain-content-for-all-cascade-stages")}
    ${asked({ cascadeId: olderCheck })} 400 request-doesn't-contain-content-for-all-cascade-stages → accepted`,
  fixture`surplus-content: Passes over content without a stage [2.1/content-rule-2]
    ${acceptInsteadOf(code, (_, problem) => missing(problem) === 0)}
    ${asked({ content: { smsContent: textContent(), chattwoContent: textContent() } })} 400 cascade-scheduling-request-not-valid → accepted`,
  fixture`any-channel: Takes the content of another channel for the stage [1/stage-channel, 2.1/content-rule-1]
    ${acceptInsteadOf(code, (_, problem) => missing(problem) > 0 && missing(problem) === surplus(problem))}
    ${asked({ content: { chattwoContent: textContent() } })} 400 cascade-scheduling-request-not-valid → accepted`,
  fixture`one-for-all: Takes one content object for all stages [2.1/content-rule-1]
    ${acceptInsteadOf(code, (body, problem) => contentsOf(body).length === 1 && surplus(problem) === 0)}
    ${texts(threeStages, 'smsContent')} 400 cascade-scheduling-request-not-valid → accepted`,
  fixture`first-stage: Asks for the content of the first stage only [2.3/stages, 1/cascade]
    ${acceptInsteadOf(
      code,
      (body, problem) => has(body, 'chattwoContent') && missing(problem) > 0 && surplus(problem) === 0,
    )}
    ${texts(threeStages, 'chattwoContent')} 400 cascade-scheduling-request-not-valid → accepted`,
  fixture`single-stage: Takes cascades of one stage only [2.3/stages]
    ${refuseIf((body) => contentsOf(body).length > 1, 'cascade-not-found')}
    ${texts(twoStages, 'chatoneContent', 'chattwoContent')} accepted → 400 cascade-not-found`,
  fixture`chatone-for-chattwo: Takes chatone and chattwo for one channel [1/stage-channel]
    ${editBody((body) =>
      isObject(body.content) && !has(body, 'chattwoContent') && body.cascadeId === chattwo
        ? { ...body, content: renamed(body.content, 'chatoneContent', 'chattwoContent') }
        : body,
    )}
    ${texts(chattwo, 'chatoneContent')} 400 cascade-scheduling-request-not-valid → accepted`,
  fixture`empty-is-not-covered: Calls empty content a cascade without content [2.1/content-rule-4, 7.1/content-not-specified]
    ${answers((answer, _, { refuse }) =>
      codeOf(answer) === 'content-not-specified'
        ? refuse(400, invalid, 'Cascade scheduling request is not valid. Violations: content')
        : answer,
    )}
    ${asked({ content: {} })} 400 content-not-specified → 400 cascade-scheduling-request-not-valid`,
  fixture`on-credit: Schedules on credit [4.1/rule-5, 7.1/out-of-balance, 1/validated-first]
    ${acceptInsteadOf('out-of-balance')} ${by('poor-key')} 400 out-of-balance → accepted`,
  fixture`one-purse: Keeps one balance for all accounts: who sends after a rich one is rich [4.1/rule-5]
    ${acceptInsteadOf('out-of-balance', (_, __, { accepted, fixtures }) => accepted.has(fixtures.goodKey))}
    ${() => [scheduling(), scheduledBy('poor-key')]} 400 out-of-balance → accepted`,
  fixture`last-coin: Wants money to be left: refuses what the balance just covers [4.1/rule-5, 7.1/out-of-balance]
    ${lastCoin}
    ${seeing(async (bench) => verdict(await bench.send(scheduledBy(bench.purse()))))} accepted → 400 out-of-balance`,
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
  { class: 'fixture', prefix: 'fixture-list', cites: '4.2/list-cascades, ADR-0013' },
  (change: MakeChange, lens: Lens) => [change, all, lens],
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
  listing`missing: Has no operation that lists cascades
    ${answers((answer, { path }, { refuse }) => (path === listPath ? refuse(404, 'not-found') : answer))}
    ${verdict} accepted → 404 not-found`,
  listing`one-less: Leaves the last cascade out
    ${lists((list) => list.slice(0, -1))} ${({ text }) => String(listed(text).length)} 5 → 4`,
  listing`id-as-text: Writes ids as text
    ${asText('id')} ${typeInFirst('id')} number → string`,
  listing`count-as-text: Writes the number of stages as text
    ${asText('stagesCount')} ${typeInFirst('stagesCount')} number → string`,
  listing`order-from-one: Counts stages from 1
    ${stages((stage) => ({ ...stage, order: Number(stage.order) + 1 }))} ${firstStage} 0 null → 1 null`,
  listing`decision-on-stage-before: Puts each decision one stage too early
    ${stages((stage, next) => ({ ...stage, decision: isObject(next) ? (next.decision ?? null) : null }))}
    ${firstStage} 0 null → 0 decided`,
];
