import { membersOf } from '../json-object.ts';
import type { StageContent } from './judge-stage.ts';

/** The content object of a channel: `smsContent` for SMS, and likewise for any other channel (§2.1). */
export function contentOf(content: Readonly<Record<string, unknown>> | null, channel: string): unknown {
  return content?.[`${channel.toLowerCase()}Content`];
}

/** Reads the members that the service's rules check. */
export function readContent(content: unknown): StageContent {
  const { text, caption, useMarketingMessagesApi } = membersOf(content);
  return {
    text: [text, caption].find((member) => typeof member === 'string') ?? '',
    marketing: useMarketingMessagesApi === true,
  };
}
