import type { Look } from '../crash/database.ts';

/** What happens to the machine of the primary: its processes end, or stop for a while, as under a paused hypervisor. */
export type Loss = 'killed' | 'frozen';

/** Several PostgreSQL servers of which one takes writes, and what an operator does with them. */
export interface Arrangement {
  /** `DATABASE_URL` of the service: it names all servers. */
  readonly url: string;
  /** Queries the present primary. */
  readonly look: Look;
  /** The primary is lost, with what it has not sent yet. */
  lose(how: Loss): Promise<void>;
  /** Resolves once another server takes writes. */
  promote(): Promise<void>;
  /** The lost server returns as it was: it takes itself for the primary. */
  bringBack(): Promise<void>;
  /** How many of the messages that the returned server holds the present primary does not know. */
  strayMessages(): Promise<number>;
  /** The returned server follows the present primary. */
  rejoin(): Promise<void>;
  /** How often that took a hand, of an arrangement that needs none; absent of another. */
  readonly helped?: () => number;
  /** Ends all servers, and removes their data. */
  remove(): Promise<void>;
}
