import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from '../json.ts';
import type { Exports } from '../release.ts';

/** The packages that have the version of the contract and export names. */
const packages = ['packages/types', 'packages/validator'];

/** `export { a, type B } from …` and `export type { B } from …`. */
const list = /^export (type )?\{([^}]*)\}/gm;

/** `export const a`, `export interface B`. */
const declaration = /^export (?:declare )?(?:async )?(const|let|function|class|enum|interface|type) (\w+)/gm;

/** What each entry point exports; `undefined` where the packages are not there. Each lists its names one by one. */
export function readExports(root: string): Exports | undefined {
  const present = packages.filter((folder) => existsSync(join(root, folder, 'package.json')));
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.flatMap((folder) => exportsOfPackage(root, folder)).toSorted(byName));
}

function exportsOfPackage(root: string, folder: string): [string, 'type' | 'value'][] {
  const { name, exports } = objectOf(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  return Object.entries(objectOf(exports)).flatMap(([entry, file]) => {
    const path = `${folder}/${String(file).replace(/^\.\//, '')}`;
    const module = `${String(name)}${entry.slice(1)}`;
    return exportsIn(readFileSync(join(root, path), 'utf8'), path).map(
      ([own, kind]): [string, 'type' | 'value'] => [`${module}: ${own}`, kind],
    );
  });
}

/**
 * The names that a module exports.
 * @throws {Error} on `export *`, whose names it does not know.
 */
export function exportsIn(source: string, path: string): [string, 'type' | 'value'][] {
  if (/^export \*/m.test(source))
    throw new Error(`${path}: expected each exported name, found \`export *\`; list the names`);
  const listed = [...source.matchAll(list)].flatMap(([, type, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name): [string, 'type' | 'value'] => {
        const isType = type !== undefined || name.startsWith('type ');
        const own =
          name
            .replace(/^type /, '')
            .split(' as ')
            .at(-1) ?? name;
        return [own, isType ? 'type' : 'value'];
      }),
  );
  const declared = [...source.matchAll(declaration)].map(
    ([, keyword, name = '']): [string, 'type' | 'value'] => [
      name,
      keyword === 'interface' || keyword === 'type' ? 'type' : 'value',
    ],
  );
  return [...listed, ...declared];
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
