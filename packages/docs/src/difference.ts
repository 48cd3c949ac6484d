import { diff } from 'node:util';

/** A line of the later text. `changed` means that the earlier text lacks it at this position. */
export interface Line {
  readonly text: string;
  readonly changed: boolean;
}

/** The lines of `after`; those outside the longest common subsequence with `before` are marked as changed. */
export function markChanges(before: string, after: string): Line[] {
  const gone = 1;
  const kept = 0;
  return diff(before.split('\n'), after.split('\n'))
    .filter(([operation]) => operation !== gone)
    .map(([operation, text]) => ({ text, changed: operation !== kept }));
}
