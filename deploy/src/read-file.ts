import { readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** The text of a file in `deploy/`. */
export function readText(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** All documents of a YAML file. @throws {Error} if one of them is invalid. */
export function readYaml(path: string): readonly unknown[] {
  return parseAllDocuments(readText(path)).map((document) => {
    if ('errors' in document && document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]}`);
    return document.toJS();
  });
}

export function filesIn(folder: string): readonly string[] {
  return readdirSync(new URL(`../${folder}`, import.meta.url));
}
