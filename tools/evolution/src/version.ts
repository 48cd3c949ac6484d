import type { Impact } from './impact.ts';

type Numbers = readonly [major: number, minor: number, patch: number];

/**
 * The lowest version that may follow (Semantic Versioning 2.0.0). Below 1.0.0 a major change raises the
 * second number, as a minor one does.
 */
export function nextVersion(version: string, impact: Impact): string {
  const [major, minor, patch] = numbersOf(version);
  if (impact === 'none') return version;
  if (impact === 'patch') return `${major}.${minor}.${patch + 1}`;
  return impact === 'minor' || major === 0 ? `${major}.${minor + 1}.0` : `${major + 1}.0.0`;
}

/** The version that changesets give: they have no exception below 1.0.0. */
export function plannedVersion(version: string, bump: Impact): string {
  return bump === 'major' ? `${numbersOf(version)[0] + 1}.0.0` : nextVersion(version, bump);
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
