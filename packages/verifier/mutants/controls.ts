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
  control`other-spelling: Spells the title as the code is listed [§7.1 note]
    ${problemBodies((body) => ({ ...body, title: invalid }), invalid)} ${missing} ${member('title')}
    "cascade-scheduling-request-not-valid" → "cascade-scheduling-request-is-not-valid"`,
  control`plain-json: Sends problems as application/json [§2.4 shows no media type (ADR-0002)]
    ${typed('application/json')} ${refused} ${type} application/problem+json → application/json`,
  control`charset: Names the charset of a problem [RFC 9110 §8.3]
    ${typed('application/problem+json; charset=utf-8')}
    ${refused} ${type} application/problem+json → application/problem+json; charset=utf-8`,
  control`more-in-problems: Has more members in a problem [RFC 9457 §3.2]
    ${problemBodies((body) => ({ type: 'about:blank', ...body, instance: '/requests/1', timestamp: 0 }))}
    ${refused} ${member('instance')} (absent) → "/requests/1"`,
  control`more-in-success: Has more members in a success [§4.1: not shown]
    ${acceptances((answer) => withAnswerBody(answer, { ...readObject(answer.body), messageId: 1 }))}
    ${good} ${member('messageId')} (absent) → 1`,
  control`created: Answers 201 with an id [§4.1: not shown]
    ${acceptances((answer) => withAnswerBody({ ...answer, status: 201 }, { id: 7 }))} ${good} ${status} 200 → 201`,
  control`taken: Answers 202 without a body [§4.1: not shown] ${succeeding(202)} ${good} ${status} 200 → 202`,
  control`no-content: Answers 204 [§4.1: not shown] ${succeeding(204)} ${good} ${status} 200 → 204`,
  control`header-case: Writes header names in capitals [RFC 9110 §5.1]
    ${answers((answer) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    }))}
    ${refused} ${({ writtenNames }) => (writtenNames.includes('CONTENT-TYPE') ? 'capitals' : 'small')}
    small → capitals`,
  control`chunked: Sends answers in chunks [RFC 9112 §7.1]
    ${answers((answer) => ({ ...answer, manner: 'chunked' }))}
    ${refused} ${header('transfer-encoding')} (absent) → chunked`,
  control`malformed-500: Answers system-error to a malformed request [§7.1 system-error]
    ${problems(
      (answer) => withAnswerBody({ ...answer, status: 500 }, { title: 'system-error', status: 500 }),
      malformed,
    )}
    ${broken} 400 matched-template-not-found → 500 system-error`,
  control`older-code: Has the older code where content is only missing [§7.1, §7.3 (ADR-0004)]
    ${problems((answer, body) => {
      const isSurplus = String(body.detail).includes('stage was not found');
      const title = "request-doesn't-contain-content-for-all-cascade-stages";
      return isSurplus ? answer : withAnswerBody(answer, { title, status: 400 });
    }, invalid)}
    ${missing}
    400 cascade-scheduling-request-not-valid → 400 request-doesn't-contain-content-for-all-cascade-stages`,
  control`unlisted-code: Has its own code for a body whose media type is not JSON [§7: the list can grow]
    ${problemBodies((body) => ({ ...body, title: 'media-type-not-taken' }), 'unsupported-media-type')}
    ${asked({}, { 'content-type': 'text/plain' })} 415 unsupported-media-type → 415 media-type-not-taken`,
  control`order-within-rule-3: Looks at text before contentType [§4.1 orders the five rules only (ADR-0009)]
    ${recoded('contentType-not-specified', 400, 'text-not-specified', (call) => isTwice(requestBody(call)))}
    ${sms({ text: '' })} 400 contentType-not-specified → 400 text-not-specified`,
  control`key-before-url: Looks at the key before URL and method [nothing orders 401, 404 and 405 (ADR-0010)]
    ${answers((answer, call, { refuse }) =>
      answer.status === 404 && keyOf(call) === '' ? refuse(401, 'auth-error') : answer,
    )}
    ${() => ({ method: 'POST', path: '/api/nowhere' })} 404 not-found → 401 auth-error`,
  control`no-allow: Leaves Allow out of 405 [RFC 9110 §15.5.6 asks for it, the source does not (ADR-0010)]
    ${lacking('allow', 'method-not-allowed')}
    ${() => ({ ...scheduling(), method: 'DELETE' })} ${header('allow')} POST → (absent)`,
  control`challenge: Leaves WWW-Authenticate out of 401 [RFC 9110 §11.6.1 asks for it, the source does not (ADR-0042)]
    ${lacking('www-authenticate', 'auth-error')} ${unknownKey} ${header('www-authenticate')} ApiKey → (absent)`,
  control`separator: Writes no blank after the semicolon between violations [§7.3: separated by semicolons (ADR-0005)]
    ${details((detail) => detail.replaceAll(']; the', '];the'), invalid)}
    ${both} ${inDetail(/\](.*?)the /)} «; » → ;`,
  control`other-detail: Explains a malformed request in other words [§7.3 fixes the text of violations only (ADR-0008)]
    ${problemBodies((body) => ({ ...body, detail: 'The request body could not be read.' }), malformed)}
    ${broken} ${inDetail(/^(\w+ \w+)/)} the body → The request`,
  control`more-detail: Explains problems that have no comment [§2.4]
    ${problemBodies((body) => ({ detail: 'See the manual.', ...body }))}
    ${unknownKey} ${member('detail')} (absent) → "See the manual."`,
  control`comment-elsewhere: Carries the comment in a member of its own [§7.1 does not say where (ADR-0006)]
    ${problemBodies(
      (body) => ({ ...without(body, 'detail'), comment: body.detail ?? null }),
      'button-validation-error',
    )}
    ${chat(buttons('PHONE', 'PHONE'))} ${member('comment')} (absent) → "Too many PHONE buttons, maximum is 1"`,
  control`written-json: Writes JSON with blanks and escapes [RFC 8259 §2, §7]
    ${problems((answer, body) => ({
      ...answer,
      body: Buffer.from(JSON.stringify(body, undefined, 2).replaceAll('not', 'n\\u006ft')),
    }))}
    ${refused} ${({ text: said }) => String(said.split('\n').length)} 1 → 5`,
  control`more-after-comment: Says more after the comment of the marketing route [§7.1 fixes the comment (ADR-0006)]
    ${details((detail) => `${detail}; it is absent or false`, 'mm-api-options-invalid-combination')}
    ${chat(textContent({ messageActivitySharing: true }))} ${inDetail(/=false(.*)/)} «» → ; it is absent or false`,
  control`digits-elsewhere: Writes the cascade id without a separator outside the violations [§7.3 rule 2 is about the text of violations]
    ${problemBodies(
      (body, call) => ({ ...body, detail: `cascade ${written(requestBody(call).cascadeId)}` }),
      'cascade-not-found',
    )}
    ${asked({ cascadeId: 4_040_404 })} ${inDetail(/^(.*?4040404)/)} /cascadeId: 4040404 → cascade 4040404`,
  control`order-of-channels: Of two contents that break a limit names the last one [§4.1 orders the five rules only (ADR-0009)]
    ${recoded(tooLongName, 400, tooLongTitle, (call) => hasLongTitle(requestBody(call)))}
    ${twoLimits} 400 attachmentName-is-too-long → 400 template-parameter-is-not-valid`,
  ...utf16Limits.map(({ name, sees, code, content }) =>
    control.row(
      `${name}-utf-16: Counts UTF-16 units: ${name} [§8 does not say what a character is (ADR-0023)]`,
      [refuseContent(sees, code), chat(content)],
      `accepted → 400 ${code}`,
    ),
  ),
  control`refusal-uses-id: Remembers the ids of refused requests, too [§2.1 does not say what becomes of them (ADR-0007)]
    ${usedByRefusal} ${refusedThenSent} accepted → 400 requestId-is-not-unique`,
  control`first-stage-alone: Reserves the price of the first stage alone [§4.1 rule 5 does not say what a message costs (ADR-0012)]
    ${reservesFirstStage} ${reservation} 400 out-of-balance → accepted`,
  control`money-back: Pays back what a repeated message to one address cost [§1 does not say what a duplicate costs (ADR-0012)]
    ${payingBack} ${purseAfter(scheduledBy)} 400 out-of-balance → accepted`,
  control`unreachable-refused: Refuses at once what it knows that a subscriber will not get [§6 and §7.4 do not say when that is known]
    ${refusesUnreachable(400, 'subscriber-unreachable')}
    ${() => provoking('spam-rate-limit-hit')} accepted → 400 subscriber-unreachable`,
  control`null-as-absent: Takes null for a field that may be left out [§2.2 does not speak of null (ADR-0045)]
    ${editContents((content) =>
      content.contentType === 'IMAGE' && content.caption === null ? without(content, 'caption') : content,
    )}
    ${chat(image({ caption: null }))} 400 matched-template-not-found → accepted`,
  control`cascade-id-of-32-bits: Takes a cascadeId above 32 bits for malformed [§2.1 does not say how large one is]
    ${recoded('cascade-not-found', 400, malformed, (call) => Number(requestBody(call).cascadeId) > 2 ** 31 - 1)}
    ${asked({ cascadeId: 2 ** 31 })} 400 cascade-not-found → 400 matched-template-not-found`,
  control`body-of-30-kilobytes: Refuses a body of more than 30 kilobytes [no limit is shown (ADR-0011)]
    ${refuseIf((_, { body }) => body.length > 30_000, 'payload-too-large', undefined, 413)}
    ${() => ({ ...scheduling(), body: `{${' '.repeat(30_000)}${JSON.stringify(scheduling().body).slice(1)}` })}
    accepted → 413 payload-too-large`,
  control`restart-takes-time: Takes no connection for a while after a restart [no time is promised]
    ${slowToStart}
    ${seeing(async (bench) => {
      bench.restart();
      return verdict(await bench.send(scheduling()));
    })}
    accepted → hung up`,
  control`slow: Takes its time over an answer [no time is promised]
    ${answers((answer) => delay(late.answer, answer))}
    ${timing(async (bench) => {
      const began = performance.now();
      await bench.send(scheduling({ content: {} }));
      return performance.now() - began < 0.9 * late.answer ? 'at once' : 'after a while';
    })}
    at once → after a while`,
];

/** Seen in the last callbacks of a message with this reason. */
const heard = controlsOf(
  (
    change: MakeChange,
    reason: KnownUndeliveredReason,
    look: (last: SeenCallback, all: readonly SeenCallback[]) => string,
  ) => [
    change,
    seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking(reason), { status: 'UNDELIVERED' });
      const undelivered = all.filter((one) => jsonBodyOf(one).status === 'UNDELIVERED');
      return undelivered[0] === undefined ? 'nothing' : look(undelivered[0], undelivered);
    }),
  ],
);

/** Other callbacks that the source allows. */
const callbackControls: readonly Control[] = [
  heard`callback-twice: Calls twice with the same id [§6 promises no number (ADR-0018: at least once)]
    ${() => ({ deliver: async (callback, next) => Math.max(await next(callback), await next(callback)) })}
    ${'spam-rate-limit-hit'} ${(_, all) => String(all.length)} 1 → 2`,
  heard`callback-more: Has more members in a callback [§6: not shown]
    ${events(anyEvent, (event) => ({ ...event, operator: 'example' }))}
    ${'spam-rate-limit-hit'} ${(last) => String(jsonBodyOf(last).operator)} undefined → example`,
  heard`callback-headers: Has more headers in a callback [§6: not shown]
    ${callbacks(anyEvent, (one) => ({ ...one, headers: { ...one.headers, 'x-provider': 'example' } }))}
    ${'spam-rate-limit-hit'} ${({ headers }) => String(headers['x-provider'])} undefined → example`,
  heard`other-spelling-of-reason: Spells the reason not-template-match [§7.4]
    ${events(hasReason('no-template-match'), (event) => ({ ...event, error: 'not-template-match' }))}
    ${'no-template-match'} ${statusAndReason} UNDELIVERED no-template-match → UNDELIVERED not-template-match`,
  control`one-webhook-id: Has one webhook-id for all callbacks [§6: not shown (ADR-0018)]
    ${withOneId}
    ${seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      const ids = new Set(all.map(({ headers }) => headers['webhook-id']));
      return ids.size === all.length ? 'ids' : 'one id';
    })}
    ids → one id`,
  control`later-stages: Begins the next stage although one has delivered [§1: not shown (ADR-0019)]
    ${goesOnWithStages}
    ${seeing(async (bench) => {
      const all = await bench.callbacksOf(listenerMessage(), { status: 'DELIVERED' });
      return `${new Set(all.map((one) => written(jsonBodyOf(one).cascadeStageUUID))).size} stages`;
    })}
    1 stages → 2 stages`,
  control`other-statuses: Reports no status but DELIVERED and UNDELIVERED [§3: other statuses are not shown]
    ${dropped(({ status }) => !['DELIVERED', 'UNDELIVERED'].includes(String(status)))}
    ${seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      return all.some((one) => jsonBodyOf(one).status !== 'UNDELIVERED') ? 'more' : 'one';
    })}
    more → one`,
  control`registration-without-body: Answers 204 to each registration [§6: registration is not shown (ADR-0014)]
    ${answers((answer, { path }) =>
      path === registrationPath && isSuccessful(answer)
        ? { status: 204, headers: {}, body: Buffer.alloc(0) }
        : answer,
    )}
    ${seeing(async (bench) => {
      const body = { statusCallbackUrl: bench.address() };
      return String((await bench.send({ ...scheduling(), path: registrationPath, body })).status);
    })}
    200 → 204`,
  control`callback-late: Calls back late [§1: timing is not shown]
    ${() => ({
      async deliver(callback, next) {
        if (callback.event.status === 'DELIVERED') await delay(late.callback);
        return next(callback);
      },
    })}
    ${timing(async (bench) => {
      const all = await bench.callbacksOf(listenerMessage(), { status: 'DELIVERED' });
      const last = all.find((one) => jsonBodyOf(one).status === 'DELIVERED');
      const lag = (last?.at ?? Number.NaN) - Date.parse(String(last && jsonBodyOf(last).statusAt));
      return lag < 0.9 * late.callback ? 'soon' : 'late';
    })}
    soon → late`,
];

function omit(headers: Readonly<Record<string, string>>, unwanted: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== unwanted));
}

/** All variations that must stay green. */
export const controls: readonly Control[] = [...answerControls, ...callbackControls];
