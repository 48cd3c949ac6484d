import { isObject, type Json, type JsonObject } from '../proxy/json.ts';

/** The content objects of a scheduling request, by their members (§2.1). */
export function contentsOf(body: JsonObject): readonly (readonly [member: string, content: JsonObject])[] {
  const { content } = body;
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([member, value]) => (isObject(value) ? [[member, value]] : []));
}

/** The request with every content object edited. */
export function eachContent(edit: (content: JsonObject) => JsonObject): (body: JsonObject) => JsonObject {
  return (body) => {
    const { content } = body;
    if (!isObject(content)) return body;
    const edited = Object.entries(content).map(([member, value]) => [
      member,
      isObject(value) ? edit(value) : value,
    ]);
    return { ...body, content: Object.fromEntries(edited) };
  };
}

/** Whether a content object of the request is such a one. */
export function someContent(is: (content: JsonObject) => boolean): (body: JsonObject) => boolean {
  return (body) => contentsOf(body).some(([, content]) => is(content));
}

/** The buttons of a content object, if they are objects in an array. */
export function buttonsOf({ buttons }: JsonObject): readonly JsonObject[] {
  return Array.isArray(buttons) ? buttons.filter(isObject) : [];
}

/** The content object with every button edited; `undefined` leaves one out. */
export function eachButton(
  edit: (button: JsonObject, at: number) => JsonObject | undefined,
): (content: JsonObject) => JsonObject {
  return (content) => {
    if (!Array.isArray(content.buttons)) return content;
    return {
      ...content,
      buttons: buttonsOf(content).flatMap((button, at) => edit(button, at) ?? []),
    };
  };
}

/** The items of all sections of the list picker, one after the other. */
export function itemsOf({ listPicker }: JsonObject): readonly JsonObject[] {
  if (!isObject(listPicker) || !Array.isArray(listPicker.sections)) return [];
  return listPicker.sections
    .filter(isObject)
    .flatMap(({ items }) => (Array.isArray(items) ? items.filter(isObject) : []));
}

/** The content object with every item of its list picker edited; `at` counts through all sections. */
export function eachItem(
  edit: (item: JsonObject, at: number) => JsonObject,
): (content: JsonObject) => JsonObject {
  return (content) => {
    const { listPicker } = content;
    if (!isObject(listPicker) || !Array.isArray(listPicker.sections)) return content;
    let at = 0;
    const sections = listPicker.sections.map((section) => {
      if (!isObject(section) || !Array.isArray(section.items)) return section;
      return { ...section, items: section.items.map((item) => (isObject(item) ? edit(item, at++) : item)) };
    });
    return { ...content, listPicker: { ...listPicker, sections } };
  };
}

/** The object with one of its texts edited; without that text, as it is. */
export function editText(object: JsonObject, name: string, edit: (text: string) => string): JsonObject {
  const { [name]: value } = object;
  return typeof value === 'string' ? { ...object, [name]: edit(value) } : object;
}

/** In characters (code points). */
export function lengthOf(value: Json | undefined): number {
  return typeof value === 'string' ? [...value].length : 0;
}
