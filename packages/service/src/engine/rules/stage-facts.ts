/** What the service's rules check before a stage goes to its gateway. */
export interface StageFacts {
  readonly channel: string;
  /** False if the operator has declared that the channel has no gateway. */
  readonly hasGateway: boolean;
  readonly address: string;
  readonly addressType: string;
  /** Whether the same message was accepted in the 5 minutes before (ADR-0026). */
  readonly duplicate: boolean;
  /** The members of the content that the rules check. */
  readonly content: StageContent;
  /** False if the stage names a sender signature that is not activated. */
  readonly senderActivated: boolean;
  /** The longest text in code points; undefined means unlimited (ADR-0030). */
  readonly lengthLimit: number | undefined;
  /** The templates of the account on this channel; without templates, any text is accepted. */
  readonly templates: readonly Template[];
  /** Whether a dialogue between subscriber and account is open (§8). */
  readonly dialogueOpen: boolean;
  /** Template messages that the account may still send today. */
  readonly templateMessagesLeft: number;
}

export interface StageContent {
  /** The text, or else the caption. */
  readonly text: string;
  /** Whether it uses the marketing-messages route (§2.2). */
  readonly marketing: boolean;
}

/** A text with placeholders such as `{code}`. */
export interface Template {
  readonly name: string;
  readonly text: string;
}

/** A single check: the undelivered reason, or null to pass. */
export type StageRule = (facts: StageFacts) => string | null;
