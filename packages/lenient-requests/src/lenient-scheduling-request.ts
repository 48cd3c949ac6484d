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
  cascadeId: number | string;
  content: LenientContent;
}

export interface LenientContent {
  smsContent?: LenientSmsContent;
  chatoneContent?: LenientChatContent;
  chattwoContent?: LenientChatContent;
}

/** `contentType` may be absent (`smsWithoutContentType`). */
export type LenientSmsContent = WithMore<LenientSmsContentMembers>;
export type LenientChatContent = WithMore<LenientChatContentMembers>;
export type LenientButton = WithMore<LenientButtonMembers>;

interface LenientSmsContentMembers extends Omit<ChannelContent, 'contentType' | 'text'>, LenientMembers {
  contentType?: ContentType;
}

interface LenientChatContentMembers extends Omit<ChattwoContent, 'text' | 'buttons'>, LenientMembers {}

interface LenientMembers {
  /** A text, or a number (`textAsNumber`). */
  text?: string | number;
  buttons?: readonly LenientButton[];
  /** Instead of `buttons` (`keyboard`). */
  keyboard?: WithMore<LenientKeyboardMembers> | null;
  /** Instead of `attachmentUrl` and `attachmentName` (`attachment`). */
  attachment?: WithMore<LenientAttachmentMembers> | null;
}

interface LenientKeyboardMembers {
  rows: readonly WithMore<LenientRowMembers>[];
}

interface LenientRowMembers {
  buttons: readonly LenientButton[];
}

interface LenientAttachmentMembers {
  url?: string | null;
  name?: string | null;
}

interface LenientButtonMembers extends Omit<Button, 'action'> {
  /** If absent, it follows from `url`, `phone` or `payload` (`keyboard`). */
  action?: Button['action'] | null;
  /** Instead of `type` (`keyboard`). */
  buttonType?: Button['type'] | null;
}
