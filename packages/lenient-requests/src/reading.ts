import { problem, type RequestProblem } from '@cascade/validator';

/** The request in the described form, or the problem if its meaning would have to be guessed. */
export type Reading<Value = unknown> = { readonly value: Value } | { readonly problem: RequestProblem };

export type JsonMembers = Readonly<Record<string, unknown>>;

/** A member whose older form is malformed, or contradicts the described one. */
export function unreadable(pointer: string, expectation: string): { readonly problem: RequestProblem } {
  return {
    problem: problem('matched-template-not-found', { pointer, detail: `${pointer}: ${expectation}` }),
  };
}

/** Absent, or `null`, which older clients write for absent. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Reads members one after the other; the first that cannot be read ends it. */
export function readEach(
  members: readonly (readonly [string, unknown])[],
  read: (name: string, value: unknown) => Reading,
): Reading<Record<string, unknown>> {
  const values: [string, unknown][] = [];
  for (const [name, member] of members) {
    const reading = read(name, member);
    if ('problem' in reading) return reading;
    values.push([name, reading.value]);
  }
  return { value: Object.fromEntries(values) };
}

/**
 * The older shapes that an account lets in, each with what it means; the files that set them list the same
 * names.
 */
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
