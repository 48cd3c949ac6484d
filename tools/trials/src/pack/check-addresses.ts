import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { type PublishedPackage, publishedPackages, repositoryRoot } from './published.ts';

/** Where a package's code, pages and issues are: provenance compares the first, people follow all three. */
interface Addresses {
  readonly repository: { readonly type: 'git'; readonly url: string; readonly directory: string };
  readonly homepage: string;
  readonly bugs: string;
}

const members = ['repository', 'homepage', 'bugs'] as const;

/** The addresses of the package in a folder of the repository at a URL. */
function addressesOf(url: string, folder: string): Addresses {
  const base = url.replace(/(?:\.git)?\/*$/, '');
  return {
    repository: { type: 'git', url: `git+${base}.git`, directory: folder },
    homepage: `${base}/tree/main/${folder}#readme`,
    bugs: `${base}/issues`,
  };
}

/** A line for each published package without its addresses; empty if all have them. */
export function missingAddresses(packages: readonly PublishedPackage[] = publishedPackages()): string[] {
  return packages.flatMap(({ folder, manifest }) => {
    const missing = members.filter((name) => !(name in manifest));
    return missing.length === 0 ? [] : [`${folder}/package.json: expected ${missing.join(', ')}, found none`];
  });
}

/** Writes the addresses into the manifest of every published package below a root; idempotent. */
export function setAddresses(url: string, root: string = repositoryRoot): void {
  for (const { folder } of publishedPackages(root)) {
    const path = join(root, folder, 'package.json');
    const manifest: object = JSON.parse(readFileSync(path, 'utf8'));
    const text = JSON.stringify({ ...manifest, ...addressesOf(url, folder) }, null, 2);
    writeFileSync(path, `${text}\n`);
  }
}

const program = 'node tools/trials/src/pack/check-addresses.ts';
const example = `${program} --set https://github.com/OWNER/REPOSITORY`;
const command = commandLine(
  program,
  'Fails while a published package lacks `repository`, `homepage` or `bugs`. Runs before publishing: npm refuses provenance without `repository`, but only after it has published some packages.',
  `Example:\n  ${example}`,
).option('--set <url>', 'writes the address into every package first');

if (import.meta.main)
  process.exitCode = await runCommand(command, ({ set }) => {
    if (set !== undefined) setAddresses(set);
    const missing = missingAddresses();
    if (missing.length === 0) return 0;
    process.stderr.write(
      `${missing.join('\n')}\nNothing was published. Fill them in with one command:\n  ${example}\n`,
    );
    return 1;
  });
