import { readYamlFile, repositoryRoot } from '../../index.ts';
import { type GeneratedFile, synchronise } from '../generated-files.ts';
import { collections, collectionsFolder } from './collections.ts';
import { jsonSchemas } from './json-schemas.ts';
import { profiles } from './profiles.ts';

const descriptions = ['openapi', 'asyncapi', 'gateway', 'control'] as const;

/**
 * The files of spec/ that only others read: the descriptions as JSON, their profiles, JSON Schemas, the
 * collections, llms.txt. They are in the portal and in the package, and not committed.
 */
export function releaseFiles(): readonly GeneratedFile[] {
  const twins = descriptions.map((name) => {
    const { value } = readYamlFile(repositoryRoot, `spec/generated/${name}.yaml`);
    return { path: `spec/generated/${name}.json`, text: `${JSON.stringify(value, null, 2)}\n` };
  });
  return [...twins, ...profiles(), ...jsonSchemas(), ...collections()];
}

/** Writes them where the package has them; what is current stays untouched. */
export function writeReleaseFiles(root: string = repositoryRoot): void {
  const files = releaseFiles();
  synchronise.files(root, files, false);
  synchronise.leftovers(root, [collectionsFolder], new Set(files.map(({ path }) => path)), false);
}

/** As a program, before the package of spec/ is packed. */
if (import.meta.main) writeReleaseFiles();
