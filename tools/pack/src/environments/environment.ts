import type { Packed } from '../pack.ts';
import type { Trial } from '../trial.ts';

/** Where environments are tried. */
export interface Room {
  /** Empty at first, removed at the end. */
  readonly folder: string;
  readonly packed: readonly Packed[];
  /** A folder in which npm has installed the callers' packages; environments work in folders below it. */
  readonly callers: string;
}

/** A runtime, bundler or compiler that the published packages promise to work with. */
export interface Environment {
  readonly name: string;
  readonly version: string;
  /** How the packages are loaded in it. */
  readonly how: string;
  readonly packages: 'all' | 'callers';
  /** Rejects if the environment itself cannot be installed. */
  open(room: Room): Promise<() => Promise<readonly Trial[]>>;
}
