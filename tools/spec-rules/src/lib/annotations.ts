import type { Location, RuleContext, Visitor } from '../redocly.ts';
import { type JsonObject, objectOf, stringsOf } from './values.ts';

/** An annotation whose value is an id, or a list of ids. */
export type AnnotationName = 'x-clause' | 'x-decision' | 'x-assumed';

/** The ids in an annotation, the node that carries it, and the place of the annotation. */
export interface Annotation {
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
