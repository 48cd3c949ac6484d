import type { FileFault } from './fault.ts';

/** A faulty file. The message lists all faults, one a line: `file:line:column: pointer: message`. */
export class YamlFileError extends Error {
  /** In the order of the file. */
  readonly faults: readonly FileFault[];

  constructor(heading: string, faults: readonly FileFault[]) {
    const files = [...new Set(faults.map(({ file }) => file))];
    const sorted = files.flatMap((name) =>
      faults.filter(({ file }) => file === name).toSorted((a, b) => a.line - b.line || a.column - b.column),
    );
    super([heading, ...sorted.map(formatFault)].join('\n'));
    this.name = 'YamlFileError';
    this.faults = sorted;
  }
}

function formatFault({ file, line, column, pointer, message }: FileFault): string {
  return `${file}:${line}:${column}: ${pointer === '' ? '' : `${pointer}: `}${message}`;
}
