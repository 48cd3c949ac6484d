import { didYouMean } from '@cascade/yaml-file';
import { annotations, type Contract, type JsonObject, objectOf, stringsOf } from '../../index.ts';
import type { Location, Rule, RuleContext, Visitor } from '../redocly.ts';

/** An annotation whose value is an id, or a list of ids. */
type AnnotationName = 'x-clause' | 'x-decision' | 'x-assumed';

/** The ids in an annotation, the node that carries it, and the place of the annotation. */
interface Annotation {
  readonly ids: readonly string[];
  readonly node: JsonObject;
  readonly location: Location;
}

/**
 * Visitors that call `take` with every annotation of this name, on nodes and beside a `$ref`. They do not use
 * Redocly's `SpecExtension`, because its rule `struct` skips extensions that are not objects.
 */
function annotationVisitors(
  name: AnnotationName,
  take: (annotation: Annotation, report: RuleContext['report']) => void,
): { any: Visitor; ref: Visitor } {
  const visitor: Visitor = {
    enter(value, { location, report }) {
      const node = objectOf(value);
      if (name in node) take({ ids: stringsOf(node[name]), node, location: location.child(name) }, report);
    },
  };
  return { any: visitor, ref: visitor };
}

/**
 * A rule: every annotation of this name holds ids of those `known`; `register` is the file with the ids.
 */
function knownIds(name: AnnotationName, register: string, known: readonly string[]): ReturnType<Rule> {
  return annotationVisitors(name, ({ ids, location }, report) => {
    if (ids.length === 0)
      report({ message: `${name}: expected an id of ${register}, or a list of ids.`, location });
    for (const id of ids.filter((id) => !known.includes(id)))
      report({ message: `${id} is not in ${register}${didYouMean(id, known)}`, location });
  });
}

/** What readers of the description ask for. */
export const extensions = ['x-tagGroups', 'x-extensible-enum'];

/** `annotation-is-known`: an extension is one of ours. No rule and no generator reads a misspelt one. */
export const annotationIsKnown: Rule = () => {
  const known = [...annotations, ...extensions];
  const judge: Visitor['enter'] = (node, { location, report }) => {
    for (const name of Object.keys(objectOf(node)).filter((key) => key.startsWith('x-')))
      if (!known.includes(name))
        report({
          message: `expected one of our annotations, found ${name}${didYouMean(name, known)}`,
          location: location.child(name).key(),
        });
  };
  return { any: { enter: judge }, ref: { enter: judge } };
};

/** `clause-exists`: every `x-clause` names ids of spec/clauses.yaml, in the form 7.1/out-of-balance. */
export const clauseExists =
  (contract: Contract): Rule =>
  () =>
    knownIds('x-clause', 'spec/clauses.yaml', [...contract.clauses.keys()]);

/**
 * `decision-exists`, `assumption-exists`: every `x-decision` and `x-assumed` names records, in the form
 * ADR-0013.
 */
const naming =
  (name: 'x-decision' | 'x-assumed') =>
  (contract: Contract): Rule => {
    const known = contract.decisions.map(({ id }) => id);
    return () => knownIds(name, 'spec/decisions', known);
  };

export const decisionExists = naming('x-decision');
export const assumptionExists = naming('x-assumed');

/**
 * `clause-has-place`: every clause of spec/clauses.yaml is in the `x-clause` of some node, except those
 * of the kind not-shown, which no node may claim to be documented by.
 */
export const clauseHasPlace =
  (contract: Contract): Rule =>
  () => {
    const placed = new Set<string>();
    return {
      ...annotationVisitors('x-clause', ({ ids, node, location }, report) => {
        for (const id of ids) {
          placed.add(id);
          const isNotShown = contract.clauses.get(id)?.kind === 'not-shown';
          if (!isNotShown || node['x-provenance'] === 'assumed') continue;
          report({ message: `Documented by ${id}, which spec/clauses.yaml calls not shown.`, location });
        }
      }),
      Root: {
        leave(_root, { report }) {
          const owed = [...contract.clauses.values()].filter(({ kind }) => kind !== 'not-shown');
          const missing = owed.map(({ id }) => id).filter((id) => !placed.has(id));
          if (missing.length === 0) return;
          report({ message: `No node has in its x-clause, of spec/clauses.yaml: ${missing.join(', ')}.` });
        },
      },
    };
  };
