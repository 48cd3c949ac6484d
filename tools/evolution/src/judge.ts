import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from '@cascade/contract';
import { parse } from 'yaml';
import { type ContractChange, greatest, type Impact, isGreater, isImpact } from './change.ts';

/** The package whose version is that of the contract. */
export const contractPackage = '@cascade/spec';

type Numbers = readonly [major: number, minor: number, patch: number];

/**
 * The lowest version that may follow (Semantic Versioning 2.0.0). Below 1.0.0 a major change raises the
 * second number, as a minor one does.
 */
function nextVersion(version: string, impact: Impact): string {
  const [major, minor, patch] = numbersOf(version);
  if (impact === 'none') return version;
  if (impact === 'patch') return `${major}.${minor}.${patch + 1}`;
  return impact === 'minor' || major === 0 ? `${major}.${minor + 1}.0` : `${major + 1}.0.0`;
}

/** The version that changesets give: they have no exception below 1.0.0. */
function plannedVersion(version: string, bump: Impact): string {
  return bump === 'major' ? `${numbersOf(version)[0] + 1}.0.0` : nextVersion(version, bump);
}

/**
 * `info.version` of the descriptions (ADR-0029): of a release its version; while changesets wait, the version
 * that they give with `-next`, since a contract that differs from a release does not have its version.
 */
export function describedVersion(root: string, version: string): string {
  return versionBetween(version, plannedBump(root, contractPackage));
}

/** The version between two releases: that of the next one with `-next`, if it has a bump. */
export function versionBetween(version: string, bump: Impact): string {
  return bump === 'none' ? version : `${plannedVersion(version, bump)}-next`;
}

/** Whether the first version is lower than the second. */
export function isLower(version: string, other: string): boolean {
  const numbers = numbersOf(version);
  const others = numbersOf(other);
  const differing = numbers.findIndex((number, index) => number !== others[index]);
  return differing >= 0 && (numbers[differing] ?? 0) < (others[differing] ?? 0);
}

function numbersOf(version: string): Numbers {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (match === null) throw new Error(`expected a version like 1.2.3, found ${version}`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

/**
 * The greatest bump of a package in the changesets of `.changeset`, those of a former folder left out; `none`
 * if no changeset names it. A line that is new since then is not covered by what was planned before.
 */
export function plannedBump(root: string, packageName: string, former?: string): Impact {
  const files = globSync('.changeset/*.md', { cwd: root }).filter(
    (file) => !file.endsWith('README.md') && !(former !== undefined && existsSync(join(former, file))),
  );
  return greatest(files.map((file) => bumpIn(file, readFileSync(join(root, file), 'utf8'), packageName)));
}

/** @throws {Error} that names the file if it is not a changeset. */
function bumpIn(file: string, text: string, packageName: string): Impact {
  const [, frontMatter] = /^---\n(.*?)^---$/ms.exec(text) ?? [];
  if (frontMatter === undefined)
    throw new Error(`${file}: expected front matter, found none; write changesets with \`npx changeset\``);
  const bump = objectOf(parse(frontMatter))[packageName] ?? 'none';
  if (!isImpact(bump))
    throw new Error(`${file}: ${packageName}: expected patch, minor or major, found ${JSON.stringify(bump)}`);
  return bump;
}

/** The version that the next release must have, the version that it will have, and whether that suffices. */
export interface Judgement {
  readonly impact: Impact;
  readonly released: string;
  readonly required: string;
  readonly planned: string;
  readonly passes: boolean;
  /** The least bump with which the gate passes. */
  readonly bump: Impact;
  /** What no bump covers: it must be deprecated first. */
  readonly unannounced: readonly string[];
}

/**
 * Compares the changes since the baseline with the version that package.json and the changesets give. A patch
 * may wait for the next changeset; a minor or major change may not.
 */
export function judge(
  changes: readonly ContractChange[],
  versions: { readonly released: string; readonly present: string; readonly bump: Impact },
  unannounced: readonly string[] = [],
): Judgement {
  const { released, present } = versions;
  const impact = greatest(changes.map((change) => change.impact));
  const required = nextVersion(released, impact);
  const planned = plannedVersion(present, versions.bump);
  const isCovered = !isGreater(impact, 'patch') || !isLower(planned, required);
  const passes = isCovered && unannounced.length === 0;
  const bump = impact === 'major' && released.startsWith('0.') ? 'minor' : impact;
  return { impact, released, required, planned, passes, bump, unannounced };
}
