import type { ProblemEntry } from '@cascade/contract';
import { entriesOf, nodeAt, type Said, said } from '../description/read-description.ts';
import { messageText } from './message-text.ts';

type Node = Readonly<Record<string, unknown>>;

/** An answer of an operation. */
export interface Answer extends Said {
  /** `200`, …, or `default`. */
  readonly status: string;
  readonly headers: readonly AnswerHeader[];
  readonly content: unknown;
  readonly examples: readonly Example[];
}

/** A header of an answer, with a value. */
export interface AnswerHeader extends Said {
  readonly name: string;
  readonly example: string;
}

/** A named example of a body. */
export interface Example extends Said {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

/** The answers of an operation, in the order of the description. */
export function readAnswers(description: unknown, operation: Node): readonly Answer[] {
  const components = nodeAt(description, 'components');
  return entriesOf(nodeAt(operation, 'responses')).map(([status, reference]) => {
    const response = target(reference, nodeAt(components, 'responses'));
    const headers = entriesOf(nodeAt(response, 'headers')).map(([name, header]) => {
      const node = target(header, nodeAt(components, 'headers'));
      const [example] = [nodeAt(node, 'schema').examples].flat();
      return { name, example: String(example), ...said(node) };
    });
    const examples = readExamples(description, response.content);
    return { status, headers, content: response.content, examples, ...said(response) };
  });
}

/** The examples of the first media type of a body. */
export function readExamples(description: unknown, content: unknown): readonly Example[] {
  const components = nodeAt(description, 'components');
  const [media] = entriesOf((content ?? {}) as Node);
  return entriesOf(nodeAt(media?.[1], 'examples')).map(([name, reference]) => {
    const node = target(reference, nodeAt(components, 'examples'));
    return { name, summary: String(node.summary ?? name), value: node.value, ...said(node) };
  });
}

function target(node: Node, components: Node): Node {
  return typeof node.$ref === 'string' ? nodeAt(components, node.$ref.split('/').at(-1) ?? '') : node;
}

/** An answer as it arrives: status line, headers, body. */
export function answerMessage({ status, headers, content }: Answer, value: unknown): string {
  const [media] = entriesOf((content ?? {}) as Node);
  const all = [
    ['content-type', media?.[0] ?? 'application/json'],
    ...headers.map(({ name, example }) => [name.toLowerCase(), example]),
  ];
  return messageText(`HTTP/1.1 ${status} ${phrases[status] ?? ''}`.trimEnd(), all, value);
}

const phrases: Readonly<Record<string, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** A step of judging a request, with the problems that end it there. */
export interface Step {
  readonly id: string;
  readonly rule: number | undefined;
  readonly says: string;
  readonly problems: readonly StepProblem[];
}

export interface StepProblem {
  readonly problem: ProblemEntry;
  readonly answer: Answer;
  readonly examples: readonly Example[];
}

/** In this order before the rules (ADR-0010, ADR-0011). */
const beforeRules = [404, 405, 401, 413, 415];

/**
 * The problems of an operation in the order in which they are found: URL, method, key and body, then the rules of §4.1
 * if they apply, last what may happen at any time.
 */
export function stepsOf(
  answers: readonly Answer[],
  problems: readonly ProblemEntry[],
  rules: ReadonlyMap<number, string>,
): readonly Step[] {
  const found = problems.flatMap((problem) =>
    answers.flatMap((answer) => {
      const names = new Set(problem.cases.map(({ name }) => name));
      const examples = answer.examples.filter(({ name }) => names.has(name));
      return examples.length === 0 ? [] : [{ problem, answer, examples }];
    }),
  );
  const first = beforeRules.flatMap((status) => found.filter(({ problem }) => problem.status === status));
  const refusals = found.filter(({ problem }) => problem.status === 400);
  const last = found.filter((one) => !first.includes(one) && !refusals.includes(one));
  const judged =
    rules.size === 0
      ? [{ id: 'body-rules', rule: undefined, says: 'The body.', problems: refusals }]
      : [...rules].map(([rule, says]) => ({
          id: `rule-${rule}`,
          rule,
          says,
          problems: refusals.filter(({ problem }) => problem.rule === rule),
        }));
  return [
    { id: 'before', rule: undefined, says: 'URL, method, key, size and media type.', problems: first },
    ...judged,
    { id: 'any-time', rule: undefined, says: 'At any time.', problems: last },
  ];
}
