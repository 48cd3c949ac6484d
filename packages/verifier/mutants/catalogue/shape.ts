import { problemBodies, problems } from '../changes/on-answer.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { isObject, type JsonObject, renamed, without } from '../proxy/json.ts';
import { withAnswerBody } from '../proxy/wire.ts';
import { asking, bodyOf, header, type Lens, member } from '../witness/observe.ts';
import { scheduling, twoStages } from '../witness/requests.ts';
import { ofClass } from './of-class.ts';

const refused = () => scheduling({ content: {} });
const notCovered = () =>
  scheduling({ cascadeId: twoStages, content: { chatoneContent: { contentType: 'TEXT', text: 'Hi' } } });
const title = '"content-not-specified"';

interface Row {
  readonly id: string;
  readonly clauses: Mutant['clauses'];
  readonly title: string;
  readonly change: MakeChange;
  readonly lens: Lens;
  readonly plain: string;
  readonly changed: string;
}

/** Seen in the answer to a request without content. */
function shape({ lens, plain, changed, ...facts }: Row): Mutant {
  return ofClass('shape')({ ...facts, witness: asking(refused, plain, changed, lens) });
}

/** Every problem body edited; seen in one member of it. */
function body(
  id: string,
  clauses: Mutant['clauses'],
  says: string,
  edit: (problem: JsonObject) => JsonObject,
  [name, plain, changed]: readonly [name: string, plain: string, changed: string],
): Mutant {
  return shape({ id, clauses, title: says, change: problemBodies(edit), lens: member(name), plain, changed });
}

const firstOf: Lens = ({ text }) => text.slice(0, 1);

export const shapeMutants: readonly Mutant[] = [
  body('shape-title-missing', ['2.4/title'], 'Has no title', (problem) => without(problem, 'title'), [
    'title',
    title,
    '(absent)',
  ]),
  body(
    'shape-title-in-code',
    ['2.4/title'],
    'Puts the code into code',
    (problem) => renamed(problem, 'title', 'code'),
    ['title', title, '(absent)'],
  ),
  body(
    'shape-title-object',
    ['2.4/title'],
    'Makes title an object',
    (problem) => ({ ...problem, title: { code: problem.title ?? null } }),
    ['title', title, '{"code":"content-not-specified"}'],
  ),
  body(
    'shape-title-prose',
    ['2.4/title'],
    'Writes a sentence as title, the code as type',
    (problem) => ({ ...problem, type: problem.title ?? null, title: 'Bad Request' }),
    ['title', title, '"Bad Request"'],
  ),
  body('shape-status-missing', ['2.4/status'], 'Has no status', (problem) => without(problem, 'status'), [
    'status',
    '400',
    '(absent)',
  ]),
  body(
    'shape-status-text',
    ['2.4/status'],
    'Writes status as text',
    (problem) => ({ ...problem, status: String(problem.status) }),
    ['status', '400', '"400"'],
  ),
  body(
    'shape-status-other',
    ['2.4/status'],
    'Has another status in the body than in HTTP',
    (problem) => ({ ...problem, status: 500 }),
    ['status', '400', '500'],
  ),
  body(
    'shape-status-named',
    ['2.4/status'],
    'Calls status statusCode',
    (problem) => renamed(problem, 'status', 'statusCode'),
    ['status', '400', '(absent)'],
  ),
  body(
    'shape-detail-list',
    ['2.4/detail'],
    'Makes detail a list',
    (problem) => ({ ...problem, detail: [problem.detail ?? 'content'] }),
    ['detail', '(absent)', '["content"]'],
  ),
  body(
    'shape-wrapped',
    ['1/error-with-problem-body', '4.1/error-response'],
    'Wraps the problem into error',
    (problem) => ({ error: problem }),
    ['error', '(absent)', '{"title":"content-not-specified","status":400}'],
  ),
  shape({
    id: 'shape-body-empty',
    clauses: ['1/error-with-problem-body', '4.1/error-response'],
    title: 'Refuses without a body',
    change: problems((answer) => ({ ...answer, headers: {}, body: Buffer.alloc(0) })),
    lens: ({ text }) => (text === '' ? 'empty' : 'filled'),
    plain: 'filled',
    changed: 'empty',
  }),
  shape({
    id: 'shape-body-list',
    clauses: ['1/error-with-problem-body', '4.1/error-response'],
    title: 'Answers a list of problems',
    change: problems((answer, problem) => withAnswerBody(answer, [problem])),
    lens: firstOf,
    plain: '{',
    changed: '[',
  }),
  shape({
    id: 'shape-body-text',
    clauses: ['4.1/error-response'],
    title: 'Answers the code as plain text',
    change: problems((answer, problem) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
      body: Buffer.from(String(problem.title)),
    })),
    lens: header('content-type'),
    plain: 'application/problem+json',
    changed: 'text/plain',
  }),
  shape({
    id: 'shape-media-type',
    clauses: ['4.1/error-response'],
    title: 'Declares the JSON of a problem as HTML',
    change: problems((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html' },
    })),
    lens: header('content-type'),
    plain: 'application/problem+json',
    changed: 'text/html',
  }),
  shape({
    id: 'shape-http-200',
    clauses: ['1/error-with-problem-body', '4.1/error-response'],
    title: 'Answers 200 and puts the error into the body',
    change: problems((answer) => ({ ...answer, status: 200 })),
    lens: ({ status }) => String(status),
    plain: '400',
    changed: '200',
  }),
  ofClass('shape')({
    id: 'shape-validation-without-detail',
    clauses: ['2.4/detail-filled', '7.2/validation-body'],
    title: 'Says nothing in detail about the violations',
    change: problemBodies((problem) => without(problem, 'detail'), 'cascade-scheduling-request-is-not-valid'),
    witness: asking(notCovered, 'string', 'undefined', (seen) => typeof bodyOf(seen).detail),
  }),
  ofClass('shape')({
    id: 'shape-validation-detail-empty',
    clauses: ['2.4/detail-filled'],
    title: 'Leaves detail empty for violations',
    change: problemBodies(
      (problem) => ({ ...problem, detail: '' }),
      'cascade-scheduling-request-is-not-valid',
    ),
    witness: asking(notCovered, 'filled', 'empty', (seen) =>
      bodyOf(seen).detail === '' ? 'empty' : 'filled',
    ),
  }),
  ofClass('shape')({
    id: 'shape-validation-list',
    clauses: ['2.4/detail', '7.2/validation-body'],
    title: 'Gives the violations as a list of objects in detail',
    change: problemBodies(
      (problem) => ({ ...problem, detail: { violations: [problem.detail ?? null] } }),
      'cascade-scheduling-request-is-not-valid',
    ),
    witness: asking(notCovered, 'text', 'object', (seen) =>
      isObject(bodyOf(seen).detail) ? 'object' : 'text',
    ),
  }),
];
