import { didYouMean } from '@cascade/yaml-file';
import type { Impact } from './change.ts';

/** What becomes of a promise when its text changes. */
export interface TextVerdict {
  readonly impact: Impact;
  /** What has changed, as text that follows the place. */
  readonly says: string;
}

/**
 * What a word promises: `measure` is a number or a unit; `turn` narrows a sentence or turns it round (`not`,
 * `only`, `must`); `name` is of a field, a header, a value.
 */
type Kind = 'measure' | 'turn' | 'name' | 'plain';

interface Word {
  /** Of a turn: its group, so that `without` is `no`. */
  readonly text: string;
  readonly kind: Kind;
}

const numbers =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million|half|double|twice|once';
const units =
  '(?:milli|micro|nano)?seconds?|minutes?|hours?|hourly|days?|daily|weeks?|months?|years?|bytes?|[kmg]i?b|characters?|letters?|digits?|code points?|percent|utc|local';

const negation = "no|not|none|nothing|never|neither|nor|cannot|without|.+n['’]t";

/** Words that narrow a sentence or turn it round, by groups; the other side of a group says the opposite. */
const opposites: readonly (readonly [one: string, other: string])[] = [
  ['any|every|each|all|always', 'only|alone|exactly|never'],
  ['may|might|can|optional|should|recommended', 'must|shall|required?|requires|mandatory|needs?'],
  [
    'accept(?:s|ed)?|allow(?:s|ed)?|permit(?:s|ted)?|succe(?:ss|eds?|eded)|valid|keeps?|kept',
    'refuse[sd]?|reject(?:s|ed)?|forbid(?:s|den)?|fail(?:s|ed|ure)?|invalid|ignore[sd]?|loses?|lost|drop(?:s|ped)?',
  ],
  ['before|earlier|until', 'after|later|since'],
  ['first|oldest|ascending|rises?|increas(?:es|ing)', 'last|newest|descending|falls?|decreas(?:es|ing)'],
  [
    'at least|more|longer|larger|greater|higher|above|over|beyond|minimum|least',
    'at most|less|fewer|shorter|smaller|lower|below|under|within|maximum|most',
  ],
  ['same|identical|equal', 'another|different|other|new'],
  ['true|enabled|open|present', 'false|disabled|closed|absent|missing|empty|null'],
  ['now|immediately|at once', 'later|eventually'],
];
const groups: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['no', new RegExp(`^(?:${negation})$`)],
  ...opposites.flatMap((sides, at) =>
    sides.map((words, side): [string, RegExp] => [`${at} ${side}`, new RegExp(`^(?:${words})$`)]),
  ),
  ['except', /^(?:except|unless|instead|again|unique|duplicate|order|sorted)$/],
];

const kinds: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['measure', new RegExp(`^(?:[^a-z]*\\d.*|\\dxx|${numbers}|${units})$`, 'i')],
  // In code or quotes, with a capital or a digit inside, with hyphens, or a path.
  ['name', /^(?:[`«"].*|\/\S+|\S*[a-z]\S*[A-Z]\S*|[A-Z][A-Z_]+s?|\S+-\S+|https?:\S+|\S*\d\S*)$/],
];

/** References to what else says it: a text that cites another decision says the same. */
const citations =
  /\s*\((?:(?:ADR-\d{4}|§[\d./\w-]+)(?:, |; | and )?)+\)|\bADR-\d{4}\b|§\s?[\d.]+(?:\/[\w-]+)?/g;

const wordPattern =
  /`[^`]+`|«[^»]+»|"[^"]+"|\bat (?:least|most|once)\b|\bcode points?\b|[\p{L}\p{N}+/][\p{L}\p{N}'’.,:/_+-]*/giu;

function wordsOf(sentence: string): readonly Word[] {
  return [...sentence.matchAll(wordPattern)].map(([found]) => wordOf(found.replace(/[.,:’'-]+$/, '')));
}

function wordOf(text: string): Word {
  const inCode = /^`(.+)`$/.exec(text)?.[1] ?? text;
  if (/^[+-]?\d[\d.,:]*$/.test(inCode)) return { text: inCode, kind: 'measure' };
  const lower = text.toLowerCase();
  const group = groups.find(([, pattern]) => pattern.test(lower))?.[0];
  if (group !== undefined) return { text: group, kind: 'turn' };
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? 'plain';
  return { text: kind === 'name' ? inCode : lower, kind };
}

/**
 * Judges a changed text. A sentence that stays while its number, its unit or its sense changes is another
 * promise (major), and so is an ordered list in another order. A sentence that comes, goes or names something
 * else is to be read (minor). Any other change is wording.
 */
export function judgeText(before: string, now: string): TextVerdict {
  const old = sentencesOf(before);
  const recent = sentencesOf(now);
  const moved = movedItem(before, now);
  if (moved !== undefined)
    return { impact: 'major', says: `the list has another order: “${moved}” was elsewhere` };
  const pairs = paired(old, recent);
  const found = (isFound: (one: string, other: string) => boolean) =>
    pairs
      .filter(([one, other]) => isFound(one, other))
      .map(([one, other]) => `“${one}” is now “${other}”`)[0];
  const turned = found(isOtherwise);
  if (turned !== undefined) return { impact: 'major', says: `says otherwise: ${turned}` };
  const differing = found((one, other) => differ(one, other, ['measure', 'turn', 'name']));
  if (differing !== undefined) return { impact: 'minor', says: `says more or less: ${differing}` };
  return judgeRest(
    old.filter((sentence) => !pairs.some(([one]) => one === sentence)),
    recent.filter((sentence) => !pairs.some(([, other]) => other === sentence)),
  );
}

/** The same for a text that tells a caller what to do: what is more than a corrected spelling is to be read. */
export function judgeAdvice(before: string, now: string): TextVerdict {
  const verdict = judgeText(before, now);
  const plain = (text: string) =>
    wordsOf(text.replaceAll(citations, ''))
      .map((word) => word.text)
      .filter((word) => !/^(?:a|an|the|then|that|which|it|is|are|and|of|to)$/.test(word));
  const old = plain(before);
  const recent = plain(now);
  const isTypo = (word: string, others: readonly string[]) => didYouMean(word, others) !== '';
  const isOther =
    old.some((word) => !recent.includes(word) && !isTypo(word, recent)) ||
    recent.some((word) => !old.includes(word) && !isTypo(word, old));
  return verdict.impact === 'patch' && isOther
    ? { impact: 'minor', says: 'tells callers something else' }
    : verdict;
}

/**
 * Of the sentences without a counterpart: where a number takes the place of another one and the sense is
 * turned round, the promise is another one in any words.
 */
function judgeRest(gone: readonly string[], come: readonly string[]): TextVerdict {
  const old = gone.join(' ');
  const recent = come.join(' ');
  if (differ(old, recent, ['measure']) && isMeasured(old) && isMeasured(recent) && isReplaced(old, recent))
    return { impact: 'major', says: `says otherwise: “${old}” is now “${recent}”` };
  const promises = (sentence: string) => wordsOf(sentence).some(({ kind }) => kind !== 'plain');
  const lost = gone.find(promises) ?? (gone.length > come.length ? gone[0] : undefined);
  const added = come.find(promises) ?? (come.length > gone.length ? come[0] : undefined);
  if (lost === undefined && added === undefined) return { impact: 'patch', says: 'is worded otherwise' };
  const replacement = added ?? come[0];
  if (lost === undefined) return { impact: 'minor', says: `newly says “${added}”` };
  const but = replacement === undefined ? '' : `, but “${replacement}”`;
  return { impact: 'minor', says: `no longer says “${lost}”${but}` };
}

/** Sentences and list items, without emphasis, the numbers of lists and citations. */
function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(citations, '')
    .replaceAll('**', '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+[.)])\s)|(?<=[.!?:;])\s+(?=[\p{Lu}`«"])/u)
    .map((part) =>
      part
        .replace(/^\s*(?:[-*]|\d+[.)])\s+/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '');
}

/** The item of a numbered list that had another place among the items that stay. */
function movedItem(before: string, now: string): string | undefined {
  const [old = [], recent = []] = [before, now].map((text) =>
    [...text.matchAll(/^\s*\d+[.)]\s+(.+(?:\n {2,}(?!\d+[.)]).+)*)/gm)].map(([, item = '']) => item.trim()),
  );
  const places = paired(old, recent)
    .toSorted(([one], [other]) => old.indexOf(one) - old.indexOf(other))
    .map(([, item]) => recent.indexOf(item));
  const moved = places.findIndex((place, index) => place < (places[index - 1] ?? -1));
  return recent[places[moved] ?? -1];
}

/** Each sentence with what it has become: the same frame of plain words. */
function paired(old: readonly string[], recent: readonly string[]): readonly (readonly [string, string])[] {
  const free = new Set(recent);
  const pairs: (readonly [string, string])[] = [];
  const take = (isFit: (one: string, other: string) => boolean) => {
    for (const one of old.filter((sentence) => !pairs.some(([taken]) => taken === sentence))) {
      const other = [...free].find((sentence) => isFit(one, sentence));
      if (other === undefined) continue;
      free.delete(other);
      pairs.push([one, other]);
    }
  };
  take((one, other) => one === other);
  take((one, other) => isAlike(one, other, () => true));
  take((one, other) => isAlike(one, other, ({ kind }) => kind === 'plain'));
  return pairs;
}

/** Whether half of these words of both sentences are the same; of all words if neither has any of these. */
function isAlike(one: string, other: string, counts: (word: Word) => boolean): boolean {
  const [words = [], others = []] = [one, other].map((sentence) => [
    ...new Set(
      wordsOf(sentence)
        .filter(counts)
        .map(({ text }) => text),
    ),
  ]);
  if (words.length + others.length === 0) return isAlike(one, other, () => true);
  const shared = words.filter((word) => others.includes(word)).length;
  return shared > 0 && shared * 2 >= words.length + others.length - shared;
}

/** Whether two sentences have other words of these kinds; their order does not count. */
function differ(one: string, other: string, kinds: readonly Kind[]): boolean {
  const [words, others] = [one, other].map((sentence) => textsOf(sentence, kinds).toSorted().join('\n'));
  return words !== others;
}

function textsOf(sentence: string, kinds: readonly Kind[]): readonly string[] {
  return wordsOf(sentence)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text);
}

/** Whether a sentence has another number or unit in place of its own, or its sense is turned round. */
function isOtherwise(one: string, other: string): boolean {
  const [measures = [], others = []] = [one, other].map((sentence) => textsOf(sentence, ['measure']));
  if (measures.length > 0 && measures.length === others.length && differ(one, other, ['measure']))
    return true;
  const { gone, come } = turnsMoved(one, other);
  const isDenied = (turns: readonly string[], rest: readonly string[]) =>
    turns.includes('no') && rest.length === 0;
  const isTurned = isReplaced(one, other) || isDenied(gone, come) || isDenied(come, gone);
  return isTurned || hasNegated(one, other) || hasNegated(other, one);
}

/** Whether a word of the first is negated in the other: `delivered` and `undelivered`. */
function hasNegated(one: string, other: string): boolean {
  const words = textsOf(one, ['plain']);
  return textsOf(other, ['plain']).some((text) => {
    const [, stem = ''] = /^(?:un|in|im|ir|dis|non-?)(\w{3,})$/.exec(text) ?? [];
    return words.includes(stem) && !words.includes(text);
  });
}

function isMeasured(text: string): boolean {
  return textsOf(text, ['measure']).length > 0;
}

/** Whether a word that narrows a text has its opposite in its place. */
function isReplaced(one: string, other: string): boolean {
  const { gone, come } = turnsMoved(one, other);
  return gone.some((turn) => come.includes(oppositeOf(turn)));
}

function turnsMoved(one: string, other: string) {
  const [turns = [], others = []] = [one, other].map((sentence) => textsOf(sentence, ['turn']));
  return {
    gone: turns.filter((turn) => !others.includes(turn)),
    come: others.filter((turn) => !turns.includes(turn)),
  };
}

/** `0 1` of `0 0`. */
function oppositeOf(group: string): string {
  return group.replace(/\d$/, (side) => (side === '0' ? '1' : '0'));
}
