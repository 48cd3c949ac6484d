import type { Impact } from '../impact.ts';
import type { Draft } from './edit-release.ts';

/** An edit of the contract, and what it does to consumers. */
export interface SeededEdit {
  readonly name: string;
  readonly impact: Impact;
  /** A part of what the gate says about it, where the sentence must be right. */
  readonly says?: string;
  readonly edit: (draft: Draft) => void;
}

/** An edit that Redocly alone misses or overrates. */
export interface MisjudgedEdit extends SeededEdit {
  readonly redoclyAlone: Impact;
}
