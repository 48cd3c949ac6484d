/** An entry of the search index. */
export interface SearchEntry {
  readonly kind:
    | 'code'
    | 'reason'
    | 'operation'
    | 'field'
    | 'value'
    | 'limit'
    | 'guide'
    | 'page'
    | 'term'
    | 'package'
    | 'download'
    | 'decision'
    | 'clause';
  readonly name: string;
  readonly text: string;
  /** Page and anchor, from the root of the site, without a leading slash. */
  readonly url: string;
  /** What else people call it: other spellings, the status, words of the field. */
  readonly also?: readonly string[];
  /** The details of a problem code, to find it by an answered one. */
  readonly details?: readonly string[];
  /** Whether the source is silent about it and we chose: *Hide assumptions* leaves it out. */
  readonly isAssumed?: boolean;
}
