/** The older shapes that an account lets in, each with what it means; the files that set them list the same names. */
export const lenientSwitches = {
  cascadeIdAsText: '`cascadeId` as digits in a string',
  anyRequestId: 'a `requestId` that is not a UUID, 1 to 256 characters',
  smsWithoutContentType: '`smsContent` without `contentType` is `TEXT`',
  textAsNumber: '`text` as a number',
  keyboard:
    '`keyboard.rows[].buttons[]` is `buttons[]`, `buttonType` is `type`, and `action` follows from the button',
  attachment: '`attachment {url, name}` is `attachmentUrl` and `attachmentName`',
  listRequests: 'requests for a list with a slash at the end of the path, `limit: 0` or `[]`',
} as const;

export type LenientSwitch = keyof typeof lenientSwitches;

export type LenientSwitches = Readonly<Record<LenientSwitch, boolean>>;

/** All switches off: the request is judged as it was sent. */
export const strict: LenientSwitches = {
  cascadeIdAsText: false,
  anyRequestId: false,
  smsWithoutContentType: false,
  textAsNumber: false,
  keyboard: false,
  attachment: false,
  listRequests: false,
};

/**
 * All switches, those that are absent off.
 * @throws {TypeError} if a name is not that of a switch, or its value neither `true` nor `false`.
 */
export function switchesOf(on: Partial<LenientSwitches>): LenientSwitches {
  for (const [name, value] of Object.entries(on)) {
    // Not from the table above: its descriptions would be bundled.
    if (!Object.hasOwn(strict, name)) {
      const names = Object.keys(strict).join(', ');
      throw new TypeError(`lenient.${name}: unknown switch; expected one of ${names}`);
    }
    if (typeof value !== 'boolean') throw new TypeError(`lenient.${name}: expected true or false`);
  }
  return { ...strict, ...on };
}
