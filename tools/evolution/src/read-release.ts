import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from './catalogue/read-catalogue.ts';
import { type JsonObject, objectOf } from './json.ts';
import type { Catalogue, Release } from './release.ts';
import { readSurvivors } from './survivors.ts';

/** The package whose version is that of the contract. */
export const contractPackage = '@cascade/spec';

const folder = 'spec/baseline';

/** The contract of the working tree. The bundles must be current (`npm run generate`). */
export function readPresent(root: string): Release {
  const surviving = readSurvivors(root);
  return {
    version: String(readJson(root, 'spec/package.json').version),
    openapi: readJson(root, 'spec/generated/openapi.json'),
    asyncapi: readJson(root, 'spec/generated/asyncapi.json'),
    catalogue: readCatalogue(root),
    ...(surviving === undefined ? {} : { surviving }),
  };
}

/** The last released contract; `undefined` before the first release. */
export function readBaseline(root: string): Release | undefined {
  if (!existsSync(join(root, folder))) return undefined;
  const rest = readJson(root, `${folder}/release.json`);
  const surviving = rest.surviving as readonly string[] | undefined;
  return {
    version: String(rest.version),
    openapi: readJson(root, `${folder}/openapi.json`),
    asyncapi: readJson(root, `${folder}/asyncapi.json`),
    catalogue: rest.catalogue as Catalogue,
    ...(surviving === undefined ? {} : { surviving }),
  };
}

/** Makes a release the baseline; returns the paths of its files. */
export function writeBaseline(root: string, { openapi, asyncapi, ...rest }: Release): string[] {
  mkdirSync(join(root, folder), { recursive: true });
  return Object.entries({ openapi, asyncapi, release: rest }).map(([name, value]) => {
    const path = `${folder}/${name}.json`;
    writeFileSync(join(root, path), `${JSON.stringify(value, null, 2)}\n`);
    return path;
  });
}

function readJson(root: string, path: string): JsonObject {
  return objectOf(JSON.parse(readFileSync(join(root, path), 'utf8')));
}
