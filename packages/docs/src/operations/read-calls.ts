import {
  type Check,
  type Contract,
  type JsonObject,
  objectOf,
  type ProblemEntry,
  targetOf,
} from '@cascade/contract';
import { operationAddress } from '../addresses.ts';
import {
  entriesOf,
  type ListedOperation,
  nodeAt,
  placedOperations,
  type Said,
  said,
  typeOf,
  type ValueList,
} from '../description/read-description.ts';
import { messageText } from '../http-text.ts';
import { choiceWords, readShapes, type Shape, schemaOfContent } from './read-shapes.ts';

/** An answer of an operation. */
export interface DescribedAnswer extends Said {
  /** `200`, …, or `default`. */
  readonly status: string;
  readonly headers: readonly AnswerHeader[];
  readonly content: unknown;
  readonly examples: readonly Example[];
}

/** A header of an answer, with a value. */
interface AnswerHeader extends Said {
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
export function readAnswers(description: unknown, operation: JsonObject): readonly DescribedAnswer[] {
  return entriesOf(nodeAt(operation, 'responses')).map(([status, reference]) => {
    const response = targetOf(description, reference);
    const headers = entriesOf(nodeAt(response, 'headers')).map(([name, header]) => {
      const node = targetOf(description, header);
      const [example] = [nodeAt(node, 'schema').examples].flat();
      return { name, example: String(example), ...said(node) };
    });
    const examples = readExamples(description, response.content);
    return { status, headers, content: response.content, examples, ...said(response) };
  });
}

/** The examples of the first media type of a body. */
function readExamples(description: unknown, content: unknown): readonly Example[] {
  const [media] = entriesOf(objectOf(content));
  return entriesOf(nodeAt(media?.[1], 'examples')).map(([name, reference]) => {
    const node = targetOf(description, reference);
    return { name, summary: String(node.summary ?? name), value: node.value, ...said(node) };
  });
}

const shortBody = 90;

/**
 * An answer as it arrives: status line, headers, body. A short body is as sent; a longer one is indented. The
 * problem of an answer with any other status repeats that status.
 */
export function answerMessage(
  { status: described, headers, content }: DescribedAnswer,
  value: unknown,
): string {
  const status = described === 'default' ? String(objectOf(value).status) : described;
  const [media] = entriesOf(objectOf(content));
  const all = headers.map(({ name, example }) => [name.toLowerCase(), example]);
  const compact = JSON.stringify(value);
  const text = compact.length > shortBody ? JSON.stringify(value, undefined, 2) : compact;
  const types = { 'content-type': media?.[0] ?? 'application/json' };
  return messageText(`HTTP/1.1 ${status}`, { ...types, ...Object.fromEntries(all) }, text);
}

/** A step of judging a request, with the problems that end it there. */
export interface JudgingStep {
  readonly id: string;
  readonly rule: number | undefined;
  /** Of a rule, with its number. */
  readonly title: string;
  /** The checks of the step, where the title does not say it. */
  readonly says?: string;
  readonly problems: readonly StepProblem[];
  /**
   * Where the layout of the body is a problem at this step already, with the code of a later one (ADR-0032).
   */
  readonly malformed?: { readonly problem: ProblemEntry; readonly fields: readonly string[] };
}

export interface StepProblem {
  readonly problem: ProblemEntry;
  readonly answer: DescribedAnswer;
  readonly examples: readonly Example[];
}

/** What an operation is judged by. */
interface JudgedBy {
  /** The words of each rule of §4.1 by its number; none if the operation cites no rules. */
  readonly rules: ReadonlyMap<number, string>;
  readonly takesBody: boolean;
  readonly request: unknown;
}

/**
 * The problems of an operation in the order of the checks of the contract: before the rules, then the rules
 * of §4.1 if they apply, or the body; last what may happen at any time.
 */
function stepsOf(
  answers: readonly DescribedAnswer[],
  { problems, checks }: Pick<Contract, 'problems' | 'checks'>,
  { rules, takesBody, request }: JudgedBy,
): readonly JudgingStep[] {
  const malformedAt = (rule: number) => {
    const problem = problems.find(({ code }) => code === 'matched-template-not-found');
    const fields = fieldsAtRule(request, rule);
    return problem === undefined || fields.length === 0 ? {} : { malformed: { problem, fields } };
  };
  const at = (accept: (check: Check) => boolean) =>
    checks
      .filter(accept)
      .flatMap((check) => check.problems.flatMap((problem) => answersWith(problem, answers)));
  const applying = checks.filter(({ of }) => takesBody || of !== 'body');
  const first = applying.filter(isBeforeRules);
  // Without rules the body is judged at once, in the order in which the rules would find its faults.
  const isOfBody = ({ rule, of }: Check) => rule !== undefined || of === 'other-bodies';
  const judged =
    rules.size === 0
      ? [{ id: 'body-rules', rule: undefined, title: 'The body', problems: at(isOfBody) }]
      : [...rules].map(([rule, says]) => ({
          id: `rule-${rule}`,
          rule,
          title: `Rule ${says.replace(/\.$/, '')}`,
          problems: at((check) => check.rule === rule),
          ...malformedAt(rule),
        }));
  return [
    {
      id: 'before',
      rule: undefined,
      title: 'Before the rules',
      says: `${inWords(first.map(({ name }) => name))}, in this order.${takesBody ? '' : ' A body is not looked at.'}`,
      problems: at((check) => first.includes(check)),
    },
    ...judged,
    {
      id: 'any-time',
      rule: undefined,
      title: 'At any time',
      problems: at((check) => check.at === 'any-time'),
    },
  ];
}

/** Whether a check is made before the body is judged. */
export function isBeforeRules({ rule, at, of }: Check): boolean {
  return rule === undefined && at === undefined && of !== 'other-bodies';
}

function inWords(names: readonly string[]): string {
  const text = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The problem with the responses that have an example of it. */
function answersWith(problem: ProblemEntry, answers: readonly DescribedAnswer[]): readonly StepProblem[] {
  const names = new Set(problem.cases.map(({ name }) => name));
  return answers.flatMap((answer) => {
    const examples = answer.examples.filter(({ name }) => names.has(name));
    return examples.length === 0 ? [] : [{ problem, answer, examples }];
  });
}

/**
 * The fields of a request whose own layout is judged at a rule: by the `x-problem` of the field, or of the
 * request.
 */
function fieldsAtRule(request: unknown, rule: number): readonly string[] {
  const namesAt = (node: unknown) =>
    entriesOf(nodeAt(node, 'x-problem')).some(([, found]) => found.rule === rule);
  const required = nodeAt(request, 'x-problem', 'required');
  const missing = entriesOf(required).flatMap(([name, found]) => (found.rule === rule ? [name] : []));
  const malformed = entriesOf(nodeAt(request, 'properties')).flatMap(([name, node]) =>
    namesAt(node) ? [name] : [],
  );
  return [...new Set([...malformed, ...missing])];
}

/** A parameter of the query, with a value. */
interface QueryParameter extends Said {
  readonly name: string;
  readonly isRequired: boolean;
  readonly example: string;
  /** The same as JSON. */
  readonly value: unknown;
  /** With its limits. */
  readonly type: string;
}

/** A list is written with commas, as the description says. */
function readQuery(description: unknown, { parameters }: JsonObject): readonly QueryParameter[] {
  return [parameters ?? []].flat().map((reference) => {
    const node = targetOf(description, reference);
    const schema = nodeAt(node, 'schema');
    const [value] = [schema.examples].flat();
    return {
      name: String(node.name),
      isRequired: node.required === true,
      value,
      example: [value].flat().join(','),
      type: [typeOf(schema), ...choiceWords(schema)].join(', '),
      ...said(node),
    };
  });
}

/** An operation with all that its page shows. */
export interface DocumentedCall extends ListedOperation {
  readonly method: string;
  readonly path: string;
  /** The tag in Redoc's addresses. */
  readonly tag: string;
  /** What a query may have. */
  readonly parameters: readonly QueryParameter[];
  /** Undefined if the operation takes no body. */
  readonly bodySays: string | undefined;
  readonly bodies: readonly Example[];
  readonly request: readonly Shape[];
  readonly answers: readonly DescribedAnswer[];
  /** The objects of the answer that is a success. */
  readonly result: readonly Shape[];
  readonly steps: readonly JudgingStep[];
}

/** The operations of the OpenAPI description, without webhooks. */
export function readCalls(
  openapi: unknown,
  lists: readonly ValueList[],
  contract: Pick<Contract, 'problems' | 'checks' | 'clauses'>,
): readonly DocumentedCall[] {
  const schemaIn = (content: unknown) => schemaOfContent(content)?.schema ?? '';
  const shapesOf = (content: unknown) =>
    schemaIn(content) === '' ? [] : readShapes(openapi, schemaIn(content), lists);
  return placedOperations(openapi)
    .filter(({ isWebhook }) => !isWebhook)
    .map(({ operation, method, path, node }) => {
      const body = nodeAt(node, 'requestBody');
      const answers = readAnswers(openapi, node);
      const success = answers.find(({ status }) => status.startsWith('2'));
      return {
        ...operation,
        method,
        path,
        tag: String([node.tags].flat()[0]).toLowerCase(),
        parameters: readQuery(openapi, node),
        bodySays: node.requestBody === undefined ? undefined : String(body.description),
        bodies: readExamples(openapi, body.content),
        request: shapesOf(body.content),
        answers,
        result: shapesOf(success?.content),
        steps: stepsOf(answers, contract, {
          rules: rulesOf(operation, contract),
          takesBody: node.requestBody !== undefined,
          request: nodeAt(openapi, 'components', 'schemas', schemaIn(body.content)),
        }),
      };
    });
}

/** The rules of §4.1 in order, if the operation cites them. */
function rulesOf(
  { clauses }: ListedOperation,
  contract: Pick<Contract, 'clauses'>,
): ReadonlyMap<number, string> {
  return new Map(
    clauses.flatMap((clause) => {
      const [, rule] = /^4\.1\/rule-([1-5])$/.exec(clause) ?? [];
      return rule === undefined ? [] : [[Number(rule), contract.clauses.get(clause)?.says ?? ''] as const];
    }),
  );
}

/** The operations that show each schema: where, and by which name. */
export function schemaUses(
  calls: readonly DocumentedCall[],
): ReadonlyMap<string, readonly { readonly href: string; readonly label: string }[]> {
  const uses = calls.flatMap(({ id, request, result }) =>
    [...new Set([...request, ...result].map(({ schema }) => schema))].map((schema) => ({
      schema,
      href: operationAddress(id),
      label: id,
    })),
  );
  const ofCallback = {
    schema: 'StatusEvent',
    href: operationAddress('receiveMessageStatus'),
    label: 'the callback',
  };
  return Map.groupBy([...uses, ofCallback], ({ schema }) => schema);
}
