/** A violation of §7.3, as data. */
export type Violation = ContentNotFound | StageNotFound;

/** The cascade has a stage for which `content` holds no object. */
export interface ContentNotFound {
  readonly kind: 'content-not-found';
  readonly cascadeId: number;
  readonly stageUuid: string;
  readonly channel: Channel;
}

/** `content` holds an object for a channel that has no stage in the cascade. */
export interface StageNotFound {
  readonly kind: 'stage-not-found';
  readonly cascadeId: number;
  readonly channel: Channel;
}

/** Completes to the channels that are shown (§2.3) and takes any other. */
export type Channel = 'SMS' | 'CHATONE' | 'CHATTWO' | (string & {});

/** The brackets are enough to tell the two apart. They contain `;` themselves, so nothing is split there. */
const brackets =
  /\[\s*cascadeTemplateId:([\d,]+)\s*;(?:\s*stageUuid:([^;\]]*?)\s*;)?\s*(?:contentChannelType|channelType):([^;\]]*?)\s*\]/g;

/**
 * The violations that the `detail` of a cascade validation error names, in its order (§7.3); none if it
 * names none that we know. Blanks around `;` do not matter.
 */
export function parseViolations(detail: string | undefined): Violation[] {
  return Array.from((detail ?? '').matchAll(brackets), ([, id = '', stageUuid, channel = '']) => {
    const cascadeId = Number(id.replaceAll(',', ''));
    return stageUuid === undefined
      ? { kind: 'stage-not-found', cascadeId, channel }
      : { kind: 'content-not-found', cascadeId, stageUuid, channel };
  });
}
