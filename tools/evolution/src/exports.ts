import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from '@cascade/contract';
import { type ContractChange, changesOf, compareEntries } from './change.ts';

/** Exported names like `@cascade/types: Button`, each a type or a value. */
export type Exports = Readonly<Record<string, Kind>>;
type Kind = 'type' | 'value';

/** The packages that have the version of the contract and export names. */
const packages = ['packages/types', 'packages/validator'];

/** `export { a, type B } from …` and `export type { B } from …`. */
const list = /^export (type )?\{([^}]*)\}/gm;

/** `export const a`, `export interface B`. */
const declaration = /^export (?:declare )?(?:async )?(const|let|function|class|enum|interface|type) (\w+)/gm;

/**
 * What each entry point exports; `undefined` where the packages are not there. Each lists its names one by
 * one.
 */
export function readExports(root: string): Exports | undefined {
  const present = packages.filter((folder) => existsSync(join(root, folder, 'package.json')));
  if (present.length === 0) return undefined;
  const all = present.flatMap((folder) => exportsOfPackage(root, folder));
  return Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function exportsOfPackage(root: string, folder: string): [string, Kind][] {
  const { name, exports } = objectOf(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  return Object.entries(objectOf(exports)).flatMap(([entry, file]) => {
    const path = join(folder, String(file));
    return exportsIn(readFileSync(join(root, path), 'utf8'), path).map(([own, kind]): [string, Kind] => [
      `${String(name)}${entry.slice(1)}: ${own}`,
      kind,
    ]);
  });
}

/**
 * The names that a module exports.
 * @throws {Error} on `export *`, whose names it does not know.
 */
export function exportsIn(source: string, path: string): [string, Kind][] {
  if (/^export \*/m.test(source))
    throw new Error(`${path}: expected each exported name, found \`export *\`; list the names`);
  const listed = [...source.matchAll(list)].flatMap(([, type, names = '']) =>
    [...names.matchAll(/(type )?(?:\w+ as )?(\w+)\s*(?:,|$)/g)].map(([, own, name = '']): [string, Kind] => [
      name,
      (type ?? own) === undefined ? 'value' : 'type',
    ]),
  );
  const declared = [...source.matchAll(declaration)].map(([, keyword, name = '']): [string, Kind] => [
    name,
    keyword === 'interface' || keyword === 'type' ? 'type' : 'value',
  ]);
  return [...listed, ...declared];
}

const { added, changed, removed } = changesOf('export');

/**
 * Names that programs import from the packages. A release that was kept without them says nothing about them.
 */
export function compareExports(before: Exports | undefined, now: Exports | undefined): ContractChange[] {
  if (before === undefined || now === undefined) return [];
  const values = (old: Kind) => ({ of: 'export', before: `a ${old}` });
  return compareEntries<Kind>(before, now, {
    added: (name, kind) => added('minor', name, `is exported, a ${kind}`),
    removed: (name, kind) => removed('major', name, 'is no longer exported', values(kind)),
    kept(name, old, recent) {
      if (old === recent) return [];
      // A value may be imported as a type, a type not as a value.
      const impact = recent === 'type' ? 'major' : 'minor';
      const says = `was a ${old}, and is now a ${recent}`;
      return [changed(impact, name, says, { ...values(old), after: `a ${recent}` })];
    },
  });
}
