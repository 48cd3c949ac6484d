import { answers, problems } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { type Answer, type Call, codeOf, isScheduling, readObject } from '../proxy/wire.ts';
import { scheduling, text } from '../witness/requests.ts';
import { type Ask, header } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

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
    answers((answer, call, world) =>
      isScheduling(call) &&
      readObject(call.body) === undefined &&
      codeOf(answer) === 'matched-template-not-found'
        ? world.accept(call)
        : answer,
    ),
    [broken, malformed, 'accepted'],
  ),
  crash`list: Accepts a list instead of a request [7.1/system-error-malformed, 4.1/request-body]`(
    answers((answer, call, world) =>
      isScheduling(call) && call.body.toString().startsWith('[') ? world.accept(call) : answer,
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
