import type { StoreOptions } from '../store/open-store.ts';

/** A PostgreSQL with nothing in it, to start a service on. */
export interface FreshPostgres {
  /** For `cascade-service`. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** For a look at what the service has written. */
  readonly store: StoreOptions;
  /** It is gone, and nobody can start it. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  /** Removes it with all its data; true if a server still ran that the service should have ended. */
  remove(): Promise<boolean>;
}
