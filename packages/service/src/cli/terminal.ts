/** What the CLI needs from its process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether a person reads what is written, and not a program. */
  readonly isInteractive: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Resolves when the user stops a running service. */
  stopped(): Promise<unknown>;
}

/** Aligned columns under their names; times as ISO 8601, absent values as `-`. */
export function formatTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, unknown>>[],
): string {
  const lines = [columns.map(String), ...rows.map((row) => columns.map((column) => formatCell(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** A value in a table. */
function formatCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A value as JSON, for `--json`. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
