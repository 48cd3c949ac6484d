import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { greatest, type Impact, isImpact } from './impact.ts';
import { objectOf } from './json.ts';

/** The greatest bump of a package in the changesets of `.changeset`; `none` if no changeset names it. */
export function plannedBump(root: string, packageName: string): Impact {
  const files = globSync('.changeset/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'));
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
