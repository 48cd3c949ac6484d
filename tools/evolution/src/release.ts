import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, objectOf, readYamlFile } from '@cascade/contract';
import { type AlreadyRead, type Catalogue, readCatalogue } from './catalogue.ts';
import { type Exports, readExports } from './exports.ts';
import { isLower } from './judge.ts';

/** What users rely on, at one version: both descriptions and the catalogue. */
export interface Release {
  readonly version: string;
  /** The day on which it was kept, as 2026-11-21; the present contract has none. */
  readonly date?: string;
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  readonly catalogue: Catalogue;
  /**
   * What the packages with the version of the contract export; missing in releases that were kept without it.
   */
  readonly exports?: Exports;
  /** The score of the verifier against its mutants, if there is one. */
  readonly surviving?: readonly string[];
}

const file = 'packages/verifier/results/score.json';

/**
 * The mutants that the verifier missed in its last score; `undefined` without a score.
 * @throws {Error} if the score does not list them: a summary without survivors must mean that there are none.
 */
function readSurvivors(root: string): readonly string[] | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  const { survivors } = objectOf(JSON.parse(readFileSync(path, 'utf8')));
  const ids = Array.isArray(survivors) ? survivors.map((survivor) => objectOf(survivor).id) : [undefined];
  if (!ids.every((id) => typeof id === 'string'))
    throw new Error(
      `${file}: expected the surviving mutants, each with an id; run \`npm --prefix packages/verifier run score\``,
    );
  return ids;
}

/** Has a folder for each release, named by its version. */
const folder = 'spec/baseline';

/** The contract of the working tree. The bundles must be current (`npm run generate`). */
export function readPresent(root: string, read?: AlreadyRead): Release {
  const surviving = readSurvivors(root);
  const exports = readExports(root);
  return {
    version: String(readJson(root, 'spec/package.json').version),
    openapi: readBundle(root, 'openapi'),
    asyncapi: readBundle(root, 'asyncapi'),
    catalogue: readCatalogue(root, read),
    ...(exports && { exports }),
    ...(surviving && { surviving }),
  };
}

/** The annotated bundle; older commits, which a branch is compared with, have their marks in the only one. */
function readBundle(root: string, name: 'openapi' | 'asyncapi'): JsonObject {
  const annotated = `spec/generated/${name}-annotated.yaml`;
  const only = `spec/generated/${name}.yaml`;
  return objectOf(readYamlFile(root, existsSync(join(root, annotated)) ? annotated : only).value);
}

/** Every released contract, the first one first; none before the first release. */
export function readReleases(root: string): readonly Release[] {
  return releasedVersions(root).map((version) => readReleased(root, version));
}

/** The last released contract; `undefined` before the first release. */
export function readBaseline(root: string): Release | undefined {
  const version = releasedVersions(root).at(-1);
  return version === undefined ? undefined : readReleased(root, version);
}

/**
 * Keeps a release, so that every later one can be compared with it; returns the paths of its files.
 * @throws {Error} if it is older than the last one.
 */
export function writeBaseline(root: string, { openapi, asyncapi, ...kept }: Release): string[] {
  const { version } = kept;
  const rest = { date: new Date().toISOString().slice(0, 10), ...kept };
  const last = releasedVersions(root).at(-1);
  if (last !== undefined && isLower(version, last))
    throw new Error(`expected a version of at least ${last}, the last release, found ${version}`);
  const own = `${folder}/${version}`;
  mkdirSync(join(root, own), { recursive: true });
  return Object.entries({ openapi, asyncapi, release: rest }).map(([name, value]) => {
    const path = `${own}/${name}.json`;
    writeFileSync(join(root, path), `${JSON.stringify(value, null, 2)}\n`);
    return path;
  });
}

/** The versions that `spec/baseline` has a folder of, the lowest first. */
function releasedVersions(root: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder)).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
  return names.toSorted((one, other) => (isLower(one, other) ? -1 : 1));
}

function readReleased(root: string, version: string): Release {
  const [openapi, asyncapi, release] = ['openapi', 'asyncapi', 'release'].map((name) =>
    readJson(root, `${folder}/${version}/${name}.json`),
  );
  return { ...release, openapi, asyncapi } as unknown as Release;
}

function readJson(root: string, path: string): JsonObject {
  return objectOf(JSON.parse(readFileSync(join(root, path), 'utf8')));
}
