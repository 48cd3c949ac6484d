import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '@cascade/yaml-file';
import { isObject, type JsonObject, objectOf, stringsOf } from '../../index.ts';

/** A fault of the `x-problem` of a schema, and its place below the schema. */
export interface AnnotationFault {
  readonly message: string;
  readonly segments: readonly string[];
}

/** The keywords that reject a value with one code; `contains` also covers minContains and maxContains. */
const constraints = [
  'const',
  'enum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'anyOf',
  'oneOf',
  'not',
];

/** The keywords that reject a value only if they are `false`. */
const closing = ['additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems'];

/** The keywords with one code for each member that can be missing. */
const byMember = ['required', 'dependentRequired'];

/** Constraints without a code, codes without a constraint, and codes that the catalogue does not have. */
export function annotationFaults(schema: JsonObject, codes: ReadonlySet<string>): AnnotationFault[] {
  const all = constraintsOf(schema);
  const owed = schema['x-provenance'] === 'assumed' ? [] : all;
  const allowed = 'type' in schema ? [...all, ['type']] : all;
  const named = namedProblems(objectOf(schema['x-problem']));
  const unnamed = owed.filter((one) => !named.some(({ constraint }) => isDeepStrictEqual(constraint, one)));
  return [
    ...unnamed.map(([keyword = '', ...member]) => ({
      message: `x-problem does not say which problem ${[keyword, ...member].join(' ')} yields.`,
      segments: [keyword],
    })),
    ...named.flatMap(({ constraint, problem }) => {
      const isStale = !allowed.some((one) => isDeepStrictEqual(one, constraint));
      const stale = isStale
        ? [`x-problem names ${constraint.join(' ')}, which this schema does not have.`]
        : [];
      const messages = [...stale, ...mistakes(problem, codes)];
      return messages.map((message) => ({ message, segments: ['x-problem', ...constraint] }));
    }),
  ];
}

/** A constraint is a keyword; for keywords of `byMember`, also the member. */
export type Constraint = readonly string[];

/** The constraints of a schema that a value can break, except for its `type`. */
export function constraintsOf(schema: JsonObject): Constraint[] {
  const dependent = Object.values(objectOf(schema.dependentRequired)).flatMap(stringsOf);
  return [
    ...stringsOf(schema.required).map((member) => ['required', member]),
    ...[...new Set(dependent)].map((member) => ['dependentRequired', member]),
    ...constraints.filter((keyword) => keyword in schema).map((keyword) => [keyword]),
    ...closing.filter((keyword) => schema[keyword] === false).map((keyword) => [keyword]),
  ];
}

function namedProblems(annotation: JsonObject): { constraint: Constraint; problem: unknown }[] {
  return Object.entries(annotation).flatMap(([keyword, named]) => {
    if (!byMember.includes(keyword)) return [{ constraint: [keyword], problem: named }];
    return Object.entries(objectOf(named)).map(([member, problem]) => ({
      constraint: [keyword, member],
      problem,
    }));
  });
}

function mistakes(problem: unknown, codes: ReadonlySet<string>): string[] {
  const { code, detail, rule, decision, ...other } = isObject(problem) ? problem : { code: problem };
  const isProblem =
    typeof code === 'string' &&
    (detail === undefined || typeof detail === 'string') &&
    (rule === undefined || Number.isInteger(rule)) &&
    (decision === undefined || /^ADR-\d{4}$/.test(String(decision))) &&
    Object.keys(other).length === 0;
  if (!isProblem) return ['A problem is a code, or an object of code, detail, rule and decision.'];
  return codes.has(code)
    ? []
    : [`${code} is not in spec/catalogue/problems.yaml${didYouMean(code, [...codes])}`];
}
