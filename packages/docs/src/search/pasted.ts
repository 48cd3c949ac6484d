import type { SearchEntry } from './search-entry.ts';

/** The values of fields that name a code or a reason, in JSON of any layout, also behind headers. */
const naming = /"(?:title|error)"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Below that many words, a text is rather a query than the detail of a problem. */
const fewestWords = 3;

/**
 * The entries that a pasted answer or callback is about: those of the code or reason that it names, or whose
 * detail it is. Each says what the pasted text says of stage, channel and field. None for a query of words.
 */
export function findPasted(text: string, entries: readonly SearchEntry[]): readonly SearchEntry[] {
  const names = [...text.matchAll(naming)].map(([, value = '""']) => plain(textIn(value)));
  const named = entries.filter(
    ({ kind, name, also = [] }) =>
      (kind === 'code' || kind === 'reason') && [name, ...also].some((one) => names.includes(plain(one))),
  );
  const meant = names.length > 0 ? named : entriesOfDetail(text, entries);
  const said = readOut(text);
  return meant.map((entry) => (said === '' ? entry : { ...entry, text: `${said}. ${entry.text}` }));
}

function textIn(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

/** As names are compared: a code has apostrophes in one spelling, and none in another. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** By the whole detail without its values; then without its pointers; then by how it begins. */
function entriesOfDetail(text: string, entries: readonly SearchEntry[]): readonly SearchEntry[] {
  if (text.trim().split(/\s+/).length < fewestWords) return [];
  const shapes = [shapeOf, (one: string) => shapeOf(one).replaceAll(/^\S*:\s|\/\S+/g, '')];
  for (const shape of shapes) {
    const wanted = shape(text);
    const found = entries.filter(({ details = [] }) => details.some((one) => shape(one) === wanted));
    if (found.length > 0) return found;
  }
  const [sentence = ''] = text.split(/(?<=\.)\s/);
  const wanted = shapeOf(sentence);
  if (wanted.split(' ').length < fewestWords || sentence === text) return [];
  return entries.filter(({ details = [] }) => details.some((one) => shapeOf(one).startsWith(wanted)));
}

/** A detail without what differs from request to request: ids, numbers, quoted values, places of a list. */
function shapeOf(detail: string): string {
  return detail
    .toLowerCase()
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')
    .replaceAll(/"[^"]*"|'[^']*'/g, '#')
    .replaceAll(/\d+(?:[.,]\d+)*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What a detail or a callback says of cascade, stage, channel and field; empty if it says nothing. */
function readOut(text: string): string {
  const parts = [
    ['cascade', /cascadeTemplateId:([\d.,]*\d)|"cascadeId"\s*:\s*(\d+)|\bcascade (\d+)\b/g],
    ['stage', /stageUuid:([\w-]+)|"cascadeStageUUID"\s*:\s*"([^"]+)"/g],
    ['channel', /channelType:(\w+)|contentChannelType:(\w+)|"channelType"\s*:\s*"([^"]+)"/gi],
    ['field', /(?:^|[\s"])((?:\/[\w~-]+)+)(?=[:\s"]|$)/g],
  ] as const;
  return parts
    .flatMap(([what, pattern]) => {
      const values = [...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean) ?? '');
      const distinct = [...new Set(values.map((value) => value.replaceAll(',', '')))].filter(Boolean);
      return distinct.length === 0 ? [] : [`${what} ${distinct.slice(0, 3).join(', ')}`];
    })
    .join('; ');
}
