import { targetOf } from './find-forbidden.ts';
import type { SourceFile } from './read-imports.ts';

/** Import circles between files, type imports included, each as `a.ts → b.ts → a.ts`. */
export function findCircles(files: readonly SourceFile[]): readonly string[] {
  const targets = targetsByPath(files);
  const done = new Set<string>();
  return [...targets.keys()].flatMap((path) => walk(path, targets, done)).map((circle) => circle.join(' → '));
}

function targetsByPath(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, imports }) => {
      const relative = imports.filter(({ specifier }) => specifier.startsWith('.'));
      const paths = relative.map(({ specifier }) => targetOf(path, specifier));
      return [path, paths.filter((target) => known.has(target))];
    }),
  );
}

/**
 * Depth first: a file that is met again on the way to itself closes a circle. `done` holds what has been
 * walked.
 */
function walk(
  path: string,
  targets: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
  way: readonly string[] = [],
): readonly (readonly string[])[] {
  if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path]];
  if (done.has(path)) return [];
  const circles = (targets.get(path) ?? []).flatMap((target) => walk(target, targets, done, [...way, path]));
  done.add(path);
  return circles;
}
