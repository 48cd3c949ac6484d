import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { greatest, type Impact, isImpact } from './impact.ts';
import { objectOf } from './json.ts';

/** How far the changesets in `.changeset` raise a package; `none` if none names it. */
export function plannedBump(root: string, packageName: string): Impact {
  const files = globSync('.changeset/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'));
  return greatest(files.map((file) => bumpIn(file, readFileSync(join(root, file), 'utf8'), packageName)));
}

/** @throws {Error} that names the file when it is no changeset. */
function bumpIn(file: string, text: string, packageName: string): Impact {
  const [, frontMatter] = /^---\n(.*?)^---$/ms.exec(text) ?? [];
  if (frontMatter === undefined)
    throw new Error(`${file} has no front matter: write it with \`npx changeset\`.`);
  const bump = objectOf(parse(frontMatter))[packageName] ?? 'none';
  if (!isImpact(bump)) throw new Error(`${file}: ${packageName} is raised by ${JSON.stringify(bump)}.`);
  return bump;
}
