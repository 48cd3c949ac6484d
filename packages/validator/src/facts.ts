/** The part of a cascade that the rules compare a request with (§2.3). */
export interface CascadeShape {
  readonly id: number;
  readonly stages: readonly { readonly uuid: string; readonly channel: string }[];
  /** Which problem reports a stage without content (ADR-0004); `violations` if absent. */
  readonly coverage?: 'violations' | 'code';
}

/** What only the provider knows. The rules skip every check whose fact is absent. */
export interface Facts {
  isRequestIdUsed?(requestId: string): boolean;
  findCascade?(cascadeId: number): CascadeShape | undefined;
  canAfford?(cascade: CascadeShape): boolean;
  /** The provider's clock, for the furthest start time (ADR-0043). */
  now?(): Date;
}
