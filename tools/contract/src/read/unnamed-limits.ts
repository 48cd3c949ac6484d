import { globSync } from 'node:fs';
import type { FileFault } from '@cascade/yaml-file';
import { isNode, type JsonObject, objectOf, stringsOf, toPointer } from './json.ts';
import { readClauses, readLimits } from './read-catalogue.ts';
import { readYamlFile } from './yaml-file.ts';

/** Keywords by which a schema limits a value. `minLength: 1` only says that a text is not empty. */
const limiting = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
  'pattern',
  'format',
];

/** Below these a schema is a question: it refuses nothing by itself. */
const questions = ['if', 'not', 'contains'];

const places = [
  { folder: 'spec/openapi/components/schemas', prefix: '' },
  { folder: 'spec/openapi/additions/schemas', prefix: 'additions/' },
];

/**
 * Limits of documented nodes that the source does not name. A limit of a documented node has a clause in
 * limits.yaml, is named by a clause that the node cites (a pattern, a format), or says in `x-problem` by
 * which decision it is ours. Else the verifier would fail providers by our invention.
 */
export function unnamedLimits(root: string): readonly FileFault[] {
  const ofSource = readLimits(root).entries.filter(({ clause }) => clause !== undefined);
  const listed = new Set(ofSource.flatMap(({ at }) => at ?? []));
  const clauses = readClauses(root).entries;
  const saysAny = (ids: readonly string[], text: string) =>
    ids.some((id) => clauses.get(id)?.says.toLowerCase().includes(text.toLowerCase()));

  return places.flatMap(({ folder, prefix }) =>
    globSync('**/*.yaml', { cwd: `${root}/${folder}` }).flatMap((path) => {
      const file = readYamlFile(root, `${folder}/${path}`);
      const name = prefix + (path.split('/').at(-1) ?? path);
      return limitsOf(file.value)
        .filter(({ at }) => !listed.has(`${name}#${at}`))
        .filter(({ value, cited }) => !isText(value) || !saysAny(cited, bare(value)))
        .map((limit) => file.locate({ pointer: limit.at, message: messageOf(limit) }));
    }),
  );
}

/** A limit of a documented node: its keyword with its value, its JSON pointer, and the clauses of the node. */
interface DocumentedLimit {
  readonly keyword: string;
  readonly value: unknown;
  readonly at: string;
  readonly cited: readonly string[];
}

/** The limits of a schema and of all in it; a node without marks belongs to the node around it. */
function limitsOf(value: unknown, path: readonly string[] = [], around: JsonObject = {}): DocumentedLimit[] {
  if (!isNode(value)) return [];
  const node = objectOf(value);
  const marked = 'x-clause' in node || 'x-assumed' in node ? node : around;
  const cited = marked['x-provenance'] === 'assumed' ? [] : stringsOf(marked['x-clause']);
  const own = limiting.filter((keyword) => keyword in node && !isHarmless(keyword, node));
  return [
    ...(cited.length === 0 ? [] : own).map((keyword) => ({
      keyword,
      value: node[keyword],
      at: toPointer([...path, keyword]),
      cited,
    })),
    ...Object.entries(value)
      .filter(([key]) => !questions.includes(key) && !key.startsWith('x-'))
      .flatMap(([key, child]) => limitsOf(child, [...path, key], marked)),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A pattern without its anchors. */
function bare(pattern: string): string {
  return pattern.replaceAll(/^\^|\$$/g, '');
}

/** That a text is not empty, that there may be none of them, and what names its decision. */
function isHarmless(keyword: string, node: JsonObject): boolean {
  const { [keyword]: problem } = objectOf(node['x-problem']);
  const { decision = problem } = objectOf(problem);
  const isOurs = /^ADR-\d{4}$/.test(String(decision));
  return (
    isOurs ||
    (keyword === 'minLength' && node[keyword] === 1) ||
    (keyword === 'minContains' && node[keyword] === 0)
  );
}

function messageOf({ keyword, value, cited }: DocumentedLimit): string {
  const limit = `${keyword}: ${JSON.stringify(value)}`;
  return `expected a limit that ${cited.join(', ')} names, found ${limit}: give it an entry with a clause in catalogue/limits.yaml, or say by x-problem: { ${keyword}: ADR-… } that it is ours`;
}
