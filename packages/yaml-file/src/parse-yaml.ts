import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml';
import type { Fault, FileFault } from './fault.ts';
import { stepsOf } from './places.ts';

/** Reads and parses a file; `name` is its name in faults. */
export function readYaml(file: string, name: string = file): YamlFile | FaultyYaml {
  const read = readText(file, name);
  return 'faults' in read ? read : parseYaml(read.text, name);
}

/** Reads a file of any kind; `name` is its name in the fault. */
export function readText(file: string, name: string = file): { readonly text: string } | FaultyYaml {
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { faults: [{ file: name, line: 1, column: 1, pointer: '', message: explain(error) }] };
  }
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  switch (code) {
    case 'ENOENT':
      return 'file not found';
    case 'EISDIR':
      return 'expected a file, found a folder';
    case 'EACCES':
      return 'permission denied; let this user read the file';
    default:
      return `the file cannot be read (${code})`;
  }
}

/** A parsed file that knows the line and column of each value. */
export interface YamlFile {
  readonly value: unknown;
  /** Adds file, line and column, and to a duplicate the line of the first. */
  locate(fault: Fault): FileFault;
}

/** A file that cannot be read or is not YAML. */
export interface FaultyYaml {
  readonly faults: readonly FileFault[];
}

/**
 * Parses one YAML document. `firstLine` is its line in the file, such as 2 for front matter. Lines are looked
 * up once a fault needs one: a document that knows them is many times the size of its text.
 */
export function parseYaml(text: string, file: string, firstLine = 1): YamlFile | FaultyYaml {
  const value = loadPlain(text);
  if (value === undefined) return parseWithPlaces(text, file, firstLine);
  let withPlaces: YamlFile | FaultyYaml | undefined;
  return {
    value,
    locate(fault) {
      withPlaces ??= parseWithPlaces(text, file, firstLine);
      return 'faults' in withPlaces
        ? { ...fault, file, line: firstLine, column: 1 }
        : withPlaces.locate(fault);
    },
  };
}

/** Undefined if the document is empty, has aliases, or is not YAML: then the slower parser says what it is. */
function loadPlain(text: string): unknown {
  const list = text.length > partLength ? longListIn(text) : undefined;
  try {
    return list === undefined ? loadWhole(text) : { [list.name]: list.parts.flatMap(loadItems) };
  } catch {
    return undefined;
  }
}

const loadWhole = (text: string) => load(text, { schema: CORE_SCHEMA, maxAliases: 0 });

function loadItems(part: string): readonly unknown[] {
  const items = loadWhole(part);
  if (!Array.isArray(items)) throw new Error('expected the items of a list');
  return items;
}

/** Characters. What the parser remembers of this many, some million bytes, is gone with the next ones. */
const partLength = 50_000;

/** A member that is a list of many items, and its text in parts of whole items. */
interface LongList {
  readonly name: string;
  readonly parts: readonly string[];
}

/**
 * The only member of a large document if it is a list in block style: loaded in parts, a document takes less
 * memory than the many times its text that its parser remembers. A text or a collection that a cut would
 * divide leaves a part that does not parse as a list, and so does another member; the end of a document
 * would not.
 */
function longListIn(text: string): LongList | undefined {
  const [head = '', name, indent = ''] =
    /^(?:(?:#.*)?\n)*([A-Za-z_]\w*): *(?:#.*)?\n(?: *(?:#.*)?\n)*( *)(?=- )/.exec(text) ?? [];
  if (name === undefined || /^(?:---|\.\.\.)/m.test(text)) return undefined;
  const items = text.slice(head.length - indent.length);
  const parts: string[] = [];
  let from = 0;
  while (from < items.length) {
    const next = items.indexOf(`\n${indent}- `, from + partLength);
    const end = next === -1 ? items.length : next + 1;
    parts.push(items.slice(from, end));
    from = end;
  }
  return { name, parts };
}

function parseWithPlaces(text: string, file: string, firstLine: number): YamlFile | FaultyYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(lines.linePos(offset).line, 1) + firstLine - 1;

  function faultAt(offset: number, { pointer, message }: Fault, first?: number): FileFault {
    const place = { file, line: lineAt(offset), column: Math.max(lines.linePos(offset).col, 1), pointer };
    return { ...place, message: message + (first === undefined ? '' : ` (first at line ${lineAt(first)})`) };
  }

  const faults = findSyntaxFaults(document, file.endsWith('.json') ? 'JSON' : 'YAML');
  if (faults.length > 0)
    return {
      faults: faults.map(({ offset, message, first }) => faultAt(offset, { pointer: '', message }, first)),
    };
  try {
    return {
      value: document.toJS(),
      locate(fault) {
        const first = fault.first === undefined ? undefined : offsetOf(document, fault.first);
        return faultAt(offsetOf(document, fault.pointer), fault, first);
      },
    };
  } catch (error) {
    // Aliases that multiply beyond the parser's limit.
    const reason = error instanceof Error ? error.message : String(error);
    return { faults: [faultAt(0, { pointer: '', message: `invalid YAML: ${reason}` })] };
  }
}

/** Where a value begins in the text; for a missing value, where the nearest one around it begins. */
function offsetOf(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of stepsOf(pointer)) {
    const child = findChild(isAlias(node) ? node.resolve(document) : node, step);
    if (child === undefined) break;
    ({ node, offset } = child);
  }
  return offset;
}

interface Child {
  readonly node: unknown;
  readonly offset: number;
}

/** The offset of a member is that of its name, since the value may begin on a later line. */
function findChild(parent: unknown, step: string): Child | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return isNode(pair?.key) ? { node: pair.value, offset: pair.key.range?.[0] ?? 0 } : undefined;
  }
  const item = isSeq(parent) ? parent.items[Number(step)] : undefined;
  return isNode(item) ? { node: item, offset: item.range?.[0] ?? 0 } : undefined;
}

/** Why a text is not YAML, by offset. */
interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
  /** Offset of the first of two members of one name. */
  readonly first?: number;
}

/** What the parser reports, and aliases without an anchor, which it accepts. */
function findSyntaxFaults(document: Document, language: string): readonly SyntaxFault[] {
  // A tab causes other errors, on the same line.
  const tabs = document.errors.filter(({ code }) => code === 'TAB_AS_INDENT');
  const errors = tabs.length > 0 ? tabs : document.errors;
  const faults = errors.map((error) => toFault(document, error, language));
  return faults.length > 0 ? faults : findUndefinedAliases(document);
}

function toFault(document: Document, error: YAMLParseError, language: string): SyntaxFault {
  const offset = error.pos[0];
  const duplicate = error.code === 'DUPLICATE_KEY' ? findDuplicate(document, offset) : undefined;
  return { offset, message: `invalid ${language}: ${withoutQuote(error.message)}`, ...duplicate };
}

/** The parser quotes the file, and the quoted part may be a secret. */
function withoutQuote(message: string): string {
  return message.replace(/: ".*$/s, '').split('\n', 1)[0] ?? '';
}

function findDuplicate(document: Document, offset: number): Omit<SyntaxFault, 'offset'> | undefined {
  let found: Omit<SyntaxFault, 'offset'> | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
      const duplicate = keys.find(({ range }) => range?.[0] === offset);
      if (duplicate === undefined) return undefined;
      const first = keys.find(({ value }) => value === duplicate.value)?.range?.[0];
      found = { message: `duplicate field ${duplicate.value}`, ...(first === undefined ? {} : { first }) };
      return visit.BREAK;
    },
  });
  return found;
}

function findUndefinedAliases(document: Document): readonly SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      const message = `alias *${alias.source} is not defined; expected an anchor &${alias.source} above`;
      faults.push({ offset: alias.range?.[0] ?? 0, message });
    },
  });
  return faults;
}
