import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** The text of a file in `deploy/`. */
export function readText(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** The path of a file for operators, which the package of the service carries. */
function operatorsFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`@cascade/service/operate/${name}`));
}

export function readOperators(name: string): string {
  return readFileSync(operatorsFile(name), 'utf8');
}

/** All documents of a YAML file. @throws {Error} if one of them is invalid. */
export function readDocuments(path: string, read: typeof readText = readText): readonly unknown[] {
  return parseAllDocuments(read(path)).map((document) => {
    if ('errors' in document && document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]}`);
    return document.toJS();
  });
}
