/** A violation of §7.3, as data. */
export type Violation = ContentNotFound | StageNotFound;

/** The cascade has a stage whose channel has no object in `content`. */
export interface ContentNotFound {
  readonly kind: 'content-not-found';
  readonly cascadeId: number;
  readonly stageUuid: string;
  readonly channel: Channel;
}

/** `content` has an object for a channel without a stage in the cascade. */
export interface StageNotFound {
  readonly kind: 'stage-not-found';
  readonly cascadeId: number;
  readonly channel: Channel;
}

/** Editors complete the documented channels (§2.3); any other is accepted. */
export type Channel = 'SMS' | 'CHATONE' | 'CHATTWO' | (string & {});

/** The brackets suffice to tell the two kinds apart. They contain `;`, so the text is not split there. */
const brackets =
  /\[\s*cascadeTemplateId:([\d,]+)\s*;(?:\s*stageUuid:([^;\]]*?)\s*;)?\s*(?:contentChannelType|channelType):([^;\]]*?)\s*\]/g;

/**
 * The violations in the `detail` of a cascade validation error, in its order (§7.3). Skips unknown ones, and
 * ignores blanks around `;`.
 */
export function parseViolations(detail: string | undefined): Violation[] {
  return Array.from((detail ?? '').matchAll(brackets), ([, id = '', stageUuid, channel = '']) => {
    const cascadeId = Number(id.replaceAll(',', ''));
    return stageUuid === undefined
      ? { kind: 'stage-not-found', cascadeId, channel }
      : { kind: 'content-not-found', cascadeId, stageUuid, channel };
  });
}
