import { membersOf } from '../json-object.ts';

/** What is read of a content object (§2.2). */
export interface StageContent {
  /** The text, or else the caption. */
  readonly text: string;
  /** Whether it uses the marketing-messages route (§2.2). */
  readonly marketing: boolean;
}

/** The members of a content object that the service's rules check, and SMPP sends. */
export function readContent(content: unknown): StageContent {
  const { text, caption, useMarketingMessagesApi } = membersOf(content);
  return {
    text: [text, caption].find((member) => typeof member === 'string') ?? '',
    marketing: useMarketingMessagesApi === true,
  };
}
