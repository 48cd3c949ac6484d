import { readFile } from 'node:fs/promises';

export const deepFile = new URL('../results/deep.json', import.meta.url);

/** What came of a run with --deep --assumptions. */
export interface DeepRun {
  readonly verdict: string;
  readonly seconds: number;
  readonly requests: number;
  readonly propertyCases: number;
  readonly findings: readonly string[];
  readonly inconclusive: readonly string[];
}

export type Deep = Readonly<Record<'service' | 'mock', DeepRun>>;

/** The deep runs as they were made last. */
export async function readDeep(): Promise<Deep> {
  return JSON.parse(await readFile(deepFile, 'utf8'));
}
