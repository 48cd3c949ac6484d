import { setTimeout as delay } from 'node:timers/promises';
import { answers, details, problemBodies, problems, withStatus } from '../changes.ts';
import type { ClauseId } from '../generated/cited.ts';
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
      wrongStatus({
        id,
        says: `Answers ${code} with ${wrong}, in the body as well`,
        cites: [clause],
        change: problems((answer, body) => withStatus(answer, body, wrong), code),
        ask,
        plain: `${status} ${title}`,
        changed: `${wrong} ${title}`,
      }),
      otherCode({
        id,
        says: `Calls ${code} ${listed}`,
        cites: [clause],
        change: called(listed),
        ask,
        plain: `${status} ${title}`,
        changed: `${status} ${listed}`,
      }),
      unknownCode({
        id,
        says: `Calls ${code} ${unlisted}`,
        cites: [clause],
        change: called(unlisted),
        ask,
        plain: `${status} ${title}`,
        changed: `${status} ${unlisted}`,
      }),
    ];
  },
);

/**
 * A comment of §7.1: its clause, the words, a request that gets them, and what a careless provider writes.
 */
interface Comment {
  readonly clause: ClauseId;
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
    wording({
      id: `${id}-missing`,
      says: `Does not say «${says}»`,
      cites: [clause],
      change: problemBodies((body) => (is(body) ? without(body, 'detail') : body), code),
      ask,
      lens: member('detail'),
      plain: `"${says}"`,
      changed: '(absent)',
    }),
    wording({
      id: `${id}-words`,
      says: `Has other words for «${says}»`,
      cites: [clause],
      change: details((detail) => (detail === says ? careless : detail), code),
      ask,
      lens: member('detail'),
      plain: `"${says}"`,
      changed: `"${careless}"`,
    }),
  ];
});

const shape = mutantsOf('shape');

const refused = asked({ content: {} });
const invalid = 'cascade-scheduling-request-is-not-valid';

/** Every problem body edited; seen in one member of it. */
const body = mutantsOf(
  'shape',
  ({ edit, name }: { readonly edit: (problem: JsonObject) => JsonObject; readonly name: string }) => ({
    change: problemBodies(edit),
    ask: refused,
    lens: member(name),
  }),
);

/** The detail of a violation edited; seen in whether it is filled, or in its type. */
const violations = mutantsOf(
  'shape',
  ({
    edit,
    look,
  }: {
    readonly edit: (problem: JsonObject) => JsonObject;
    readonly look: (detail: Json) => string;
  }) => ({
    change: problemBodies(edit, invalid),
    ask: asked({ cascadeId: twoStages, content: { chatoneContent: textContent() } }),
    lens: (seen) => look(jsonBodyOf(seen).detail ?? null),
  }),
);

const isFilled = (said: Json) => (said === '' ? 'empty' : 'filled');
const kindOf = (said: Json) => (said === null ? 'nothing' : isObject(said) ? 'object' : 'text');

export const shapeMutants: readonly Mutant[] = [
  body({
    id: 'title-missing',
    says: 'Has no title',
    cites: ['2.4/title'],
    edit: (problem) => without(problem, 'title'),
    name: 'title',
    plain: '"content-not-specified"',
    changed: '(absent)',
  }),
  body({
    id: 'title-in-code',
    says: 'Puts the code into code',
    cites: ['2.4/title'],
    edit: (problem) => renamed(problem, 'title', 'code'),
    name: 'title',
    plain: '"content-not-specified"',
    changed: '(absent)',
  }),
  body({
    id: 'title-object',
    says: 'Makes title an object',
    cites: ['2.4/title'],
    edit: (problem) => ({ ...problem, title: { code: problem.title ?? null } }),
    name: 'title',
    plain: '"content-not-specified"',
    changed: '{"code":"content-not-specified"}',
  }),
  body({
    id: 'title-prose',
    says: 'Writes a sentence as title, the code as type',
    cites: ['2.4/title'],
    edit: (problem) => ({ ...problem, type: problem.title ?? null, title: 'Bad Request' }),
    name: 'title',
    plain: '"content-not-specified"',
    changed: '"Bad Request"',
  }),
  body({
    id: 'status-missing',
    says: 'Has no status',
    cites: ['2.4/status'],
    edit: (problem) => without(problem, 'status'),
    name: 'status',
    plain: '400',
    changed: '(absent)',
  }),
  body({
    id: 'status-text',
    says: 'Writes status as text',
    cites: ['2.4/status'],
    edit: (problem) => ({ ...problem, status: String(problem.status) }),
    name: 'status',
    plain: '400',
    changed: '"400"',
  }),
  body({
    id: 'status-other',
    says: 'Has another status in the body than in HTTP',
    cites: ['2.4/status'],
    edit: (problem) => ({ ...problem, status: 500 }),
    name: 'status',
    plain: '400',
    changed: '500',
  }),
  body({
    id: 'status-named',
    says: 'Calls status statusCode',
    cites: ['2.4/status'],
    edit: (problem) => renamed(problem, 'status', 'statusCode'),
    name: 'status',
    plain: '400',
    changed: '(absent)',
  }),
  body({
    id: 'detail-list',
    says: 'Makes detail a list',
    cites: ['2.4/detail'],
    edit: (problem) => ({ ...problem, detail: [problem.detail ?? 'content'] }),
    name: 'detail',
    plain: '"/content: must have smsContent, chatoneContent or chattwoContent"',
    changed: '["/content: must have smsContent, chatoneContent or chattwoContent"]',
  }),
  body({
    id: 'wrapped',
    says: 'Wraps the problem into error',
    cites: ['1/error-with-problem-body', '4.1/error-response'],
    edit: (problem) => ({ error: problem }),
    name: 'error',
    plain: '(absent)',
    changed:
      '{"title":"content-not-specified","status":400,"detail":"/content: must have smsContent, chatoneContent or chattwoContent"}',
  }),
  shape({
    id: 'body-empty',
    says: 'Refuses without a body',
    cites: ['1/error-with-problem-body', '4.1/error-response'],
    change: problems((answer) => ({ ...answer, headers: {}, body: Buffer.alloc(0) })),
    ask: refused,
    lens: (seen) => isFilled(seen.text),
    plain: 'filled',
    changed: 'empty',
  }),
  shape({
    id: 'body-list',
    says: 'Answers a list of problems',
    cites: ['1/error-with-problem-body', '4.1/error-response'],
    change: problems((answer, problem) => withAnswerBody(answer, [problem])),
    ask: refused,
    lens: (seen) => seen.text.slice(0, 1),
    plain: '{',
    changed: '[',
  }),
  shape({
    id: 'body-text',
    says: 'Answers the code as plain text',
    cites: ['4.1/error-response'],
    change: problems((answer, problem) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
      body: Buffer.from(String(problem.title)),
    })),
    ask: refused,
    lens: header('content-type'),
    plain: 'application/problem+json',
    changed: 'text/plain',
  }),
  shape({
    id: 'media-type',
    says: 'Declares the JSON of a problem as HTML',
    cites: ['4.1/error-response'],
    change: problems((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html' },
    })),
    ask: refused,
    lens: header('content-type'),
    plain: 'application/problem+json',
    changed: 'text/html',
  }),
  shape({
    id: 'http-200',
    says: 'Answers 200 and puts the error into the body',
    cites: ['1/error-with-problem-body', '4.1/error-response'],
    change: problems((answer) => ({ ...answer, status: 200 })),
    ask: refused,
    lens: (seen) => String(seen.status),
    plain: '400',
    changed: '200',
  }),
  violations({
    id: 'validation-without-detail',
    says: 'Says nothing in detail about the violations',
    cites: ['2.4/detail-filled', '7.2/validation-body'],
    edit: (problem) => without(problem, 'detail'),
    look: kindOf,
    plain: 'text',
    changed: 'nothing',
  }),
  violations({
    id: 'validation-detail-empty',
    says: 'Leaves detail empty for violations',
    cites: ['2.4/detail-filled'],
    edit: (problem) => ({ ...problem, detail: '' }),
    look: isFilled,
    plain: 'filled',
    changed: 'empty',
  }),
  violations({
    id: 'validation-list',
    says: 'Gives the violations as a list of objects in detail',
    cites: ['2.4/detail', '7.2/validation-body'],
    edit: (problem) => ({ ...problem, detail: { violations: [problem.detail ?? null] } }),
    look: kindOf,
    plain: 'text',
    changed: 'object',
  }),
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
  crash({
    id: 'page',
    says: 'Answers broken JSON with a page and a stack trace',
    cites: ['7.1/system-error', '7.1/system-error-malformed'],
    change: onMalformed(() => page),
    ask: broken,
    lens: header('content-type'),
    plain: 'application/problem+json',
    changed: 'text/html; charset=utf-8',
  }),
  crash({
    id: 'hang-up',
    says: 'Breaks the connection over broken JSON',
    cites: ['7.1/system-error-malformed'],
    change: onMalformed((answer) => ({ ...answer, manner: 'hang-up' })),
    ask: broken,
    plain: '400 matched-template-not-found',
    changed: 'hung up',
  }),
  crash({
    id: 'accepted',
    says: 'Accepts broken JSON',
    cites: ['7.1/system-error-malformed', '4.1/request-body'],
    change: onMalformed((_, call, state) => state.accept(call)),
    ask: broken,
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  crash({
    id: 'list',
    says: 'Accepts a list instead of a request',
    cites: ['7.1/system-error-malformed', '4.1/request-body'],
    change: answers((answer, call, { accept }) =>
      isScheduling(call) && call.body.toString().startsWith('[') ? accept(call) : answer,
    ),
    ask: () => ({ ...scheduling(), body: '[]' }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  crash({
    id: 'system-error-untitled',
    says: 'Has a problem body without the code for its faults',
    cites: ['7.1/system-error'],
    change: onMalformed((answer) => withAnswerBody({ ...answer, status: 500 }, untitled)),
    ask: broken,
    plain: '400 matched-template-not-found',
    changed: '500 Internal Server Error',
  }),
  crash({
    id: 'system-error-400',
    says: 'Answers system-error with 400',
    cites: ['7.1/system-error'],
    change: onMalformed((answer) => withAnswerBody(answer, { title: 'system-error', status: 400 })),
    ask: broken,
    plain: '400 matched-template-not-found',
    changed: '400 system-error',
  }),
  crash({
    id: 'text-null',
    says: 'Falls over a text that is null',
    cites: ['7.1/system-error', '2.2/text'],
    change: pageIf((body) => body.includes('"text":null')),
    ask: sms(textContent({ text: null })),
    plain: '400 matched-template-not-found',
    changed: '500 (no title)',
  }),
  crash({
    id: 'emoji',
    says: 'Falls over characters beyond the basic plane',
    cites: ['7.1/system-error', '2.2/text'],
    change: pageIf((body) => /[\u{10000}-\u{10ffff}]/u.test(body)),
    ask: sms(textContent({ text: '👟 4821' })),
    plain: 'accepted',
    changed: '500 (no title)',
  }),
  crash({
    id: 'content-null',
    says: 'Falls over content that is null',
    cites: ['4.1/error-response', '2.1/content'],
    change: hangsUpIf(({ content }) => content === null),
    ask: asked({ content: null }),
    plain: '400 matched-template-not-found',
    changed: 'hung up',
  }),
  crash({
    id: 'cascade-id-of-32-bits',
    says: 'Falls over a cascadeId above 32 bits',
    cites: ['4.1/error-response', '2.1/cascadeId'],
    change: hangsUpIf(({ cascadeId }) => Number(cascadeId) > 2 ** 31 - 1),
    ask: asked({ cascadeId: 2 ** 31 }),
    plain: '400 cascade-not-found',
    changed: 'hung up',
  }),
  crash({
    id: 'large-body',
    says: 'Never answers a body of more than 30 kilobytes',
    cites: ['4.1/error-response', '4.1/request-body'],
    change: hangsOver(30_000),
    ask: () => ({
      ...scheduling(),
      body: `{${' '.repeat(30_000)}${JSON.stringify(scheduling().body).slice(1)}`,
    }),
    plain: 'accepted',
    changed: 'hung up',
  }),
  crash({
    id: 'byte-order-mark',
    says: 'Sends a byte order mark before JSON',
    cites: ['1/error-with-problem-body', '4.1/error-response'],
    change: problems((answer) => ({ ...answer, body: Buffer.concat([Buffer.from('\ufeff'), answer.body]) })),
    ask: asked({ content: {} }),
    lens: ({ text }) => (text.startsWith('\ufeff') ? 'mark' : 'JSON'),
    plain: 'JSON',
    changed: 'mark',
  }),
  crash({
    id: 'every-refusal',
    says: 'Answers every violation of the cascade with a page',
    cites: ['1/error-with-problem-body', '7.2/validation-body'],
    change: problems(() => ({ ...page, status: 400 }), invalid),
    ask: asked({ content: { smsContent: textContent(), chattwoContent: textContent() } }),
    lens: header('content-type'),
    plain: 'application/problem+json',
    changed: 'text/html; charset=utf-8',
  }),
];
