import { statusOf } from '../../oracle/catalogue.ts';
import type { Case } from '../../scenario/build-case.ts';
import type { Expectation } from '../../scenario/scenario.ts';
import { caseHeader } from './run-dredd.ts';

/**
 * An API Blueprint with one named transaction for each case. The OpenAPI description would not do: Dredd takes one
 * example of each response, and checks no schema of OpenAPI 3.
 */
export function toBlueprint(cases: readonly Case[]): string {
  const actions = Map.groupBy(cases, ({ request }) => `${request.method} ${request.path}`);
  const paths = Map.groupBy(actions, ([, [first]]) => first?.request.path ?? '');
  return [
    'FORMAT: 1A',
    '',
    '# Vectors',
    ...[...paths].flatMap(([path, group]) => [
      '',
      `## ${path} [${path}]`,
      ...group.flatMap(([name, members]) => [
        '',
        `### ${name} [${name.split(' ')[0]}]`,
        ...members.flatMap(toTransaction),
      ]),
    ]),
    '',
  ].join('\n');
}

/** The one status that a transaction can name; where several are right, the relay shows this one. */
export function namedStatus({ codes = [] }: Expectation): number {
  return codes[0] === undefined ? 200 : statusOf(codes[0]);
}

function toTransaction({ scenario, request, expectation }: Case): string[] {
  const headers = Object.entries({ ...request.headers, [caseHeader]: scenario.id });
  const body = request.body === '' ? [] : ['', '    + Body', '', indent(request.body)];
  const { accepted, codes = [] } = expectation;
  const schema = accepted ? [] : ['', '    + Schema', '', indent(JSON.stringify(problemSchema(codes)))];
  return [
    '',
    `+ Request ${scenario.id}`,
    '',
    '    + Headers',
    '',
    ...headers.map(([name, value]) => indent(`${name}: ${value}`)),
    ...body,
    '',
    `+ Response ${namedStatus(expectation)}`,
    ...schema,
  ];
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

function indent(text: string): string {
  return `            ${text}`;
}
