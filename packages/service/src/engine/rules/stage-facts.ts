/** What the rules of the service look at before a stage goes to its gateway. */
export interface StageFacts {
  readonly channel: string;
  readonly address: string;
  readonly addressType: string;
  /** Whether the same message was accepted within 5 minutes before (ADR-0026). */
  readonly duplicate: boolean;
  /** What the message says on this channel, as far as the rules read it. */
  readonly content: StageContent;
  /** Whether the stage names no sender signature, or one that is activated. */
  readonly senderActivated: boolean;
  /** Code points at most; absent is no limit (ADR-0030). */
  readonly lengthLimit: number | undefined;
  /** The templates of the account on this channel; without any the channel takes everything. */
  readonly templates: readonly Template[];
  /** Whether the subscriber and the account are in a dialogue (§8). */
  readonly dialogueOpen: boolean;
  /** Template messages that the account may still send today. */
  readonly templateMessagesLeft: number;
}

export interface StageContent {
  /** The text, or the caption where there is none. */
  readonly text: string;
  /** Whether it goes by the marketing-messages route (§2.2). */
  readonly marketing: boolean;
}

/** A text with placeholders such as `{code}`. */
export interface Template {
  readonly name: string;
  readonly text: string;
}

/** Looks at one thing: the undelivered reason that it gives, or null. */
export type StageRule = (facts: StageFacts) => string | null;
