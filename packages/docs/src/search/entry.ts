/** An entry of the search index. */
export interface SearchEntry {
  readonly kind: 'operation' | 'field' | 'code' | 'reason' | 'limit' | 'clause' | 'decision' | 'guide';
  readonly name: string;
  readonly text: string;
  /** Page and anchor. */
  readonly url: string;
}
