import type { Html } from '../tree/html.ts';

/** A page of the site. */
export interface Page {
  /** Its file, from the root of the site: `limits.html`, `codes/out-of-balance.html`. */
  readonly file: string;
  readonly title: string;
  /** One sentence below the title, which search engines show, too. */
  readonly lead?: string;
  /** The content of `<main>` below title and lead. Links within the site begin with a slash. */
  readonly body: Html;
  /**
   * The file of the overview that lists this page, if any. Pages of one overview follow each other in order.
   */
  readonly under?: string;
  /** The method of the operation that it describes, e.g. `POST`. */
  readonly method?: string;
  /** Scripts beside it, which its own script loads when a reader wants them. */
  readonly loads?: LoadedScript | readonly LoadedScript[];
  /** Whether it takes the whole width, without a list of its headings. */
  readonly isWide?: boolean;
  /** Whether everything on it is assumed: *Hide assumptions* hides it as a whole. */
  readonly isAssumed?: boolean;
  /** Whether it has all assumptions, or tells how they changed: *Hide assumptions* hides nothing on it. */
  readonly showsAssumed?: boolean;
}

/** A script that a page loads after it can be read. */
interface LoadedScript {
  readonly file: string;
  readonly text: string;
}
