import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { ContractError, type Fault } from './fault.ts';
import { parsePointer } from './json-pointer.ts';

/** A parsed YAML text that still knows on which line each value stands. */
export interface YamlFile {
  readonly value: unknown;
  fault(pointer: string, message: string): Fault;
}

/**
 * Reads a YAML file below `root`.
 * @throws {ContractError} with line and reason when it is missing or not YAML.
 */
export function readYamlFile(root: string, path: string): YamlFile {
  const file = relative(root, join(root, path));
  return parseYaml(readText(root, file), file);
}

/** Parses YAML `text` that stands in `file`, beginning after `skippedLines` (front matter has one). */
export function parseYaml(text: string, file: string, skippedLines = 0): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineAt = (offset: number) => lines.linePos(offset).line + skippedLines;
  if (document.errors.length > 0) {
    throw new ContractError(
      document.errors.map((error) => ({
        file,
        line: lineAt(error.pos[0]),
        pointer: '',
        message: error.message.split('\n', 1)[0] ?? error.code,
      })),
    );
  }
  return {
    value: document.toJS(),
    fault: (pointer, message) => ({ file, line: lineAt(offsetOf(document, pointer)), pointer, message }),
  };
}

/** The text of a file below `root`; a missing one is a fault, not a stack trace. */
export function readText(root: string, file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ContractError([{ file, pointer: '', message: `cannot be read: ${reason}` }]);
  }
}

/** Where the value stands, or the nearest one around it when it is missing. */
function offsetOf(document: Document, pointer: string): number {
  for (let path = parsePointer(pointer); path.length > 0; path = path.slice(0, -1)) {
    const node = document.getIn(path, true);
    if (node !== null && typeof node === 'object' && 'range' in node && Array.isArray(node.range)) {
      return node.range[0];
    }
  }
  return 0;
}
