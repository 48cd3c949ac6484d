import { isObject } from '@cascade/validator';
import {
  isAbsent,
  type JsonMembers,
  type LenientSwitches,
  type Reading,
  readEach,
  unreadable,
} from './reading.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The scheduling request in the described form that an older client means (ADR-0027), for the rules to judge.
 * With all switches off it is the body itself. What is in no older shape either stays as it was sent, for the
 * rules to refuse.
 *
 * @param uuidOf A UUID for a request id that is not one; the same text gives the same UUID.
 */
export function readSchedulingRequest(
  body: unknown,
  switches: LenientSwitches,
  uuidOf: (requestId: string) => string,
): Reading {
  if (!isObject(body) || !Object.values(switches).includes(true)) return { value: body };
  const { requestId, cascadeId, content } = body;
  const read: JsonMembers = {
    ...body,
    ...(switches.anyRequestId && isForeignId(requestId) ? { requestId: uuidOf(requestId) } : {}),
    ...(switches.cascadeIdAsText && isDigits(cascadeId) ? { cascadeId: Number(cascadeId) } : {}),
  };
  if (!isObject(content)) return { value: read };
  const channels = readEach(Object.entries(content), (member, value) =>
    isObject(value) ? readChannelContent(member, value, switches) : { value },
  );
  return 'problem' in channels ? channels : { value: { ...read, content: channels.value } };
}

/**
 * Pointers to what an account accepts and never reads, since the switch of the older shape is off: a message
 * without its buttons or its file.
 */
export function unreadMembers(body: unknown, { keyboard, attachment }: LenientSwitches): readonly string[] {
  if (!isObject(body) || !isObject(body.content)) return [];
  const off = [...(keyboard ? [] : ['keyboard']), ...(attachment ? [] : ['attachment'])];
  return Object.entries(body.content).flatMap(([channel, content]) =>
    off
      .filter((member) => isObject(content) && !isAbsent(content[member]))
      .map((member) => `/content/${channel}/${member}`),
  );
}

/** At most 15 digits: every such number is exact. */
function isDigits(cascadeId: unknown): cascadeId is string {
  return typeof cascadeId === 'string' && /^\d{1,15}$/.test(cascadeId);
}

/** A text that can be stored and echoed: no U+0000, no lone surrogate, 1 to 256 code points. */
function isForeignId(requestId: unknown): requestId is string {
  if (typeof requestId !== 'string' || uuid.test(requestId)) return false;
  const length = [...requestId].length;
  return length >= 1 && length <= 256 && requestId.isWellFormed() && !requestId.includes('\0');
}

/** The content of one channel in the described form; `member` is its name in `content`. */
function readChannelContent(
  member: string,
  content: JsonMembers,
  switches: LenientSwitches,
): Reading<JsonMembers> {
  const pointer = `/content/${member}`;
  const steps = [
    switches.smsWithoutContentType && member === 'smsContent' ? withContentType : undefined,
    switches.textAsNumber ? withText : undefined,
    switches.attachment ? readAttachment : undefined,
    switches.keyboard ? readButtons : undefined,
  ];
  let reading: Reading<JsonMembers> = { value: content };
  for (const step of steps) {
    if (step !== undefined && 'value' in reading) reading = step(reading.value, pointer);
  }
  return reading;
}

function withContentType(content: JsonMembers): Reading<JsonMembers> {
  return { value: { contentType: 'TEXT', ...content } };
}

/**
 * As JSON writes the number; a whole number beyond 2^53 has lost digits already, and is left to the rules.
 */
function withText(content: JsonMembers): Reading<JsonMembers> {
  const { text } = content;
  if (typeof text !== 'number' || (Number.isInteger(text) && !Number.isSafeInteger(text))) {
    return { value: content };
  }
  return { value: { ...content, text: JSON.stringify(text) } };
}

/** `attachment {url, name}` as `attachmentUrl` and `attachmentName`. */
function readAttachment(content: JsonMembers, pointer: string): Reading<JsonMembers> {
  const { attachment, ...rest } = content;
  if (isAbsent(attachment)) return { value: rest };
  const place = `${pointer}/attachment`;
  if (!isObject(attachment)) return unreadable(place, 'expected an object with url and name');
  const described = ['attachmentUrl', 'attachmentName'].find((member) => member in content);
  if (described !== undefined) {
    return unreadable(place, `expected either attachment or ${described}, found both`);
  }
  const { url, name } = attachment;
  return {
    value: {
      ...rest,
      ...(isAbsent(url) ? {} : { attachmentUrl: url }),
      ...(isAbsent(name) ? {} : { attachmentName: name }),
    },
  };
}

/** `keyboard.rows[].buttons[]` as `buttons[]`, rows joined in order; each button by `readButton`. */
function readButtons(content: JsonMembers, pointer: string): Reading<JsonMembers> {
  const { keyboard, ...rest } = content;
  if (isAbsent(keyboard)) return withButtons(rest, rest.buttons, `${pointer}/buttons`);
  const place = `${pointer}/keyboard`;
  if ('buttons' in content) return unreadable(place, 'expected either keyboard or buttons, found both');
  if (!isObject(keyboard) || !Array.isArray(keyboard.rows)) {
    return unreadable(`${place}/rows`, 'expected an array of rows');
  }
  const row = keyboard.rows.findIndex(
    (candidate) => !isObject(candidate) || !Array.isArray(candidate.buttons),
  );
  if (row >= 0) return unreadable(`${place}/rows/${row}/buttons`, 'expected an array of buttons');
  return withButtons(
    rest,
    keyboard.rows.flatMap(({ buttons }) => buttons),
    `${place}/rows`,
  );
}

function withButtons(rest: JsonMembers, buttons: unknown, place: string): Reading<JsonMembers> {
  if (!Array.isArray(buttons)) return { value: rest };
  const read: unknown[] = [];
  for (const button of buttons) {
    const reading: Reading = isObject(button) ? readButton(button, place) : { value: button };
    if ('problem' in reading) return reading;
    read.push(reading.value);
  }
  return { value: { ...rest, buttons: read } };
}

/** Where a button of each type says what it does. */
const actionMembers: Readonly<Record<string, string>> = {
  URL: 'url',
  PHONE: 'phone',
  QUICK_REPLY: 'payload',
};

/** `buttonType` as `type`; an absent `action` is what the button says by its type. */
function readButton(button: JsonMembers, place: string): Reading<JsonMembers> {
  const { buttonType, ...rest } = button;
  if (!isAbsent(buttonType) && !isAbsent(rest.type) && rest.type !== buttonType) {
    return unreadable(place, 'expected either buttonType or type in a button, found two different values');
  }
  const type = isAbsent(rest.type) ? buttonType : rest.type;
  const typed: JsonMembers = isAbsent(type) ? rest : { ...rest, type };
  return { value: isAbsent(rest.action) ? withAction(typed, type) : typed };
}

function withAction(button: JsonMembers, type: unknown): JsonMembers {
  const member =
    typeof type === 'string' && Object.hasOwn(actionMembers, type) ? actionMembers[type] : undefined;
  const action = member === undefined ? undefined : button[member];
  return typeof action === 'string' && action !== '' ? { ...button, action } : button;
}
