import type {
  Button,
  ChannelContent,
  ChattwoContent,
  ContentType,
  SchedulingRequest,
  WithMore,
} from '@cascade/types';

/**
 * A scheduling request in the described form or in an older one; the account's switches decide which it may
 * use.
 */
export interface LenientSchedulingRequest extends Omit<SchedulingRequest, 'cascadeId' | 'content'> {
  /** A number, or its digits (`cascadeIdAsText`). */
  readonly cascadeId: number | string;
  readonly content: LenientContent;
}

export interface LenientContent {
  readonly smsContent?: LenientSmsContent;
  readonly chatoneContent?: LenientChatContent;
  readonly chattwoContent?: LenientChatContent;
}

/** `contentType` may be absent (`smsWithoutContentType`). */
export type LenientSmsContent = WithMore<LenientSmsContentMembers>;
export type LenientChatContent = WithMore<LenientChatContentMembers>;
export type LenientButton = WithMore<LenientButtonMembers>;

interface LenientSmsContentMembers extends Omit<ChannelContent, 'contentType' | 'text'>, LenientMembers {
  readonly contentType?: ContentType;
}

interface LenientChatContentMembers extends Omit<ChattwoContent, 'text' | 'buttons'>, LenientMembers {}

interface LenientMembers {
  /** A text, or a number (`textAsNumber`). */
  readonly text?: string | number;
  readonly buttons?: readonly LenientButton[];
  /** Instead of `buttons` (`keyboard`). */
  readonly keyboard?: WithMore<LenientKeyboardMembers> | null;
  /** Instead of `attachmentUrl` and `attachmentName` (`attachment`). */
  readonly attachment?: WithMore<LenientAttachmentMembers> | null;
}

interface LenientKeyboardMembers {
  readonly rows: readonly WithMore<LenientRowMembers>[];
}

interface LenientRowMembers {
  readonly buttons: readonly LenientButton[];
}

interface LenientAttachmentMembers {
  readonly url?: string | null;
  readonly name?: string | null;
}

interface LenientButtonMembers extends Omit<Button, 'action'> {
  /** If absent, it follows from `url`, `phone` or `payload` (`keyboard`). */
  readonly action?: Button['action'] | null;
  /** Instead of `type` (`keyboard`). */
  readonly buttonType?: Button['type'] | null;
}
