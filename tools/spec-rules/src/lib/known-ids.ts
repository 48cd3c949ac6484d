import type { Rule } from '../redocly.ts';
import { type AnnotationName, annotationVisitors } from './annotations.ts';

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
