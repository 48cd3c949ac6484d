import type { StageVerdict } from './events.ts';
import type { StageContent } from './stage-content.ts';

/** What the rules check before a stage goes to its gateway. */
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
  /** Whether the subscriber wants no messages of the account on the channel (ADR-0054). */
  readonly hasOptedOut: boolean;
  /** The longest text in code points; undefined means unlimited (ADR-0030). */
  readonly lengthLimit: number | undefined;
  /** The templates of the account on this channel; without templates, any text is accepted. */
  readonly templates: readonly Template[];
  /** Whether a dialogue between subscriber and account is open (§8). */
  readonly dialogueOpen: boolean;
  /** Template messages that the account may still send today. */
  readonly templateMessagesLeft: number;
}

/** A text with placeholders such as `{code}`. */
export interface Template {
  readonly name: string;
  readonly text: string;
}

/** A single check: the undelivered reason, or null to pass. */
type StageRule = (facts: StageFacts) => string | null;

/** Decides whether a stage may go to its gateway; if not, by the first reason of §7.4 that applies. */
export function judgeStage(facts: StageFacts): StageVerdict {
  for (const rule of rules) {
    const refusal = rule(facts);
    if (refusal !== null) return { refusal, template: null };
  }
  return { refusal: null, template: templateOf(facts) };
}

/**
 * `error-address-format` for a PHONE that is not in international format (§2.1): 7 to 15 digits, with or
 * without `+` (ADR-0022). 15 is the limit of E.164; 7 are the fewest with a country code. Other types are
 * left to their gateway.
 */
const addressFormat: StageRule = ({ addressType, address }) =>
  addressType === 'PHONE' && !/^\+?[1-9][0-9]{6,14}$/.test(address) ? 'error-address-format' : null;

/** `message-undeliverable` for a channel whose gateway the operator has declared as none. */
const channelGateway: StageRule = ({ hasGateway }) => (hasGateway ? null : 'message-undeliverable');

/** `duplicated` for every stage of a message that repeats another one within 5 minutes (ADR-0026). */
const duplicate: StageRule = (facts) => (facts.duplicate ? 'duplicated' : null);

/** `too-long-message` for a text above the limit of its channel, in code points (ADR-0023, ADR-0030). */
const messageLength: StageRule = ({ content, lengthLimit }) =>
  lengthLimit !== undefined && [...content.text].length > lengthLimit ? 'too-long-message' : null;

/**
 * `error-subject-unknown` for a sender signature that is not activated (§7.4), also if the account has none
 * at all. A stage without a signature passes.
 */
const senderSignature: StageRule = ({ senderActivated }) =>
  senderActivated ? null : 'error-subject-unknown';

/** `message-undeliverable` for a subscriber who wants no messages: no reason of §7.4 says that (ADR-0054). */
const optOut: StageRule = ({ hasOptedOut }) => (hasOptedOut ? 'message-undeliverable' : null);

/** `daily-rate-limit` for a template message on chattwo beyond the limit of the day (§7.4, ADR-0030). */
const dailyLimit: StageRule = (facts) =>
  facts.channel === 'CHATTWO' && facts.templateMessagesLeft <= 0 && templateOf(facts) !== null
    ? 'daily-rate-limit'
    : null;

/**
 * The two reasons for a message that matches no template (§7.4). On chattwo: `session-not-started` outside a
 * dialogue. Inside a dialogue free text is accepted, but the marketing-messages route always needs a
 * template: `no-template-match`. Other channels have no dialogues: `no-template-match`. Without templates the
 * rule is off.
 */
const templateMatch: StageRule = (facts) => {
  if (facts.templates.length === 0 || templateOf(facts) !== null) return null;
  if (facts.channel !== 'CHATTWO') return 'no-template-match';
  if (!facts.dialogueOpen) return 'session-not-started';
  return facts.content.marketing ? 'no-template-match' : null;
};

/** The name of the template that the message matches. */
function templateOf({ templates, content }: StageFacts): string | null {
  return matchTemplate(templates, content.text)?.name ?? null;
}

const placeholder = /\{[A-Za-z][A-Za-z0-9_]*\}/;

/** The first template that a text matches; each placeholder matches any non-empty text. */
function matchTemplate(templates: readonly Template[], text: string): Template | undefined {
  return templates.find((template) => isInstance(text, template.text.split(placeholder)));
}

/**
 * Whether the text consists of these pieces with something between them. Each piece is matched at its first
 * occurrence, which leaves most to the others. So the time is bounded by text times template, for any input.
 */
function isInstance(text: string, [head = '', ...pieces]: readonly string[]): boolean {
  const tail = pieces.pop();
  if (tail === undefined) return text === head;
  if (!text.startsWith(head)) return false;
  let from = head.length + 1;
  for (const piece of pieces) {
    const found = text.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length + 1;
  }
  return from <= text.length - tail.length && text.endsWith(tail);
}

/**
 * In order of precedence. Without a gateway, nothing else matters. Reasons in the message itself come before
 * those that depend on earlier messages, so that an invalid message gets the same reason every time.
 */
const rules: readonly StageRule[] = [
  channelGateway,
  addressFormat,
  senderSignature,
  messageLength,
  templateMatch,
  optOut,
  duplicate,
  dailyLimit,
];
