/** What a vector takes beside one request to a provider with the accounts of spec/samples/provider.yaml. */
export type Need = 'several requests' | 'a clock' | 'a receiver' | 'an answer on demand';

/** One permitted answer. Any one of a vector's answers is right. */
export interface PermittedAnswer {
  /** `2xx`, `4xx`, or a status. */
  readonly status: number | '2xx' | '4xx';
  /** The titles that mean the problem code: every spelling of it. */
  readonly titles?: readonly string[] | undefined;
  /**
   * A regular expression, without flags, that `detail` contains; for every engine that knows `\s` and
   * `(?:…)`.
   */
  readonly detail?: string | undefined;
  /** Why the source permits this answer too, though ours is another one. */
  readonly because?: string | undefined;
}

/** The request as it is sent; `{{requestId}}`, `{{hex8}}` and `{{longText}}` are filled in. */
export interface VectorRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * One behaviour of a provider. Without a request, it takes what `needs` says. Members that are undefined are
 * not written.
 */
export interface RequestVector {
  readonly id: string;
  readonly says: string;
  readonly from: 'scenario' | 'catalogue' | 'limits';
  readonly provenance: 'documented' | 'assumed';
  readonly decision?: string | undefined;
  readonly clauses: readonly string[];
  readonly needs: readonly Need[];
  readonly precondition?: string | undefined;
  readonly request?: VectorRequest | undefined;
  /** How many `x` the variable `{{longText}}` stands for. */
  readonly longText?: number | undefined;
  readonly answers?: readonly PermittedAnswer[] | undefined;
  /** The limit whose last or first value this is. */
  readonly limit?:
    | { readonly id: string; readonly value: number; readonly side: 'inside' | 'outside' }
    | undefined;
}

/** A regular expression for a text of §7.3 or a comment of §7.1: blanks around the joints may differ. */
export function detailPattern(text: string): string {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return escaped
    .replaceAll(/(?<=Violations:) /g, String.raw`\s*`)
    .replaceAll(/; (?=the )/g, String.raw`\s*;\s*`);
}

/**
 * A pattern for violations in any order within their kind: missing content first, then surplus content
 * (§7.3).
 */
export function violationsPattern(missing: readonly string[], surplus: readonly string[]): string {
  const orders = permutations(missing).flatMap((first) =>
    permutations(surplus).map((then) => [...first, ...then].map(detailPattern).join(String.raw`\s*;\s*`)),
  );
  const joined = orders.length === 1 ? orders.join('') : `(?:${orders.join('|')})`;
  return String.raw`Violations:\s*${joined}`;
}

function permutations(texts: readonly string[]): string[][] {
  if (texts.length === 0) return [[]];
  return texts.flatMap((text, index) =>
    permutations(texts.toSpliced(index, 1)).map((others) => [text, ...others]),
  );
}

/** A violation of §7.3, as data. */
export type VectorViolation =
  | {
      readonly kind: 'content-not-found';
      readonly cascadeId: number;
      readonly stageUuid: string;
      readonly channel: string;
    }
  | { readonly kind: 'stage-not-found'; readonly cascadeId: number; readonly channel: string };

/** The text of §7.3 for one violation. */
export function violationText(violation: VectorViolation): string {
  const id = String(violation.cascadeId).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return violation.kind === 'content-not-found'
    ? `the content was not found for the cascade template stage [cascadeTemplateId:${id};stageUuid:${violation.stageUuid};channelType:${violation.channel}]`
    : `the cascade template stage was not found for the content [cascadeTemplateId:${id};contentChannelType:${violation.channel}]`;
}

/** The whole `detail` of a cascade validation error (ADR-0005). */
export function violationsDetail(violations: readonly VectorViolation[]): string {
  return `Cascade scheduling request is not valid. Violations: ${violations.map(violationText).join('; ')}`;
}
