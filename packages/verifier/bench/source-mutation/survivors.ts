import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { JudgedMutant } from './judge-mutant.ts';

const file = new URL('survivors.yaml', import.meta.url);

/**
 * - `equivalent`: no request could tell the mutant from the provider
 * - `free`: the contract allows both
 * - `beyond`: only visible in what the contract does not speak of, such as threads, or a client that misbehaves
 * - `unjudged`: the report names the scenarios that it could not judge, and why
 */
export type Kind = 'equivalent' | 'free' | 'beyond' | 'unjudged';

/** Why mutants survive. */
export interface Explanation {
  readonly why: string;
  readonly kind: Kind;
  /** Their ids. */
  readonly mutants: readonly string[];
}

export async function readExplanations(): Promise<readonly Explanation[]> {
  return parse(await readFile(file, 'utf8')) ?? [];
}

/** Mutants without a finding, a hint or a word about the profile: each needs an explanation. */
export function isUnseen({ outcome }: Pick<JudgedMutant, 'outcome'>): boolean {
  return outcome === 'survived' || outcome === 'timeout';
}

export interface Check {
  /** Survivors that no explanation names. */
  readonly unexplained: readonly JudgedMutant[];
  /** Ids of explanations whose mutant is not there, or is seen. */
  readonly stale: readonly string[];
}

/** Compares the survivors with what explains them. */
export function checkSurvivors(judged: readonly JudgedMutant[], explanations: readonly Explanation[]): Check {
  const explained = new Set(explanations.flatMap(({ mutants }) => mutants));
  const unseen = judged.filter(isUnseen);
  const ids = new Set(unseen.map(({ id }) => id));
  return {
    unexplained: unseen.filter(({ id }) => !explained.has(id)),
    stale: [...explained].filter((id) => !ids.has(id)),
  };
}
