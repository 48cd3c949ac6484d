/** What is read of a content object (§2.2). */
export interface StageContent {
  /** The text, or else the caption. */
  readonly text: string;
  /** Whether it uses the marketing-messages route (§2.2). */
  readonly marketing: boolean;
}

/** What of a content object the rules check, and what a gateway for texts sends. */
export function readContent(content: unknown): StageContent {
  const { text, caption, useMarketingMessagesApi }: Readonly<Record<string, unknown>> = Object(content);
  return {
    text: [text, caption].find((member) => typeof member === 'string') ?? '',
    marketing: useMarketingMessagesApi === true,
  };
}

/** The content object of a channel: `smsContent` for SMS, and likewise for any other channel (§2.1). */
export function contentOf(content: Readonly<Record<string, unknown>> | null, channel: string): unknown {
  return content?.[`${channel.toLowerCase()}Content`];
}
