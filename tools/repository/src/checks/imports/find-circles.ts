import { importTarget } from './find-forbidden.ts';
import type { SourceFile } from './read-imports.ts';

/** Import circles between files, type imports included, each as `a.ts → b.ts → a.ts`. */
export function findCircles(files: readonly SourceFile[]): readonly string[] {
  const targets = targetsByPath(files);
  const done = new Set<string>();
  return [...targets.keys()].flatMap((path) => walk(path, targets, done)).map((circle) => circle.join(' → '));
}

/**
 * Circles between the folders of a package's sources, each as `engine → gateways → engine`: two rooms that
 * import each other are one room.
 */
export function findCirclesOfRooms(files: readonly SourceFile[], sources: string): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const [path, paths] of targetsByPath(files)) {
    const room = roomOf(path, sources);
    if (room === undefined) continue;
    const others = paths.flatMap((target) => roomOf(target, sources) ?? []).filter((other) => other !== room);
    targets.set(room, new Set([...(targets.get(room) ?? []), ...others]));
  }
  const done = new Set<string>();
  return [...targets.keys()].flatMap((room) => walk(room, targets, done)).map((circle) => circle.join(' → '));
}

/** The folder below the sources; undefined for files elsewhere, beside the folders, and for tests. */
function roomOf(path: string, sources: string): string | undefined {
  if (!path.startsWith(`${sources}/`) || /\/testing\/|\.test\.ts$/.test(path)) return undefined;
  const [room, ...rest] = path.slice(sources.length + 1).split('/');
  return rest.length === 0 ? undefined : room;
}

function targetsByPath(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, imports }) => {
      const relative = imports.filter(({ specifier }) => specifier.startsWith('.'));
      const paths = relative.map(({ specifier }) => importTarget(path, specifier));
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
  targets: ReadonlyMap<string, Iterable<string>>,
  done: Set<string>,
  way: readonly string[] = [],
): readonly (readonly string[])[] {
  if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path]];
  if (done.has(path)) return [];
  const circles = [...(targets.get(path) ?? [])].flatMap((target) =>
    walk(target, targets, done, [...way, path]),
  );
  done.add(path);
  return circles;
}
