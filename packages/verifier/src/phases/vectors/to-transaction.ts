import { statusOf } from '../../oracle/catalogue.ts';
import type { Case } from '../../scenario/build-case.ts';
import type { Expectation } from '../../scenario/scenario.ts';
import { caseHeader, type Transaction } from './transaction.ts';

/** The one status that a transaction can name; where several are right, the relay shows this one. */
export function namedStatus({ codes = [] }: Expectation): number {
  return codes[0] === undefined ? 200 : statusOf(codes[0]);
}

/** A named Dredd transaction of a case, with the schema that its answer has to have. */
export function toTransaction({ scenario, request, expectation }: Case): Transaction {
  const { method, path, headers, body } = request;
  const { accepted, codes = [] } = expectation;
  return {
    name: scenario.id,
    id: scenario.id,
    fullPath: path,
    request: { method, uri: path, headers: { ...headers, [caseHeader]: scenario.id }, body },
    // Without headers: for an empty list of them Dredd compiles a schema that allows everything.
    expected: {
      statusCode: String(namedStatus(expectation)),
      ...(accepted ? {} : { bodySchema: JSON.stringify(problemSchema(codes)) }),
    },
  };
}

/** Draft 7, which is what Dredd enforces. Which code is right is judged by the oracle. */
function problemSchema(codes: readonly string[]): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    required: ['title', 'status'],
    properties: { title: { type: 'string' }, status: { enum: [...new Set(codes.map(statusOf))] } },
  };
}
