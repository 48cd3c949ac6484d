import type { StoreOptions } from '../store/open-store.ts';

/** An empty PostgreSQL to start a service on. */
export interface FreshPostgres {
  /** To start a service on. */
  readonly database: string | { readonly dataFolder: string };
  /** To read what the service has written. */
  readonly store: StoreOptions;
  /** Stops it; the service cannot start it again. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  /** Removes it with all its data; true if the service left its server running. */
  remove(): Promise<boolean>;
}
