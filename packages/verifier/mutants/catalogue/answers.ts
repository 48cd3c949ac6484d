import { answers, details, problemBodies, problems, withStatus } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import {
  type Answer,
  type Call,
  codeOf,
  isObject,
  isScheduling,
  type JsonObject,
  readObject,
  renamed,
  withAnswerBody,
  without,
} from '../proxy/wire.ts';
import { buttons, chat, provocations, replies, scheduling, text, twoStages } from '../witness/requests.ts';
import { type Ask, bodyOf, header, type Lens, member } from '../witness/witness.ts';
import { mutantsOf, type Shown } from './mutants-of.ts';

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
    const titles = [provocations[(at + 1) % provocations.length]?.title ?? title];
    titles.push(code.replace("'", '').replaceAll('-', '_').toUpperCase());
    return [
      wrongStatus`${id}: Answers ${code} with ${wrong}, in the body as well [${clause}]`(
        problems((answer, body) => withStatus(answer, body, wrong), code),
        [ask, `${status} ${title}`, `${wrong} ${title}`],
      ),
      ...[otherCode, unknownCode].map((calls, place) =>
        calls`${id}: Calls ${code} ${titles[place] ?? ''} [${clause}]`(
          problemBodies((body) => ({ ...body, title: titles[place] ?? '' }), code),
          [ask, `${status} ${title}`, `${status} ${titles[place]}`],
        ),
      ),
    ];
  },
);

/** A comment of §7.1: its clause, the words, a request that gets them, and what a careless provider writes. */
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
    ask: () => chat(buttons(...Array<string>(11).fill('QUICK_REPLY'))),
    careless: 'Too many buttons, maximum is 11',
  },
  {
    clause: '7.1/comment-url-buttons',
    code: buttonError,
    says: 'Too many URL buttons, maximum is 2',
    ask: () => chat(buttons('URL', 'URL', 'URL')),
    careless: 'Too many buttons, maximum is 10',
  },
  {
    clause: '7.1/comment-phone-buttons',
    code: buttonError,
    says: 'Too many PHONE buttons, maximum is 1',
    ask: () => chat(buttons('PHONE', 'PHONE')),
    careless: 'Too many phone buttons, maximum is 1',
  },
  {
    clause: '7.1/comment-payload',
    code: buttonError,
    says: 'Payload is too long, maximum is 128',
    ask: () => chat(replies('p'.repeat(129))),
    careless: 'Payload is too long (129), maximum is 128',
  },
  {
    clause: '7.1/comment-mm-api',
    code: 'mm-api-options-invalid-combination',
    says: 'Cannot use messageActivitySharing=true when useMarketingMessagesApi=false',
    ask: () => chat(text({ useMarketingMessagesApi: false, messageActivitySharing: true })),
    careless: 'Cannot use messageActivitySharing when useMarketingMessagesApi is off',
  },
];

/** Two for each comment: it is missing, or has other words. */
export const commentMutants: readonly Mutant[] = comments.flatMap(({ clause, code, says, ask, careless }) => {
  const id = clause.replace('7.1/', '');
  const is = ({ detail }: { readonly detail?: unknown }) => detail === says;
  const shown = (changed: string): Shown => [ask, JSON.stringify(says), changed, member('detail')];
  return [
    wording`${id}-missing: Does not say «${says}» [${clause}]`(
      problemBodies((body) => (is(body) ? without(body, 'detail') : body), code),
      shown('(absent)'),
    ),
    wording`${id}-words: Has other words for «${says}» [${clause}]`(
      details((detail) => (detail === says ? careless : detail), code),
      shown(JSON.stringify(careless)),
    ),
  ];
});

const shape = mutantsOf('shape');

const refused = () => scheduling({ content: {} });
const notCovered = () =>
  scheduling({ cascadeId: twoStages, content: { chatoneContent: { contentType: 'TEXT', text: 'Hi' } } });
const title = '"content-not-specified"';
const expectation = '/content: must have smsContent, chatoneContent or chattwoContent';

/** Every problem body edited; seen in one member of it. */
const body = mutantsOf(
  'shape',
  (
    edit: (problem: JsonObject) => JsonObject,
    [name, plain, changed]: readonly [name: string, plain: string, changed: string],
  ) => [problemBodies(edit), [refused, plain, changed, member(name)]],
);

const firstOf: Lens = ({ text }) => text.slice(0, 1);

export const shapeMutants: readonly Mutant[] = [
  body`title-missing: Has no title [2.4/title]`(
    (problem) => without(problem, 'title'),
    ['title', title, '(absent)'],
  ),
  body`title-in-code: Puts the code into code [2.4/title]`(
    (problem) => renamed(problem, 'title', 'code'),
    ['title', title, '(absent)'],
  ),
  body`title-object: Makes title an object [2.4/title]`(
    (problem) => ({ ...problem, title: { code: problem.title ?? null } }),
    ['title', title, '{"code":"content-not-specified"}'],
  ),
  body`title-prose: Writes a sentence as title, the code as type [2.4/title]`(
    (problem) => ({ ...problem, type: problem.title ?? null, title: 'Bad Request' }),
    ['title', title, '"Bad Request"'],
  ),
  body`status-missing: Has no status [2.4/status]`(
    (problem) => without(problem, 'status'),
    ['status', '400', '(absent)'],
  ),
  body`status-text: Writes status as text [2.4/status]`(
    (problem) => ({ ...problem, status: String(problem.status) }),
    ['status', '400', '"400"'],
  ),
  body`status-other: Has another status in the body than in HTTP [2.4/status]`(
    (problem) => ({ ...problem, status: 500 }),
    ['status', '400', '500'],
  ),
  body`status-named: Calls status statusCode [2.4/status]`(
    (problem) => renamed(problem, 'status', 'statusCode'),
    ['status', '400', '(absent)'],
  ),
  body`detail-list: Makes detail a list [2.4/detail]`(
    (problem) => ({ ...problem, detail: [problem.detail ?? 'content'] }),
    ['detail', `"${expectation}"`, `["${expectation}"]`],
  ),
  body`wrapped: Wraps the problem into error [1/error-with-problem-body, 4.1/error-response]`(
    (problem) => ({ error: problem }),
    ['error', '(absent)', `{"title":"content-not-specified","status":400,"detail":"${expectation}"}`],
  ),
  shape`body-empty: Refuses without a body [1/error-with-problem-body, 4.1/error-response]`(
    problems((answer) => ({ ...answer, headers: {}, body: Buffer.alloc(0) })),
    [refused, 'filled', 'empty', ({ text }) => (text === '' ? 'empty' : 'filled')],
  ),
  shape`body-list: Answers a list of problems [1/error-with-problem-body, 4.1/error-response]`(
    problems((answer, problem) => withAnswerBody(answer, [problem])),
    [refused, '{', '[', firstOf],
  ),
  shape`body-text: Answers the code as plain text [4.1/error-response]`(
    problems((answer, problem) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
      body: Buffer.from(String(problem.title)),
    })),
    [refused, 'application/problem+json', 'text/plain', header('content-type')],
  ),
  shape`media-type: Declares the JSON of a problem as HTML [4.1/error-response]`(
    problems((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html' },
    })),
    [refused, 'application/problem+json', 'text/html', header('content-type')],
  ),
  shape`http-200: Answers 200 and puts the error into the body [1/error-with-problem-body, 4.1/error-response]`(
    problems((answer) => ({ ...answer, status: 200 })),
    [refused, '400', '200', ({ status }) => String(status)],
  ),
  shape`validation-without-detail: Says nothing in detail about the violations [2.4/detail-filled, 7.2/validation-body]`(
    problemBodies((problem) => without(problem, 'detail'), 'cascade-scheduling-request-is-not-valid'),
    [notCovered, 'string', 'undefined', (seen) => typeof bodyOf(seen).detail],
  ),
  shape`validation-detail-empty: Leaves detail empty for violations [2.4/detail-filled]`(
    problemBodies((problem) => ({ ...problem, detail: '' }), 'cascade-scheduling-request-is-not-valid'),
    [notCovered, 'filled', 'empty', (seen) => (bodyOf(seen).detail === '' ? 'empty' : 'filled')],
  ),
  shape`validation-list: Gives the violations as a list of objects in detail [2.4/detail, 7.2/validation-body]`(
    problemBodies(
      (problem) => ({ ...problem, detail: { violations: [problem.detail ?? null] } }),
      'cascade-scheduling-request-is-not-valid',
    ),
    [notCovered, 'text', 'object', (seen) => (isObject(bodyOf(seen).detail) ? 'object' : 'text')],
  ),
];

const page: Answer = {
  status: 500,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('<!doctype html><title>Internal Server Error</title><pre>TypeError: undefined</pre>'),
};

const crash = mutantsOf('crash');

/** The answer to what is not a JSON object, replaced. */
function onMalformed(replace: (answer: Answer, call: Call) => Answer): MakeChange {
  return answers((answer, call) =>
    isScheduling(call) &&
    codeOf(answer) === 'matched-template-not-found' &&
    readObject(call.body) === undefined
      ? replace(answer, call)
      : answer,
  );
}

const broken: Ask = () => ({ ...scheduling(), body: '{"requestId":' });
const malformed = '400 matched-template-not-found';

export const crashMutants: readonly Mutant[] = [
  crash`page: Answers broken JSON with a page and a stack trace [7.1/system-error, 7.1/system-error-malformed]`(
    onMalformed(() => page),
    [broken, 'application/problem+json', 'text/html; charset=utf-8', header('content-type')],
  ),
  crash`hang-up: Breaks the connection over broken JSON [7.1/system-error-malformed]`(
    onMalformed((answer) => ({ ...answer, manner: 'hang-up' })),
    [broken, malformed, 'hung up'],
  ),
  crash`accepted: Accepts broken JSON [7.1/system-error-malformed, 4.1/request-body]`(
    answers((answer, call, state) =>
      isScheduling(call) &&
      readObject(call.body) === undefined &&
      codeOf(answer) === 'matched-template-not-found'
        ? state.accept(call)
        : answer,
    ),
    [broken, malformed, 'accepted'],
  ),
  crash`list: Accepts a list instead of a request [7.1/system-error-malformed, 4.1/request-body]`(
    answers((answer, call, state) =>
      isScheduling(call) && call.body.toString().startsWith('[') ? state.accept(call) : answer,
    ),
    [() => ({ ...scheduling(), body: '[]' }), malformed, 'accepted'],
  ),
  crash`system-error-untitled: Has a problem body without the code for its faults [7.1/system-error]`(
    onMalformed((answer) => ({
      ...answer,
      status: 500,
      body: Buffer.from('{"title":"Internal Server Error","status":500}'),
    })),
    [broken, malformed, '500 Internal Server Error'],
  ),
  crash`system-error-400: Answers system-error with 400 [7.1/system-error]`(
    onMalformed((answer) => ({ ...answer, body: Buffer.from('{"title":"system-error","status":400}') })),
    [broken, malformed, '400 system-error'],
  ),
  crash`text-null: Falls over a text that is null [7.1/system-error, 2.2/text]`(
    answers((answer, call) => (isScheduling(call) && call.body.includes('"text":null') ? page : answer)),
    [() => scheduling({ content: { smsContent: text({ text: null }) } }), malformed, '500 (no title)'],
  ),
  crash`emoji: Falls over characters beyond the basic plane [7.1/system-error, 2.2/text]`(
    answers((answer, call) =>
      isScheduling(call) && /[\u{10000}-\u{10ffff}]/u.test(call.body.toString()) ? page : answer,
    ),
    [() => scheduling({ content: { smsContent: text({ text: '👟 4821' }) } }), 'accepted', '500 (no title)'],
  ),
  crash`every-refusal: Answers every violation of the cascade with a page [1/error-with-problem-body, 7.2/validation-body]`(
    problems(() => ({ ...page, status: 400 }), 'cascade-scheduling-request-is-not-valid'),
    [
      () => scheduling({ content: { smsContent: text(), chattwoContent: text() } }),
      'application/problem+json',
      'text/html; charset=utf-8',
      header('content-type'),
    ],
  ),
];
