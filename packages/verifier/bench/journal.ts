import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Judged } from './judge-worker.ts';

/** What was judged, a line of JSON for each subject, so that a run that was broken off goes on where it was. */
export interface Journal {
  readonly judged: readonly Judged[];
  add(judged: Judged): void;
}

/** Reads the file if there is one. The verdicts in it must be by the same verifier: this is not checked. */
export function openJournal(file: string): Journal {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return {
    judged: lines.filter((line) => line !== '').map((line): Judged => JSON.parse(line)),
    add: (judged) => appendFileSync(file, `${JSON.stringify(judged)}\n`),
  };
}
