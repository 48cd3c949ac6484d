import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/**
 * The licences of all packages from outside whose code is in a bundle.
 * @param inputs every file of the bundle
 * @throws {Error} if a package names no licence.
 */
export function thirdPartyLicenses(inputs: readonly string[]): string {
  const folders = inputs.filter((file) => file.includes('node_modules/')).map(packageFolder);
  const packages = [...new Set(folders)].map(readLicense);
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const intro = 'This package contains code of the following packages, each under its own licence.\n';
  return [intro, ...sorted.map(describe)].join('\n');
}

function describe({ name, version, license, text }: ThirdParty): string {
  return `${'-'.repeat(80)}\n${name} ${version}, ${license}\n\n${text.trim()}\n`;
}

function packageFolder(file: string): string {
  const [, folder = ''] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(file)) ?? [];
  return folder;
}

function readLicense(folder: string): ThirdParty {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (license === undefined) throw new Error(`${folder}: expected a licence in package.json, found none`);
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(each));
  const text =
    file === undefined
      ? `Copyright (c) ${author?.name ?? author ?? `the authors of ${name}`}. The package names its licence, and has no text of it.`
      : readFileSync(join(folder, file), 'utf8');
  return { name, version, license, text };
}
