import { setTimeout as delay } from 'node:timers/promises';
import type { KnownUndeliveredReason } from '@cascade/types';
import { goesOnWithStages, withOneId } from './catalogue/callbacks.ts';
import { utf16Limits } from './catalogue/counting.ts';
import {
  purseAfter,
  refusedThenSent,
  refusesUnreachable,
  reservation,
  reservesFirstStage,
  usedByRefusal,
} from './catalogue/requests-and-money.ts';
import {
  acceptances,
  answers,
  anyEvent,
  callbacks,
  contentsOf,
  details,
  dropped,
  editContents,
  events,
  hasReason,
  itemsOf,
  lengthOf,
  problemBodies,
  problems,
  recoded,
  refuseContent,
  refuseIf,
  someContent,
} from './changes.ts';
import type { Control, MakeChange, ProxyChange } from './mutant.ts';
import { controlsOf } from './mutant.ts';
import { keyOf } from './proxy/provider-state.ts';
import {
  codeOf,
  isScheduling,
  isSuccessful,
  type JsonObject,
  readObject,
  registrationPath,
  requestBody,
  withAnswerBody,
  without,
} from './proxy/wire.ts';
import {
  asked,
  buttons,
  chat,
  document,
  image,
  listenerMessage,
  picker,
  provoking,
  scheduledBy,
  scheduling,
  sms,
  textContent,
  texts,
  twoStages,
} from './witness/requests.ts';
import {
  type Ask,
  header,
  inDetail,
  jsonBodyOf,
  type Lens,
  member,
  type SeenCallback,
  seeing,
  statusAndReason,
  timing,
  verdict,
  written,
} from './witness/witness.ts';

const control = controlsOf();

const invalid = 'cascade-scheduling-request-is-not-valid';
const malformed = 'matched-template-not-found';
const refused = asked({ content: {} });
const good = asked();
const unknownKey = asked({}, { 'x-api-key': 'no-such-key' });
const broken: Ask = () => ({ ...scheduling(), body: '{"requestId":' });
const missing = texts(twoStages, 'chatoneContent');
const both = texts(twoStages, 'chatoneContent', 'smsContent');
const status: Lens = ({ status: shown }) => String(shown);
const type = header('content-type');

/** Problems with a media type. */
function typed(mediaType: string): MakeChange {
  return problems((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': mediaType } }));
}

/** A success with another status, without body. */
const succeeding = (shown: number) =>
  acceptances(() => ({ status: shown, headers: {}, body: Buffer.alloc(0) }));

/** Problems of this code without a header. */
const lacking = (unwanted: string, code: string) =>
  problems((answer) => ({ ...answer, headers: omit(answer.headers, unwanted) }), code);

/** Text and contentType are both missing: which of the two is told first is left open (ADR-0009). */
const isTwice = (body: JsonObject) =>
  contentsOf(body).some(([, { text: said, contentType }]) => said === '' && contentType === undefined);

/** A name and a title that are too long, in two channels of a cascade. */
const tooLongName = 'attachmentName-is-too-long';
const tooLongTitle = 'template-parameter-is-not-valid';
const chatoneContent = document({ attachmentName: 'n'.repeat(71) });
const chattwoContent = picker([{ title: 't'.repeat(25) }]);
const twoLimits = asked({ cascadeId: twoStages, content: { chatoneContent, chattwoContent } });
const hasLongTitle = someContent((content) => itemsOf(content).some(({ title }) => lengthOf(title) > 24));

/** An account without money may repeat a message to an address that had one. */
function payingBack(): ProxyChange {
  const paid = new Set<string>();
  return {
    async answer(call, next, state) {
      const answer = await next(call);
      const { subscriberFilter } = requestBody(call);
      const to = `${keyOf(call)} ${written(subscriberFilter)}`;
      if (isScheduling(call) && isSuccessful(answer)) paid.add(to);
      return codeOf(answer) === 'out-of-balance' && paid.has(to) ? state.accept(call) : answer;
    },
  };
}

/** How late an answer is, and a callback, in milliseconds; less than the verifier waits for them. */
const late = { answer: 1_500, callback: 2_000 };

/** Takes no connection for a while after a restart. */
function slowToStart(): ProxyChange {
  let left = 0;
  return {
    restart() {
      left = 3;
    },
    async answer(call, next) {
      left -= 1;
      return left < 0 ? next(call) : { status: 502, headers: {}, body: Buffer.alloc(0), manner: 'hang-up' };
    },
  };
}

/** Other answers that the source allows. */
const answerControls: readonly Control[] = [
  control({
    id: 'other-spelling',
    says: 'Spells the title as the code is listed',
    because: '§7.1 note',
    change: problemBodies((body) => ({ ...body, title: invalid }), invalid),
    ask: missing,
    lens: member('title'),
    plain: '"cascade-scheduling-request-not-valid"',
    changed: '"cascade-scheduling-request-is-not-valid"',
  }),
  control({
    id: 'plain-json',
    says: 'Sends problems as application/json',
    because: '§2.4 shows no media type (ADR-0002)',
    change: typed('application/json'),
    ask: refused,
    lens: type,
    plain: 'application/problem+json',
    changed: 'application/json',
  }),
  control({
    id: 'charset',
    says: 'Names the charset of a problem',
    because: 'RFC 9110 §8.3',
    change: typed('application/problem+json; charset=utf-8'),
    ask: refused,
    lens: type,
    plain: 'application/problem+json',
    changed: 'application/problem+json; charset=utf-8',
  }),
  control({
    id: 'more-in-problems',
    says: 'Has more members in a problem',
    because: 'RFC 9457 §3.2',
    change: problemBodies((body) => ({
      type: 'about:blank',
      ...body,
      instance: '/requests/1',
      timestamp: 0,
    })),
    ask: refused,
    lens: member('instance'),
    plain: '(absent)',
    changed: '"/requests/1"',
  }),
  control({
    id: 'more-in-success',
    says: 'Has more members in a success',
    because: '§4.1: not shown',
    change: acceptances((answer) => withAnswerBody(answer, { ...readObject(answer.body), messageId: 1 })),
    ask: good,
    lens: member('messageId'),
    plain: '(absent)',
    changed: '1',
  }),
  control({
    id: 'created',
    says: 'Answers 201 with an id',
    because: '§4.1: not shown',
    change: acceptances((answer) => withAnswerBody({ ...answer, status: 201 }, { id: 7 })),
    ask: good,
    lens: status,
    plain: '200',
    changed: '201',
  }),
  control({
    id: 'taken',
    says: 'Answers 202 without a body',
    because: '§4.1: not shown',
    change: succeeding(202),
    ask: good,
    lens: status,
    plain: '200',
    changed: '202',
  }),
  control({
    id: 'no-content',
    says: 'Answers 204',
    because: '§4.1: not shown',
    change: succeeding(204),
    ask: good,
    lens: status,
    plain: '200',
    changed: '204',
  }),
  control({
    id: 'header-case',
    says: 'Writes header names in capitals',
    because: 'RFC 9110 §5.1',
    change: answers((answer) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
    ask: refused,
    lens: ({ writtenNames }) => (writtenNames.includes('CONTENT-TYPE') ? 'capitals' : 'small'),
    plain: 'small',
    changed: 'capitals',
  }),
  control({
    id: 'chunked',
    says: 'Sends answers in chunks',
    because: 'RFC 9112 §7.1',
    change: answers((answer) => ({ ...answer, manner: 'chunked' })),
    ask: refused,
    lens: header('transfer-encoding'),
    plain: '(absent)',
    changed: 'chunked',
  }),
  control({
    id: 'malformed-500',
    says: 'Answers system-error to a malformed request',
    because: '§7.1 system-error',
    change: problems(
      (answer) => withAnswerBody({ ...answer, status: 500 }, { title: 'system-error', status: 500 }),
      malformed,
    ),
    ask: broken,
    plain: '400 matched-template-not-found',
    changed: '500 system-error',
  }),
  control({
    id: 'older-code',
    says: 'Has the older code where content is only missing',
    because: '§7.1, §7.3 (ADR-0004)',
    change: problems((answer, body) => {
      const isSurplus = String(body.detail).includes('stage was not found');
      const title = "request-doesn't-contain-content-for-all-cascade-stages";
      return isSurplus ? answer : withAnswerBody(answer, { title, status: 400 });
    }, invalid),
    ask: missing,
    plain: '400 cascade-scheduling-request-not-valid',
    changed: "400 request-doesn't-contain-content-for-all-cascade-stages",
  }),
  control({
    id: 'unlisted-code',
    says: 'Has its own code for a body whose media type is not JSON',
    because: '§7: the list can grow',
    change: problemBodies((body) => ({ ...body, title: 'media-type-not-taken' }), 'unsupported-media-type'),
    ask: asked({}, { 'content-type': 'text/plain' }),
    plain: '415 unsupported-media-type',
    changed: '415 media-type-not-taken',
  }),
  control({
    id: 'order-within-rule-3',
    says: 'Looks at text before contentType',
    because: '§4.1 orders the five rules only (ADR-0009)',
    change: recoded('contentType-not-specified', 400, 'text-not-specified', (call) =>
      isTwice(requestBody(call)),
    ),
    ask: sms({ text: '' }),
    plain: '400 contentType-not-specified',
    changed: '400 text-not-specified',
  }),
  control({
    id: 'key-before-url',
    says: 'Looks at the key before URL and method',
    because: 'nothing orders 401, 404 and 405 (ADR-0010)',
    change: answers((answer, call, { refuse }) =>
      answer.status === 404 && keyOf(call) === '' ? refuse(401, 'auth-error') : answer,
    ),
    ask: () => ({ method: 'POST', path: '/api/nowhere' }),
    plain: '404 not-found',
    changed: '401 auth-error',
  }),
  control({
    id: 'no-allow',
    says: 'Leaves Allow out of 405',
    because: 'RFC 9110 §15.5.6 asks for it, the source does not (ADR-0010)',
    change: lacking('allow', 'method-not-allowed'),
    ask: () => ({ ...scheduling(), method: 'DELETE' }),
    lens: header('allow'),
    plain: 'POST',
    changed: '(absent)',
  }),
  control({
    id: 'challenge',
    says: 'Leaves WWW-Authenticate out of 401',
    because: 'RFC 9110 §11.6.1 asks for it, the source does not (ADR-0042)',
    change: lacking('www-authenticate', 'auth-error'),
    ask: unknownKey,
    lens: header('www-authenticate'),
    plain: 'ApiKey',
    changed: '(absent)',
  }),
  control({
    id: 'separator',
    says: 'Writes no blank after the semicolon between violations',
    because: '§7.3: separated by semicolons (ADR-0005)',
    change: details((detail) => detail.replaceAll(']; the', '];the'), invalid),
    ask: both,
    lens: inDetail(/\](.*?)the /),
    plain: '; ',
    changed: ';',
  }),
  control({
    id: 'other-detail',
    says: 'Explains a malformed request in other words',
    because: '§7.3 fixes the text of violations only (ADR-0008)',
    change: problemBodies((body) => ({ ...body, detail: 'The request body could not be read.' }), malformed),
    ask: broken,
    lens: inDetail(/^(\w+ \w+)/),
    plain: 'the body',
    changed: 'The request',
  }),
  control({
    id: 'more-detail',
    says: 'Explains problems that have no comment',
    because: '§2.4',
    change: problemBodies((body) => ({ detail: 'See the manual.', ...body })),
    ask: unknownKey,
    lens: member('detail'),
    plain: '(absent)',
    changed: '"See the manual."',
  }),
  control({
    id: 'comment-elsewhere',
    says: 'Carries the comment in a member of its own',
    because: '§7.1 does not say where (ADR-0006)',
    change: problemBodies(
      (body) => ({ ...without(body, 'detail'), comment: body.detail ?? null }),
      'button-validation-error',
    ),
    ask: chat(buttons('PHONE', 'PHONE')),
    lens: member('comment'),
    plain: '(absent)',
    changed: '"Too many PHONE buttons, maximum is 1"',
  }),
  control({
    id: 'written-json',
    says: 'Writes JSON with blanks and escapes',
    because: 'RFC 8259 §2, §7',
    change: problems((answer, body) => ({
      ...answer,
      body: Buffer.from(JSON.stringify(body, undefined, 2).replaceAll('not', 'n\\u006ft')),
    })),
    ask: refused,
    lens: ({ text: said }) => String(said.split('\n').length),
    plain: '1',
    changed: '5',
  }),
  control({
    id: 'more-after-comment',
    says: 'Says more after the comment of the marketing route',
    because: '§7.1 fixes the comment (ADR-0006)',
    change: details((detail) => `${detail}; it is absent or false`, 'mm-api-options-invalid-combination'),
    ask: chat(textContent({ messageActivitySharing: true })),
    lens: inDetail(/=false(.*)/),
    plain: '',
    changed: '; it is absent or false',
  }),
  control({
    id: 'digits-elsewhere',
    says: 'Writes the cascade id without a separator outside the violations',
    because: '§7.3 rule 2 is about the text of violations',
    change: problemBodies(
      (body, call) => ({ ...body, detail: `cascade ${written(requestBody(call).cascadeId)}` }),
      'cascade-not-found',
    ),
    ask: asked({ cascadeId: 4_040_404 }),
    lens: inDetail(/^(.*?4040404)/),
    plain: '/cascadeId: 4040404',
    changed: 'cascade 4040404',
  }),
  control({
    id: 'order-of-channels',
    says: 'Of two contents that break a limit names the last one',
    because: '§4.1 orders the five rules only (ADR-0009)',
    change: recoded(tooLongName, 400, tooLongTitle, (call) => hasLongTitle(requestBody(call))),
    ask: twoLimits,
    plain: '400 attachmentName-is-too-long',
    changed: '400 template-parameter-is-not-valid',
  }),
  ...utf16Limits.map(({ name, sees, code, content }) =>
    control({
      id: `${name}-utf-16`,
      says: `Counts UTF-16 units: ${name}`,
      because: '§8 does not say what a character is (ADR-0023)',
      change: refuseContent(sees, code),
      ask: chat(content),
      plain: 'accepted',
      changed: `400 ${code}`,
    }),
  ),
  control({
    id: 'refusal-uses-id',
    says: 'Remembers the ids of refused requests, too',
    because: '§2.1 does not say what becomes of them (ADR-0007)',
    change: usedByRefusal,
    ask: refusedThenSent,
    plain: 'accepted',
    changed: '400 requestId-is-not-unique',
  }),
  control({
    id: 'first-stage-alone',
    says: 'Reserves the price of the first stage alone',
    because: '§4.1 rule 5 does not say what a message costs (ADR-0012)',
    change: reservesFirstStage,
    ask: reservation,
    plain: '400 out-of-balance',
    changed: 'accepted',
  }),
  control({
    id: 'money-back',
    says: 'Pays back what a repeated message to one address cost',
    because: '§1 does not say what a duplicate costs (ADR-0012)',
    change: payingBack,
    ask: purseAfter(scheduledBy),
    plain: '400 out-of-balance',
    changed: 'accepted',
  }),
  control({
    id: 'unreachable-refused',
    says: 'Refuses at once what it knows that a subscriber will not get',
    because: '§6 and §7.4 do not say when that is known',
    change: refusesUnreachable(400, 'subscriber-unreachable'),
    ask: () => provoking('spam-rate-limit-hit'),
    plain: 'accepted',
    changed: '400 subscriber-unreachable',
  }),
  control({
    id: 'null-as-absent',
    says: 'Takes null for a field that may be left out',
    because: '§2.2 does not speak of null (ADR-0045)',
    change: editContents((content) =>
      content.contentType === 'IMAGE' && content.caption === null ? without(content, 'caption') : content,
    ),
    ask: chat(image({ caption: null })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  control({
    id: 'cascade-id-of-32-bits',
    says: 'Takes a cascadeId above 32 bits for malformed',
    because: '§2.1 does not say how large one is',
    change: recoded(
      'cascade-not-found',
      400,
      malformed,
      (call) => Number(requestBody(call).cascadeId) > 2 ** 31 - 1,
    ),
    ask: asked({ cascadeId: 2 ** 31 }),
    plain: '400 cascade-not-found',
    changed: '400 matched-template-not-found',
  }),
  control({
    id: 'body-of-30-kilobytes',
    says: 'Refuses a body of more than 30 kilobytes',
    because: 'no limit is shown (ADR-0011)',
    change: refuseIf((_, { body }) => body.length > 30_000, 'payload-too-large', undefined, 413),
    ask: () => ({
      ...scheduling(),
      body: `{${' '.repeat(30_000)}${JSON.stringify(scheduling().body).slice(1)}`,
    }),
    plain: 'accepted',
    changed: '413 payload-too-large',
  }),
  control({
    id: 'restart-takes-time',
    says: 'Takes no connection for a while after a restart',
    because: 'no time is promised',
    change: slowToStart,
    ask: seeing(async (bench) => {
      bench.restart();
      return verdict(await bench.send(scheduling()));
    }),
    plain: 'accepted',
    changed: 'hung up',
  }),
  control({
    id: 'slow',
    says: 'Takes its time over an answer',
    because: 'no time is promised',
    change: answers((answer) => delay(late.answer, answer)),
    ask: timing(async (bench) => {
      const began = performance.now();
      await bench.send(scheduling({ content: {} }));
      return performance.now() - began < 0.9 * late.answer ? 'at once' : 'after a while';
    }),
    plain: 'at once',
    changed: 'after a while',
  }),
];

/** Seen in the last callbacks of a message with this reason. */
const heard = controlsOf(
  ({
    change,
    reason,
    look,
  }: {
    readonly change: MakeChange;
    readonly reason: KnownUndeliveredReason;
    readonly look: (last: SeenCallback, all: readonly SeenCallback[]) => string;
  }) => ({
    change,
    ask: seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking(reason), { status: 'UNDELIVERED' });
      const undelivered = all.filter((one) => jsonBodyOf(one).status === 'UNDELIVERED');
      return undelivered[0] === undefined ? 'nothing' : look(undelivered[0], undelivered);
    }),
  }),
);

/** Other callbacks that the source allows. */
const callbackControls: readonly Control[] = [
  heard({
    id: 'callback-twice',
    says: 'Calls twice with the same id',
    because: '§6 promises no number (ADR-0018: at least once)',
    change: () => ({
      deliver: async (callback, next) => Math.max(await next(callback), await next(callback)),
    }),
    reason: 'spam-rate-limit-hit',
    look: (_, all) => String(all.length),
    plain: '1',
    changed: '2',
  }),
  heard({
    id: 'callback-more',
    says: 'Has more members in a callback',
    because: '§6: not shown',
    change: events(anyEvent, (event) => ({ ...event, operator: 'example' })),
    reason: 'spam-rate-limit-hit',
    look: (last) => String(jsonBodyOf(last).operator),
    plain: 'undefined',
    changed: 'example',
  }),
  heard({
    id: 'callback-headers',
    says: 'Has more headers in a callback',
    because: '§6: not shown',
    change: callbacks(anyEvent, (one) => ({ ...one, headers: { ...one.headers, 'x-provider': 'example' } })),
    reason: 'spam-rate-limit-hit',
    look: ({ headers }) => String(headers['x-provider']),
    plain: 'undefined',
    changed: 'example',
  }),
  heard({
    id: 'other-spelling-of-reason',
    says: 'Spells the reason not-template-match',
    because: '§7.4',
    change: events(hasReason('no-template-match'), (event) => ({ ...event, error: 'not-template-match' })),
    reason: 'no-template-match',
    look: statusAndReason,
    plain: 'UNDELIVERED no-template-match',
    changed: 'UNDELIVERED not-template-match',
  }),
  control({
    id: 'one-webhook-id',
    says: 'Has one webhook-id for all callbacks',
    because: '§6: not shown (ADR-0018)',
    change: withOneId,
    ask: seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      const ids = new Set(all.map(({ headers }) => headers['webhook-id']));
      return ids.size === all.length ? 'ids' : 'one id';
    }),
    plain: 'ids',
    changed: 'one id',
  }),
  control({
    id: 'later-stages',
    says: 'Begins the next stage although one has delivered',
    because: '§1: not shown (ADR-0019)',
    change: goesOnWithStages,
    ask: seeing(async (bench) => {
      const all = await bench.callbacksOf(listenerMessage(), { status: 'DELIVERED' });
      return `${new Set(all.map((one) => written(jsonBodyOf(one).cascadeStageUUID))).size} stages`;
    }),
    plain: '1 stages',
    changed: '2 stages',
  }),
  control({
    id: 'other-statuses',
    says: 'Reports no status but DELIVERED and UNDELIVERED',
    because: '§3: other statuses are not shown',
    change: dropped(({ status }) => !['DELIVERED', 'UNDELIVERED'].includes(String(status))),
    ask: seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      return all.some((one) => jsonBodyOf(one).status !== 'UNDELIVERED') ? 'more' : 'one';
    }),
    plain: 'more',
    changed: 'one',
  }),
  control({
    id: 'registration-without-body',
    says: 'Answers 204 to each registration',
    because: '§6: registration is not shown (ADR-0014)',
    change: answers((answer, { path }) =>
      path === registrationPath && isSuccessful(answer)
        ? { status: 204, headers: {}, body: Buffer.alloc(0) }
        : answer,
    ),
    ask: seeing(async (bench) => {
      const body = { statusCallbackUrl: bench.address() };
      return String((await bench.send({ ...scheduling(), path: registrationPath, body })).status);
    }),
    plain: '200',
    changed: '204',
  }),
  control({
    id: 'callback-late',
    says: 'Calls back late',
    because: '§1: timing is not shown',
    change: () => ({
      async deliver(callback, next) {
        if (callback.event.status === 'DELIVERED') await delay(late.callback);
        return next(callback);
      },
    }),
    ask: timing(async (bench) => {
      const all = await bench.callbacksOf(listenerMessage(), { status: 'DELIVERED' });
      const last = all.find((one) => jsonBodyOf(one).status === 'DELIVERED');
      const lag = (last?.at ?? Number.NaN) - Date.parse(String(last && jsonBodyOf(last).statusAt));
      return lag < 0.9 * late.callback ? 'soon' : 'late';
    }),
    plain: 'soon',
    changed: 'late',
  }),
];

function omit(headers: Readonly<Record<string, string>>, unwanted: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== unwanted));
}

/** All variations that must stay green. */
export const controls: readonly Control[] = [...answerControls, ...callbackControls];
