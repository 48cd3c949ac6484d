import type { KnownFinding } from '../generated/baseline.ts';

/** What a run found, against what was known of the provider. */
export interface BaselineResult {
  /** The file, as it was named. */
  readonly file: string;
  /** Found, and known. */
  readonly known: readonly KnownFinding[];
  /** Ids of findings that the baseline does not have. */
  readonly fresh: readonly string[];
  /** Found, and known until a day that has passed. */
  readonly expired: readonly KnownFinding[];
  /** Not found, although the run would have found them. */
  readonly vanished: readonly KnownFinding[];
  /** Neither: the run did not judge their scenarios. */
  readonly notSought: readonly KnownFinding[];
}

/** Whether the run fails against its baseline. */
export function failsBaseline({ fresh, expired, vanished }: BaselineResult): boolean {
  return fresh.length + expired.length + vanished.length > 0;
}

/** What the baseline says of a finding, in words; nothing of a hint, or without a baseline. */
export function standingOf(baseline: BaselineResult | undefined, id: string): string | undefined {
  if (baseline === undefined) return undefined;
  const { file, known, fresh, expired } = baseline;
  const entry = known.find(({ finding }) => finding === id);
  if (entry !== undefined) return `known until ${entry.until} (${entry.ticket}): ${entry.reason}`;
  const late = expired.find(({ finding }) => finding === id);
  if (late !== undefined)
    return `expired on ${late.until} (${late.ticket}): fix it, or set a later day in ${file}`;
  return fresh.includes(id) ? `new: ${file} does not have it` : undefined;
}

/** What is to be done with an entry whose finding has vanished. */
export function vanishedInWords({ file }: BaselineResult, { finding, ticket }: KnownFinding): string {
  return `The known finding ${finding} has vanished (${ticket}): remove it from ${file}, so that a new one fails.`;
}
