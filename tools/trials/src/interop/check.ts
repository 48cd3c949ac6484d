/** A tool of others that is tried as its users have it; where it is not to be had, it is skipped with the reason. */
export interface Check {
  readonly name: string;
  readonly version: string;
  /** What it tries, for the page. */
  readonly tries: string;
  /** Why it cannot be tried here; undefined if it can. */
  absent(): Promise<string | undefined>;
  /** What failed, a line each; none if all is well. */
  failures(): Promise<readonly string[]>;
}
