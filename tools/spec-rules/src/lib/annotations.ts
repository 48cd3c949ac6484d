import { type JsonObject, objectOf, stringsOf } from '@cascade/contract';
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
export function annotationVisitors(
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
 * A rule: every annotation of this name holds ids for which `isKnown`; `register` is the file with the ids.
 */
export function knownIds(
  name: AnnotationName,
  register: string,
  isKnown: (id: string) => boolean,
): ReturnType<Rule> {
  return annotationVisitors(name, ({ ids, location }, report) => {
    if (ids.length === 0)
      report({ message: `${name}: expected an id of ${register}, or a list of ids.`, location });
    for (const id of ids.filter((id) => !isKnown(id)))
      report({ message: `${id} is not in ${register}.`, location });
  });
}
