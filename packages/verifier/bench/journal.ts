import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What was judged, a line of JSON for each subject, so that a run that was broken off goes on where it was. */
export interface Journal<Judged> {
  readonly judged: readonly Judged[];
  add(judged: Judged): void;
}

/** Reads the file if there is one. The verdicts in it must be by the same verifier: this is not checked. */
export function openJournal<Judged>(file: string): Journal<Judged> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return {
    judged: lines.filter((line) => line !== '').map((line): Judged => JSON.parse(line)),
    add: (judged) => appendFileSync(file, `${JSON.stringify(judged)}\n`),
  };
}
