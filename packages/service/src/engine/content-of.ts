import type { StageContent } from './rules/stage-facts.ts';

/** The content object of a channel: `smsContent` for SMS, and so on for channels to come (§2.1). */
export function contentOf(content: Readonly<Record<string, unknown>> | null, channel: string): unknown {
  return content?.[`${channel.toLowerCase()}Content`];
}

/** What the rules of the service read of a content object. */
export function readContent(content: unknown): StageContent {
  const { text, caption, useMarketingMessagesApi } = membersOf(content);
  return {
    text: [text, caption].find((member) => typeof member === 'string') ?? '',
    marketing: useMarketingMessagesApi === true,
  };
}

interface Members {
  readonly text?: unknown;
  readonly caption?: unknown;
  readonly useMarketingMessagesApi?: unknown;
}

function membersOf(content: unknown): Members {
  return typeof content === 'object' && content !== null ? content : {};
}
