/** Programs that run for long, and what they load. */
const served =
  /^packages\/(?:embedded-postgres|lenient-requests|mock|service|transition|validator|yaml-file)\/src\//;

/** An import of values, or one of types alone that stays as `import {}` when the types are stripped. */
const ofValues = /^import (?!type )[^;]*from 'node:http';/gm;

/** Imports of node:http by programs that run for long: as a module it loads all of undici, 13 MiB. */
export function findHeavyStarts(path: string, text: string): readonly string[] {
  if (!served.test(path) || /\/testing\/|\.test\.ts$/.test(path)) return [];
  return [...text.matchAll(ofValues)].map(({ index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${path}:${line}: imports node:http: loads all of undici, 13 MiB; use process.getBuiltinModule('node:http')`;
  });
}
