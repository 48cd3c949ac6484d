import type { FileFault } from '@cascade/yaml-file';
import { isNode, type JsonObject, objectOf, stringsOf, toPointer } from './json.ts';
import { readClauses } from './read-catalogue.ts';
import { readYamlFile } from './yaml-file.ts';

/** A node that cites clauses: its place, and what viewers and code generators show of it. */
interface CitingNode {
  readonly place: string;
  readonly clauses: readonly string[];
  readonly text: string;
}

/**
 * Clauses whose words no node that cites them has in its text; examples illustrate, and state nothing. Reads
 * the bundles below `root`: there the descriptions have what the catalogue adds to them.
 */
export function wordFaults(root: string): readonly FileFault[] {
  const { file, entries } = readClauses(root);
  const nodes = ['openapi', 'asyncapi'].flatMap((name) =>
    citingNodes(name, readYamlFile(root, `spec/generated/${name}-annotated.yaml`).value),
  );
  return [...entries.values()].flatMap(({ id, words = [] }) => {
    const citing = nodes.filter(({ clauses }) => clauses.includes(id));
    const missing = citing.map(({ place, text }) => ({ place, words: missingIn(text, words) }));
    if (citing.length === 0 || missing.some(({ words }) => words.length === 0)) return [];
    const [nearest] = missing.toSorted((a, b) => a.words.length - b.words.length);
    if (nearest === undefined) return [];
    const list = nearest.words.map((word) => JSON.stringify(word)).join(', ');
    const message = `${nearest.place} cites the clause, and does not say ${list}: write it there, or correct words`;
    return [file.locate({ pointer: toPointer([id, 'words']), message })];
  });
}

function missingIn(text: string, words: readonly string[]): readonly string[] {
  const shown = plain(text);
  return words.filter((word) => !shown.includes(plain(word)));
}

/** Without what marks words as code, in one letter case and on one line. */
function plain(text: string): string {
  return text.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').toLowerCase();
}

function citingNodes(name: string, description: unknown): readonly CitingNode[] {
  const found: CitingNode[] = [];
  const visit = (value: unknown, path: readonly string[], parent: JsonObject): void => {
    if (!isNode(value)) return;
    const node = objectOf(value);
    const clauses = stringsOf(node['x-clause']);
    if (clauses.length > 0)
      found.push({ place: `${name}.yaml#${toPointer(path)}`, clauses, text: textOf(node, path, parent) });
    for (const [key, child] of Object.entries(value)) {
      const isMap = path.at(-1) === 'properties';
      if (key !== 'examples' && !key.startsWith('x-')) visit(child, [...path, key], isMap ? parent : node);
    }
  };
  visit(description, [], {});
  return found;
}

const shownMembers = ['title', 'summary', 'description', 'type', 'format', 'name', 'in', 'const', 'enum'];

/**
 * What a reader sees of a node itself: its name or path, its type, whether it is required, its description
 * and the values that it lists. What is inside of it belongs to the nodes there.
 */
function textOf(node: JsonObject, path: readonly string[], parent: JsonObject): string {
  const [name = ''] = path.slice(-1);
  const isRequired = path.at(-2) === 'properties' && stringsOf(parent.required).includes(name);
  const shown = [...shownMembers, 'x-extensible-enum'].map((member) => node[member]);
  const media = Object.keys(objectOf(node.content));
  const demanded = stringsOf(node.required);
  return [...path, ...shown, ...media, ...demanded, ...(isRequired ? ['required'] : [])].flat().join(' ');
}
