import { problemBodies, problems } from '../changes.ts';
import type { Mutant } from '../mutant.ts';
import { isObject, type JsonObject, renamed, withAnswerBody, without } from '../proxy/wire.ts';
import { scheduling, twoStages } from '../witness/requests.ts';
import { bodyOf, header, type Lens, member } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

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
