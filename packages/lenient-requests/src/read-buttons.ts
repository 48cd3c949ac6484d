import { isObject } from '@cascade/validator';
import { isAbsent, type Json, type Reading, unreadable } from './reading.ts';

/** `keyboard.rows[].buttons[]` as `buttons[]`, rows joined in order; each button by `readButton`. */
export function readButtons(content: Json, pointer: string): Reading<Json> {
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

function withButtons(rest: Json, buttons: unknown, place: string): Reading<Json> {
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
function readButton(button: Json, place: string): Reading<Json> {
  const { buttonType, ...rest } = button;
  if (!isAbsent(buttonType) && !isAbsent(rest.type) && rest.type !== buttonType) {
    return unreadable(place, 'expected either buttonType or type in a button, found two different values');
  }
  const type = isAbsent(rest.type) ? buttonType : rest.type;
  const typed: Json = isAbsent(type) ? rest : { ...rest, type };
  return { value: isAbsent(rest.action) ? withAction(typed, type) : typed };
}

function withAction(button: Json, type: unknown): Json {
  const member =
    typeof type === 'string' && Object.hasOwn(actionMembers, type) ? actionMembers[type] : undefined;
  const action = member === undefined ? undefined : button[member];
  return typeof action === 'string' && action !== '' ? { ...button, action } : button;
}
