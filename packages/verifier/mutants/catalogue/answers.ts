import { setTimeout as delay } from 'node:timers/promises';
import { answers, details, problemBodies, problems, withStatus } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import type { ProviderState } from '../proxy/provider-state.ts';
import {
  type Call,
  codeOf,
  isObject,
  isScheduling,
  type Json,
  type JsonObject,
  type ProxyAnswer,
  readObject,
  renamed,
  requestBody,
  withAnswerBody,
  without,
} from '../proxy/wire.ts';
import {
  asked,
  buttons,
  chat,
  provocations,
  replies,
  scheduling,
  sms,
  textContent,
  twoStages,
} from '../witness/requests.ts';
import { type Ask, header, jsonBodyOf, member } from '../witness/witness.ts';

const wrongStatus = mutantsOf('status');
const otherCode = mutantsOf({ class: 'catalogue', prefix: 'other-code' });
const unknownCode = mutantsOf({ class: 'catalogue', prefix: 'unknown-code' });

/** For each status of §7.1 a similar, wrong status. */
const otherStatus: Readonly<Record<number, number>> = { 400: 422, 401: 403, 404: 410, 405: 501 };

/** Three mutants for each code of §7.1: another status, another listed code, an unlisted code. */
export const codeMutants: readonly Mutant[] = provocations.flatMap(
  ({ code, title, status, clause, ask }, at) => {
    const wrong = otherStatus[status] ?? 500;
    const id = code.replace("'", '').toLowerCase();
    const listed = provocations[(at + 1) % provocations.length]?.title ?? title;
    const unlisted = code.replace("'", '').replaceAll('-', '_').toUpperCase();
    const called = (other: string) => problemBodies((body) => ({ ...body, title: other }), code);
    return [
      wrongStatus.row(
        `${id}: Answers ${code} with ${wrong}, in the body as well [${clause}]`,
        [problems((answer, body) => withStatus(answer, body, wrong), code), ask],
        `${status} ${title} → ${wrong} ${title}`,
      ),
      otherCode.row(
        `${id}: Calls ${code} ${listed} [${clause}]`,
        [called(listed), ask],
        `${status} ${title} → ${status} ${listed}`,
      ),
      unknownCode.row(
        `${id}: Calls ${code} ${unlisted} [${clause}]`,
        [called(unlisted), ask],
        `${status} ${title} → ${status} ${unlisted}`,
      ),
    ];
  },
);

/**
 * A comment of §7.1: its clause, the words, a request that gets them, and what a careless provider writes.
 */
interface Comment {
  readonly clause: string;
  readonly code: string;
  readonly says: string;
  readonly ask: Ask;
  readonly careless: string;
}

const wording = mutantsOf('text');
const buttonError = 'button-validation-error';

const comments: readonly Comment[] = [
  {
    clause: '7.1/comment-buttons',
    code: buttonError,
    says: 'Too many buttons, maximum is 10',
    ask: chat(buttons(...Array<string>(11).fill('QUICK_REPLY'))),
    careless: 'Too many buttons, maximum is 11',
  },
  {
    clause: '7.1/comment-url-buttons',
    code: buttonError,
    says: 'Too many URL buttons, maximum is 2',
    ask: chat(buttons('URL', 'URL', 'URL')),
    careless: 'Too many buttons, maximum is 10',
  },
  {
    clause: '7.1/comment-phone-buttons',
    code: buttonError,
    says: 'Too many PHONE buttons, maximum is 1',
    ask: chat(buttons('PHONE', 'PHONE')),
    careless: 'Too many phone buttons, maximum is 1',
  },
  {
    clause: '7.1/comment-payload',
    code: buttonError,
    says: 'Payload is too long, maximum is 128',
    ask: chat(replies('p'.repeat(129))),
    careless: 'Payload is too long (129), maximum is 128',
  },
  {
    clause: '7.1/comment-mm-api',
    code: 'mm-api-options-invalid-combination',
    says: 'Cannot use messageActivitySharing=true when useMarketingMessagesApi=false',
    ask: chat(textContent({ useMarketingMessagesApi: false, messageActivitySharing: true })),
    careless: 'Cannot use messageActivitySharing when useMarketingMessagesApi is off',
  },
];

/** Two for each comment: it is missing, or has other words. */
export const commentMutants: readonly Mutant[] = comments.flatMap(({ clause, code, says, ask, careless }) => {
  const id = clause.replace('7.1/', '');
  const is = ({ detail }: { readonly detail?: unknown }) => detail === says;
  return [
    wording.row(
      `${id}-missing: Does not say «${says}» [${clause}]`,
      [problemBodies((body) => (is(body) ? without(body, 'detail') : body), code), ask, member('detail')],
      `"${says}" → (absent)`,
    ),
    wording.row(
      `${id}-words: Has other words for «${says}» [${clause}]`,
      [details((detail) => (detail === says ? careless : detail), code), ask, member('detail')],
      `"${says}" → "${careless}"`,
    ),
  ];
});

const shape = mutantsOf('shape');

const refused = asked({ content: {} });
const invalid = 'cascade-scheduling-request-is-not-valid';

/** Every problem body edited; seen in one member of it. */
const body = mutantsOf('shape', (edit: (problem: JsonObject) => JsonObject, name: string) => [
  problemBodies(edit),
  refused,
  member(name),
]);

/** The detail of a violation edited; seen in whether it is filled, or in its type. */
const violations = mutantsOf(
  'shape',
  (edit: (problem: JsonObject) => JsonObject, look: (detail: Json) => string) => [
    problemBodies(edit, invalid),
    asked({ cascadeId: twoStages, content: { chatoneContent: textContent() } }),
    (seen) => look(jsonBodyOf(seen).detail ?? null),
  ],
);

const isFilled = (said: Json) => (said === '' ? 'empty' : 'filled');
const kindOf = (said: Json) => (said === null ? 'nothing' : isObject(said) ? 'object' : 'text');

export const shapeMutants: readonly Mutant[] = [
  body`title-missing: Has no title [2.4/title]
    ${(problem) => without(problem, 'title')} ${'title'} "content-not-specified" → (absent)`,
  body`title-in-code: Puts the code into code [2.4/title]
    ${(problem) => renamed(problem, 'title', 'code')} ${'title'} "content-not-specified" → (absent)`,
  body`title-object: Makes title an object [2.4/title]
    ${(problem) => ({ ...problem, title: { code: problem.title ?? null } })}
    ${'title'} "content-not-specified" → {"code":"content-not-specified"}`,
  body`title-prose: Writes a sentence as title, the code as type [2.4/title]
    ${(problem) => ({ ...problem, type: problem.title ?? null, title: 'Bad Request' })}
    ${'title'} "content-not-specified" → "Bad Request"`,
  body`status-missing: Has no status [2.4/status]
    ${(problem) => without(problem, 'status')} ${'status'} 400 → (absent)`,
  body`status-text: Writes status as text [2.4/status]
    ${(problem) => ({ ...problem, status: String(problem.status) })} ${'status'} 400 → "400"`,
  body`status-other: Has another status in the body than in HTTP [2.4/status]
    ${(problem) => ({ ...problem, status: 500 })} ${'status'} 400 → 500`,
  body`status-named: Calls status statusCode [2.4/status]
    ${(problem) => renamed(problem, 'status', 'statusCode')} ${'status'} 400 → (absent)`,
  body`detail-list: Makes detail a list [2.4/detail]
    ${(problem) => ({ ...problem, detail: [problem.detail ?? 'content'] })} ${'detail'}
    "/content: must have smsContent, chatoneContent or chattwoContent" → ["/content: must have smsContent, chatoneContent or chattwoContent"]`,
  body`wrapped: Wraps the problem into error [1/error-with-problem-body, 4.1/error-response]
    ${(problem) => ({ error: problem })} ${'error'}
    (absent) → {"title":"content-not-specified","status":400,"detail":"/content: must have smsContent, chatoneContent or chattwoContent"}`,
  shape`body-empty: Refuses without a body [1/error-with-problem-body, 4.1/error-response]
    ${problems((answer) => ({ ...answer, headers: {}, body: Buffer.alloc(0) }))}
    ${refused} ${(seen) => isFilled(seen.text)} filled → empty`,
  shape`body-list: Answers a list of problems [1/error-with-problem-body, 4.1/error-response]
    ${problems((answer, problem) => withAnswerBody(answer, [problem]))}
    ${refused} ${(seen) => seen.text.slice(0, 1)} { → [`,
  shape`body-text: Answers the code as plain text [4.1/error-response]
    ${problems((answer, problem) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
      body: Buffer.from(String(problem.title)),
    }))}
    ${refused} ${header('content-type')} application/problem+json → text/plain`,
  shape`media-type: Declares the JSON of a problem as HTML [4.1/error-response]
    ${problems((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } }))}
    ${refused} ${header('content-type')} application/problem+json → text/html`,
  shape`http-200: Answers 200 and puts the error into the body [1/error-with-problem-body, 4.1/error-response]
    ${problems((answer) => ({ ...answer, status: 200 }))} ${refused} ${(seen) => String(seen.status)} 400 → 200`,
  violations`validation-without-detail: Says nothing in detail about the violations [2.4/detail-filled, 7.2/validation-body]
    ${(problem) => without(problem, 'detail')} ${kindOf} text → nothing`,
  violations`validation-detail-empty: Leaves detail empty for violations [2.4/detail-filled]
    ${(problem) => ({ ...problem, detail: '' })} ${isFilled} filled → empty`,
  violations`validation-list: Gives the violations as a list of objects in detail [2.4/detail, 7.2/validation-body]
    ${(problem) => ({ ...problem, detail: { violations: [problem.detail ?? null] } })} ${kindOf} text → object`,
];

const page: ProxyAnswer = {
  status: 500,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('<!doctype html><title>Internal Server Error</title><pre>TypeError: undefined</pre>'),
};

const crash = mutantsOf('crash');

const untitled = { title: 'Internal Server Error', status: 500 };

/** The answer to what is not a JSON object, replaced. */
function onMalformed(
  replace: (answer: ProxyAnswer, call: Call, state: ProviderState) => ProxyAnswer,
): MakeChange {
  return answers((answer, call, state) =>
    isScheduling(call) && codeOf(answer) === malformed && readObject(call.body) === undefined
      ? replace(answer, call, state)
      : answer,
  );
}

const broken: Ask = () => ({ ...scheduling(), body: '{"requestId":' });
const malformed = 'matched-template-not-found';

/** A page for such scheduling requests. */
const pageIf = (is: (body: string) => boolean) =>
  answers((answer, call) => (isScheduling(call) && is(call.body.toString()) ? page : answer));

/** The connection breaks over such scheduling requests. */
const hangsUpIf = (is: (body: JsonObject) => boolean) =>
  answers((answer, call) =>
    isScheduling(call) && is(requestBody(call)) ? { ...answer, manner: 'hang-up' } : answer,
  );

/** Longer than the verifier waits for an answer, in milliseconds. */
const hangs = 6_000;

/** A scheduling request of more bytes gets no answer. */
const hangsOver = (bytes: number) =>
  answers(async (answer, call) => {
    if (!isScheduling(call) || call.body.length <= bytes) return answer;
    await delay(hangs);
    return { ...answer, manner: 'hang-up' };
  });

export const crashMutants: readonly Mutant[] = [
  crash`page: Answers broken JSON with a page and a stack trace [7.1/system-error, 7.1/system-error-malformed]
    ${onMalformed(() => page)}
    ${broken} ${header('content-type')} application/problem+json → text/html; charset=utf-8`,
  crash`hang-up: Breaks the connection over broken JSON [7.1/system-error-malformed]
    ${onMalformed((answer) => ({ ...answer, manner: 'hang-up' }))}
    ${broken} 400 matched-template-not-found → hung up`,
  crash`accepted: Accepts broken JSON [7.1/system-error-malformed, 4.1/request-body]
    ${onMalformed((_, call, state) => state.accept(call))} ${broken} 400 matched-template-not-found → accepted`,
  crash`list: Accepts a list instead of a request [7.1/system-error-malformed, 4.1/request-body]
    ${answers((answer, call, { accept }) =>
      isScheduling(call) && call.body.toString().startsWith('[') ? accept(call) : answer,
    )}
    ${() => ({ ...scheduling(), body: '[]' })} 400 matched-template-not-found → accepted`,
  crash`system-error-untitled: Has a problem body without the code for its faults [7.1/system-error]
    ${onMalformed((answer) => withAnswerBody({ ...answer, status: 500 }, untitled))}
    ${broken} 400 matched-template-not-found → 500 Internal Server Error`,
  crash`system-error-400: Answers system-error with 400 [7.1/system-error]
    ${onMalformed((answer) => withAnswerBody(answer, { title: 'system-error', status: 400 }))}
    ${broken} 400 matched-template-not-found → 400 system-error`,
  crash`text-null: Falls over a text that is null [7.1/system-error, 2.2/text]
    ${pageIf((body) => body.includes('"text":null'))}
    ${sms(textContent({ text: null }))} 400 matched-template-not-found → 500 (no title)`,
  crash`emoji: Falls over characters beyond the basic plane [7.1/system-error, 2.2/text]
    ${pageIf((body) => /[\u{10000}-\u{10ffff}]/u.test(body))}
    ${sms(textContent({ text: '👟 4821' }))} accepted → 500 (no title)`,
  crash`content-null: Falls over content that is null [4.1/error-response, 2.1/content]
    ${hangsUpIf(({ content }) => content === null)} ${asked({ content: null })} 400 matched-template-not-found → hung up`,
  crash`cascade-id-of-32-bits: Falls over a cascadeId above 32 bits [4.1/error-response, 2.1/cascadeId]
    ${hangsUpIf(({ cascadeId }) => Number(cascadeId) > 2 ** 31 - 1)}
    ${asked({ cascadeId: 2 ** 31 })} 400 cascade-not-found → hung up`,
  crash`large-body: Never answers a body of more than 30 kilobytes [4.1/error-response, 4.1/request-body]
    ${hangsOver(30_000)}
    ${() => ({ ...scheduling(), body: `{${' '.repeat(30_000)}${JSON.stringify(scheduling().body).slice(1)}` })}
    accepted → hung up`,
  crash`byte-order-mark: Sends a byte order mark before JSON [1/error-with-problem-body, 4.1/error-response]
    ${problems((answer) => ({ ...answer, body: Buffer.concat([Buffer.from('\ufeff'), answer.body]) }))}
    ${asked({ content: {} })} ${({ text }) => (text.startsWith('\ufeff') ? 'mark' : 'JSON')} JSON → mark`,
  crash`every-refusal: Answers every violation of the cascade with a page [1/error-with-problem-body, 7.2/validation-body]
    ${problems(() => ({ ...page, status: 400 }), invalid)}
    ${asked({ content: { smsContent: textContent(), chattwoContent: textContent() } })} ${header('content-type')}
    application/problem+json → text/html; charset=utf-8`,
];
