/** A violation of §7.3, as data. */
export type Violation =
  | {
      readonly kind: 'content-not-found';
      readonly cascadeId: number;
      readonly stageUuid: string;
      readonly channel: string;
    }
  | { readonly kind: 'stage-not-found'; readonly cascadeId: number; readonly channel: string };

/** The text of §7.3 for one violation. */
export function violationText(violation: Violation): string {
  const id = String(violation.cascadeId).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return violation.kind === 'content-not-found'
    ? `the content was not found for the cascade template stage [cascadeTemplateId:${id};stageUuid:${violation.stageUuid};channelType:${violation.channel}]`
    : `the cascade template stage was not found for the content [cascadeTemplateId:${id};contentChannelType:${violation.channel}]`;
}

/** The whole `detail` of a cascade validation error (ADR-0005). */
export function violationsDetail(violations: readonly Violation[]): string {
  return `Cascade scheduling request is not valid. Violations: ${violations.map(violationText).join('; ')}`;
}
