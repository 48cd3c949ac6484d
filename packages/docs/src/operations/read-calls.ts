import type { Contract } from '@cascade/contract';
import { operationAddress } from '../addresses.ts';
import {
  entriesOf,
  nodeAt,
  type Operation,
  readOperations,
  type ValueList,
} from '../description/read-description.ts';
import { type Answer, type Example, readAnswers, readExamples, type Step, stepsOf } from './read-answers.ts';
import { readShapes, type Shape, schemaOfContent } from './read-shapes.ts';

/** An operation with all that its page shows. */
export interface Call extends Operation {
  readonly method: string;
  readonly path: string;
  /** The tag in Redoc's addresses. */
  readonly tag: string;
  readonly bodySays: string;
  readonly bodies: readonly Example[];
  readonly request: readonly Shape[];
  readonly answers: readonly Answer[];
  /** The objects of the answer that is a success. */
  readonly result: readonly Shape[];
  readonly steps: readonly Step[];
}

/** The operations of the OpenAPI description, without webhooks. */
export function readCalls(
  openapi: unknown,
  lists: readonly ValueList[],
  contract: Contract,
): readonly Call[] {
  return entriesOf(nodeAt(openapi, 'paths')).flatMap(([path, item]) =>
    entriesOf(item).map(([method, node]) => {
      const body = nodeAt(node, 'requestBody');
      const answers = readAnswers(openapi, node);
      const success = answers.find(({ status }) => status.startsWith('2'));
      const shapesOf = (content: unknown) => {
        const named = schemaOfContent(content);
        return named === undefined ? [] : readShapes(openapi, named.schema, lists);
      };
      const operation = readOperations(openapi).find(({ id }) => id === node.operationId);
      if (operation === undefined) throw new Error(`${path} has no operationId`);
      return {
        ...operation,
        method: method.toUpperCase(),
        path,
        tag: String([node.tags].flat()[0]).toLowerCase(),
        bodySays: String(body.description),
        bodies: readExamples(openapi, body.content),
        request: shapesOf(body.content),
        answers,
        result: shapesOf(success?.content),
        steps: stepsOf(answers, contract.problems, rulesOf(operation, contract)),
      };
    }),
  );
}

/** The rules of §4.1 in order, if the operation cites them. */
function rulesOf({ clauses }: Operation, contract: Contract): ReadonlyMap<number, string> {
  return new Map(
    clauses.flatMap((clause) => {
      const [, rule] = /^4\.1\/rule-([1-5])$/.exec(clause) ?? [];
      return rule === undefined ? [] : [[Number(rule), contract.clauses.get(clause)?.says ?? ''] as const];
    }),
  );
}

/** The operations that show each schema: where, and by which name. */
export function schemaUses(
  calls: readonly Call[],
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
