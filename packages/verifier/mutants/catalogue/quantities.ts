import { buttonsOf, eachButton, eachItem, editText, itemsOf, lengthOf } from '../changes/contents.ts';
import type { JsonObject } from '../proxy/json.ts';
import { buttons, document, picker, replies } from '../witness/requests.ts';

/** What a limit of §8 counts in a content object. */
export interface Quantity {
  /** A content object with this much of it. */
  readonly make: (size: number) => JsonObject;
  /** The most that one place of the content object has. */
  readonly sizeOf: (content: JsonObject) => number;
  /** The content object, cut down to this much. */
  readonly cut: (content: JsonObject, size: number) => JsonObject;
}

export const attachmentName: Quantity = {
  make: (size) => document({ attachmentName: 'n'.repeat(size) }),
  sizeOf: (content) => lengthOf(content.attachmentName),
  cut: (content, size) => cutText(content, 'attachmentName', size),
};

/** The length of the title or the subtitle of a list picker's items. */
export function itemText(name: 'title' | 'subtitle'): Quantity {
  return {
    make: (size) => picker([{ title: 'Today', [name]: 'x'.repeat(size) }]),
    sizeOf: (content) => Math.max(0, ...itemsOf(content).map((item) => lengthOf(item[name]))),
    cut: (content, size) => eachItem((item) => cutText(item, name, size))(content),
  };
}

export const payload: Quantity = {
  make: (size) => replies('p'.repeat(size)),
  sizeOf: (content) => Math.max(0, ...buttonsOf(content).map((button) => lengthOf(button.payload))),
  cut: (content, size) => eachButton((button) => cutText(button, 'payload', size))(content),
};

/** The number of buttons; with a kind, of those alone. */
export function buttonCount(kind?: string): Quantity {
  const counts = ({ type }: JsonObject) => kind === undefined || type === kind;
  return {
    make: (size) => buttons(...Array<string>(size).fill(kind ?? 'QUICK_REPLY')),
    sizeOf: (content) => buttonsOf(content).filter(counts).length,
    cut(content, size) {
      let seen = 0;
      return eachButton((button) => (counts(button) && ++seen > size ? undefined : button))(content);
    },
  };
}

function cutText(object: JsonObject, name: string, size: number): JsonObject {
  return editText(object, name, (text) => [...text].slice(0, size).join(''));
}
