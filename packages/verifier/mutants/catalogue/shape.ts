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
function body(
  id: string,
  clauses: Mutant['clauses'],
  says: string,
  edit: (problem: JsonObject) => JsonObject,
  [name, plain, changed]: readonly [name: string, plain: string, changed: string],
): Mutant {
  return shape(id, clauses, says, problemBodies(edit), [refused, plain, changed, member(name)]);
}

const firstOf: Lens = ({ text }) => text.slice(0, 1);

export const shapeMutants: readonly Mutant[] = [
  body('title-missing', ['2.4/title'], 'Has no title', (problem) => without(problem, 'title'), [
    'title',
    title,
    '(absent)',
  ]),
  body(
    'title-in-code',
    ['2.4/title'],
    'Puts the code into code',
    (problem) => renamed(problem, 'title', 'code'),
    ['title', title, '(absent)'],
  ),
  body(
    'title-object',
    ['2.4/title'],
    'Makes title an object',
    (problem) => ({ ...problem, title: { code: problem.title ?? null } }),
    ['title', title, '{"code":"content-not-specified"}'],
  ),
  body(
    'title-prose',
    ['2.4/title'],
    'Writes a sentence as title, the code as type',
    (problem) => ({ ...problem, type: problem.title ?? null, title: 'Bad Request' }),
    ['title', title, '"Bad Request"'],
  ),
  body('status-missing', ['2.4/status'], 'Has no status', (problem) => without(problem, 'status'), [
    'status',
    '400',
    '(absent)',
  ]),
  body(
    'status-text',
    ['2.4/status'],
    'Writes status as text',
    (problem) => ({ ...problem, status: String(problem.status) }),
    ['status', '400', '"400"'],
  ),
  body(
    'status-other',
    ['2.4/status'],
    'Has another status in the body than in HTTP',
    (problem) => ({ ...problem, status: 500 }),
    ['status', '400', '500'],
  ),
  body(
    'status-named',
    ['2.4/status'],
    'Calls status statusCode',
    (problem) => renamed(problem, 'status', 'statusCode'),
    ['status', '400', '(absent)'],
  ),
  body(
    'detail-list',
    ['2.4/detail'],
    'Makes detail a list',
    (problem) => ({ ...problem, detail: [problem.detail ?? 'content'] }),
    ['detail', `"${expectation}"`, `["${expectation}"]`],
  ),
  body(
    'wrapped',
    ['1/error-with-problem-body', '4.1/error-response'],
    'Wraps the problem into error',
    (problem) => ({ error: problem }),
    ['error', '(absent)', `{"title":"content-not-specified","status":400,"detail":"${expectation}"}`],
  ),
  shape(
    'body-empty',
    ['1/error-with-problem-body', '4.1/error-response'],
    'Refuses without a body',
    problems((answer) => ({ ...answer, headers: {}, body: Buffer.alloc(0) })),
    [refused, 'filled', 'empty', ({ text }) => (text === '' ? 'empty' : 'filled')],
  ),
  shape(
    'body-list',
    ['1/error-with-problem-body', '4.1/error-response'],
    'Answers a list of problems',
    problems((answer, problem) => withAnswerBody(answer, [problem])),
    [refused, '{', '[', firstOf],
  ),
  shape(
    'body-text',
    ['4.1/error-response'],
    'Answers the code as plain text',
    problems((answer, problem) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
      body: Buffer.from(String(problem.title)),
    })),
    [refused, 'application/problem+json', 'text/plain', header('content-type')],
  ),
  shape(
    'media-type',
    ['4.1/error-response'],
    'Declares the JSON of a problem as HTML',
    problems((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html' },
    })),
    [refused, 'application/problem+json', 'text/html', header('content-type')],
  ),
  shape(
    'http-200',
    ['1/error-with-problem-body', '4.1/error-response'],
    'Answers 200 and puts the error into the body',
    problems((answer) => ({ ...answer, status: 200 })),
    [refused, '400', '200', ({ status }) => String(status)],
  ),
  shape(
    'validation-without-detail',
    ['2.4/detail-filled', '7.2/validation-body'],
    'Says nothing in detail about the violations',
    problemBodies((problem) => without(problem, 'detail'), 'cascade-scheduling-request-is-not-valid'),
    [notCovered, 'string', 'undefined', (seen) => typeof bodyOf(seen).detail],
  ),
  shape(
    'validation-detail-empty',
    ['2.4/detail-filled'],
    'Leaves detail empty for violations',
    problemBodies((problem) => ({ ...problem, detail: '' }), 'cascade-scheduling-request-is-not-valid'),
    [notCovered, 'filled', 'empty', (seen) => (bodyOf(seen).detail === '' ? 'empty' : 'filled')],
  ),
  shape(
    'validation-list',
    ['2.4/detail', '7.2/validation-body'],
    'Gives the violations as a list of objects in detail',
    problemBodies(
      (problem) => ({ ...problem, detail: { violations: [problem.detail ?? null] } }),
      'cascade-scheduling-request-is-not-valid',
    ),
    [notCovered, 'text', 'object', (seen) => (isObject(bodyOf(seen).detail) ? 'object' : 'text')],
  ),
];
