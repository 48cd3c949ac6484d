import { isObject } from '../objects.ts';

/** One member that differs between two JSON values; `undefined` where one of them lacks it. */
export interface Change {
  /** Names joined by dots, indexes in brackets: `content.chattwoContent.buttons[2]`. Empty for the whole value. */
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The smallest members that differ, in the order of `before`, new ones last. */
export function changesBetween(before: unknown, after: unknown, place = ''): readonly Change[] {
  if (Object.is(before, after)) return [];
  const keys = keysOfBoth(before, after);
  if (keys === undefined) return [{ place, before, after }];
  return keys.flatMap((key) =>
    changesBetween(
      Reflect.get(Object(before), key),
      Reflect.get(Object(after), key),
      placeOf(place, key, before),
    ),
  );
}

/** The keys of two objects or two lists; nothing if the values cannot be compared by member. */
function keysOfBoth(before: unknown, after: unknown): readonly string[] | undefined {
  const isComparable =
    (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after));
  return isComparable
    ? [...new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))])]
    : undefined;
}

function placeOf(place: string, key: string, parent: unknown): string {
  if (Array.isArray(parent)) return `${place}[${key}]`;
  return place === '' ? key : `${place}.${key}`;
}
