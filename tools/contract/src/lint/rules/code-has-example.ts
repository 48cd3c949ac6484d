import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '@cascade/yaml-file';
import { type Contract, objectOf, type ProblemCase, type ProblemEntry } from '../../index.ts';
import { follow, mediaType, type NamedExample, namedExamples } from '../lib/nodes.ts';
import type { Rule, RuleContext } from '../redocly.ts';

interface Expected {
  readonly problem: ProblemEntry;
  readonly one: ProblemCase;
}

/**
 * `code-has-example`: every case of spec/catalogue/problems.yaml is a named example of a response with the
 * status of its code, under `application/problem+json` (RFC 9457), and its value is exactly the problem body
 * of §2.4. The other way round, every example there is a case of the catalogue.
 */
export const codeHasExample =
  (contract: Contract): Rule =>
  () => {
    const cases = new Map(
      contract.problems.flatMap((problem) => problem.cases.map((one) => [one.name, { problem, one }])),
    );
    const shown = new Set<string>();
    return {
      Responses: {
        enter(responses, context) {
          for (const { status, example } of problemExamples(responses, context)) {
            shown.add(example.name);
            const fault = mistake(example, status, cases);
            const location = cases.has(example.name) ? example.location : example.place;
            if (fault !== undefined) context.report({ message: fault, location });
          }
        },
      },
      Root: {
        leave(_root, { report }) {
          for (const [name, { problem }] of cases) {
            if (shown.has(name)) continue;
            report({ message: `No response ${problem.status} has the example ${name} of ${problem.code}.` });
          }
        },
      },
    };
  };

function problemExamples(
  responses: unknown,
  { location, resolve }: RuleContext,
): { status: string; example: NamedExample }[] {
  return Object.entries(objectOf(responses)).flatMap(([status, entry]) => {
    const response = follow(entry, location.child(status), resolve);
    const media = response && mediaType(response, 'application/problem+json', resolve);
    return media === undefined ? [] : namedExamples(media, resolve).map((example) => ({ status, example }));
  });
}

function mistake(
  { name, value }: NamedExample,
  status: string,
  cases: ReadonlyMap<string, Expected>,
): string | undefined {
  const expected = cases.get(name);
  if (expected === undefined)
    return `${name} is not a case of spec/catalogue/problems.yaml${didYouMean(name, [...cases.keys()])}`;
  const { problem, one } = expected;
  if (status !== String(problem.status)) return `${name} is a case of ${problem.status}, not of ${status}.`;
  const detail = one.detail === undefined ? {} : { detail: one.detail };
  const body = { title: problem.title, status: problem.status, ...detail };
  if (isDeepStrictEqual(value, body)) return undefined;
  return `${name} must be ${JSON.stringify(body)}, as the catalogue says.`;
}
