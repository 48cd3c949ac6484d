import { LineCounter, parseDocument } from 'yaml';
import type { Fault, FileFault } from './fault.ts';
import { offsetOf } from './offset-of.ts';
import { findSyntaxFaults } from './syntax-faults.ts';

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

/** Parses one YAML document. `firstLine` is its line in the file, such as 2 for front matter. */
export function parseYaml(text: string, file: string, firstLine = 1): YamlFile | FaultyYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(lines.linePos(offset).line, 1) + firstLine - 1;

  function faultAt(offset: number, { pointer, message }: Fault, first?: number): FileFault {
    const place = { file, line: lineAt(offset), column: Math.max(lines.linePos(offset).col, 1), pointer };
    return { ...place, message: message + (first === undefined ? '' : ` (first at line ${lineAt(first)})`) };
  }

  const faults = findSyntaxFaults(document);
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
