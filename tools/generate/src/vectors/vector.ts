/** What a vector takes beside one request to a provider with the accounts of spec/samples/provider.yaml. */
export type Need = 'several requests' | 'a clock' | 'a receiver' | 'an answer on demand';

/** One permitted answer. Any one of a vector's answers is right. */
export interface PermittedAnswer {
  /** `2xx`, `4xx`, or a status. */
  readonly status: number | '2xx' | '4xx';
  /** The titles that mean the problem code: every spelling of it. */
  readonly titles?: readonly string[];
  /** A regular expression, without flags, that `detail` contains; for every engine that knows `\s` and `(?:…)`. */
  readonly detail?: string;
  /** Why the source permits this answer too, though ours is another one. */
  readonly because?: string;
}

/** The request as it is sent; `{{requestId}}`, `{{hex8}}` and `{{longText}}` are filled in. */
export interface VectorRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One behaviour of a provider. Without a request, it takes what `needs` says. */
export interface RequestVector {
  readonly id: string;
  readonly says: string;
  readonly from: 'scenario' | 'catalogue';
  readonly provenance: 'documented' | 'assumed';
  readonly decision?: string;
  readonly clauses: readonly string[];
  readonly needs: readonly Need[];
  readonly precondition?: string;
  readonly request?: VectorRequest;
  /** How many `x` the variable `{{longText}}` stands for. */
  readonly longText?: number;
  readonly answers?: readonly PermittedAnswer[];
  /** The limit whose last or first value this is. */
  readonly limit?: { readonly id: string; readonly value: number; readonly side: 'inside' | 'outside' };
}
