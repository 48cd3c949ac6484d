/** Words as the search compares them: lower case, without accents; `requestId`, `request_id` and `request-id` in parts. */
const chunks = /[\p{L}\p{N}]+(?:[-_.’'/][\p{L}\p{N}]+)*/gu;
const partBorders = /[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The parts of all words of a text, in order. */
export function partsOf(text: string): string[] {
  return chunksOf(text).flatMap((chunk) => chunk.split(partBorders).filter(Boolean).map(lower));
}

/** The parts of all words, and each word of several parts as one: `requestId` as `request`, `id`, `requestid`. */
export function tokensOf(text: string): string[] {
  return chunksOf(text).flatMap((chunk) => {
    const parts = chunk.split(partBorders).filter(Boolean).map(lower);
    return parts.length > 1 ? [...parts, parts.join('')] : parts;
  });
}

/** A text without what separates its words, to compare whole names: `out-of-balance` as `outofbalance`. */
export function joined(text: string): string {
  return partsOf(text).join('');
}

/** A word without the commonest English endings, so that `retries` and `retry` meet. */
export function stemOf(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/ie[sd]$/, 'y')
    .replace(/(?:ing|ed)$/, '')
    .replace(/([^s])s$/, '$1')
    .replace(/e$/, '');
}

function chunksOf(text: string): string[] {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').match(chunks) ?? [];
}

function lower(text: string): string {
  return text.toLowerCase();
}
