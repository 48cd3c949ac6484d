import {
  buttonsOf,
  eachButton,
  eachItem,
  editContents,
  editText,
  itemsOf,
  lengthOf,
  refuseContent,
} from '../changes.ts';
import type { ClauseId } from '../generated/cited.ts';
import type { Mutant } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import type { Json, JsonObject } from '../proxy/wire.ts';
import { buttons, chat, document, picker, place, replies } from '../witness/requests.ts';

/** What a limit of §8 counts in a content object. */
interface Quantity {
  /** A content object with this much of it. */
  readonly make: (size: number) => JsonObject;
  /** The most that one place of the content object has. */
  readonly sizeOf: (content: JsonObject) => number;
  /** The content object, cut down to this much. */
  readonly cut: (content: JsonObject, size: number) => JsonObject;
}

const attachmentName: Quantity = {
  make: (size) => document({ attachmentName: 'n'.repeat(size) }),
  sizeOf: (content) => lengthOf(content.attachmentName),
  cut: (content, size) => cutText(content, 'attachmentName', size),
};

/** The length of the title or the subtitle of a list picker's items. */
function itemText(name: 'title' | 'subtitle'): Quantity {
  return {
    make: (size) => picker([{ title: 'Today', [name]: 'x'.repeat(size) }]),
    sizeOf: (content) => Math.max(0, ...itemsOf(content).map((item) => lengthOf(item[name]))),
    cut: (content, size) => eachItem((item) => cutText(item, name, size))(content),
  };
}

const payload: Quantity = {
  make: (size) => replies('p'.repeat(size)),
  sizeOf: (content) => Math.max(0, ...buttonsOf(content).map((button) => lengthOf(button.payload))),
  cut: (content, size) => eachButton((button) => cutText(button, 'payload', size))(content),
};

/** The number of buttons; with a kind, of those alone. */
function buttonCount(kind?: string): Quantity {
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

const boundary = mutantsOf('boundary');

const tooLong = 'template-parameter-is-not-valid';
const buttonError = 'button-validation-error';
const long = 'x'.repeat(25);

/** A limit of §8, and what a provider answers beyond it. */
interface Limit {
  readonly name: string;
  readonly maximum: number;
  readonly of: Quantity;
  readonly clauses: readonly ClauseId[];
  readonly code: 'attachmentName-is-too-long' | typeof tooLong | typeof buttonError;
  readonly detail?: string;
}

const itemLimit = { maximum: 24, code: tooLong } as const;

const limits: readonly Limit[] = [
  {
    name: 'attachment-name',
    maximum: 70,
    of: attachmentName,
    clauses: ['8/attachmentName', '2.2/attachmentName-length'],
    code: 'attachmentName-is-too-long',
  },
  {
    name: 'list-picker-title',
    ...itemLimit,
    of: itemText('title'),
    clauses: ['8/listPicker', '2.2/listPicker-title'],
  },
  {
    name: 'list-picker-subtitle',
    ...itemLimit,
    of: itemText('subtitle'),
    clauses: ['8/listPicker', '2.2/listPicker-subtitle'],
  },
  buttonLimit('buttons', 10, buttonCount(), '8/buttons', 'Too many buttons'),
  buttonLimit('url-buttons', 2, buttonCount('URL'), '8/buttons-url', 'Too many URL buttons'),
  buttonLimit('phone-buttons', 1, buttonCount('PHONE'), '8/buttons-phone', 'Too many PHONE buttons'),
  {
    ...buttonLimit('payload', 128, payload, '8/payload', 'Payload is too long'),
    clauses: ['8/payload', '2.2/payload'],
  },
];

function buttonLimit(name: string, maximum: number, of: Quantity, clause: ClauseId, says: string): Limit {
  const clauses = [clause, '2.2/buttons'] as const;
  return { name, maximum, of, clauses, code: buttonError, detail: `${says}, maximum is ${maximum}` };
}

/** Three mutants for each limit: the maximum is one too high, one too low, or missing. */
export const boundaryMutants: readonly Mutant[] = limits.flatMap(
  ({ name, maximum, of: { make, sizeOf, cut }, clauses, code, detail }) => {
    const cites = [...clauses, `7.1/${code}`] as const;
    const isAt = (size: number) => (content: JsonObject) => sizeOf(content) === size;
    const isOneMore = isAt(maximum + 1);
    return [
      boundary({
        id: `${name}-one-more`,
        says: `Takes ${maximum + 1} for ${maximum}: ${name}`,
        cites,
        change: editContents((content) => (isOneMore(content) ? cut(content, maximum) : content)),
        ask: chat(make(maximum + 1)),
        plain: `400 ${code}`,
        changed: 'accepted',
      }),
      boundary({
        id: `${name}-one-less`,
        says: `Refuses ${maximum}, which is allowed: ${name}`,
        cites,
        change: refuseContent(isAt(maximum), code, detail),
        ask: chat(make(maximum)),
        plain: 'accepted',
        changed: `400 ${code}`,
      }),
      boundary({
        id: `${name}-unlimited`,
        says: `Has no limit at all: ${name}`,
        cites,
        change: editContents((content) => cut(content, maximum)),
        ask: chat(make(maximum * 3)),
        plain: `400 ${code}`,
        changed: 'accepted',
      }),
    ];
  },
);

const counting = mutantsOf({ class: 'boundary', prefix: 'counting' });

const pictographs = (count: number): string => '😀'.repeat(count);

/** More UTF-16 units than a limit has characters, and no more characters than that. */
function isLongInUnits(value: Json | undefined, maximum: number): boolean {
  return typeof value === 'string' && value.length > maximum && lengthOf(value) <= maximum;
}

/** The same for bytes. */
function isLongInBytes(value: Json | undefined, maximum: number): boolean {
  return typeof value === 'string' && Buffer.byteLength(value) > maximum && lengthOf(value) <= maximum;
}

/** Limits that count UTF-16 units. The source says characters; that those are code points is ADR-0023. */
export const utf16Limits = [
  {
    name: 'attachment-name',
    clauses: ['8/attachmentName', '2.2/attachmentName-length'],
    sees: ({ attachmentName }: JsonObject) => isLongInUnits(attachmentName, 70),
    code: 'attachmentName-is-too-long',
    content: document({ attachmentName: pictographs(70) }),
  },
  {
    name: 'title',
    clauses: ['8/listPicker', '2.2/listPicker-title'],
    sees: (content: JsonObject) => itemsOf(content).some(({ title }) => isLongInUnits(title, 24)),
    code: tooLong,
    content: picker([{ title: pictographs(24) }]),
  },
] as const;

const overItems = (name: string, edit: (text: string, at: number) => string) =>
  editContents(eachItem((item, at) => editText(item, name, (text) => edit(text, at))));
const firstOnly = (most: number) => (text: string, at: number) => (at === 0 ? text : text.slice(0, most));

/**
 * Limits that are there and count the wrong thing. Two bytes are one character; what is beyond is left open
 * (ADR-0023).
 */
export const countingMutants: readonly Mutant[] = [
  counting({
    id: 'attachment-name-bytes',
    says: 'Counts the bytes of a name',
    cites: ['8/attachmentName', '2.2/attachmentName-length'],
    change: refuseContent(
      (content) => isLongInBytes(content.attachmentName, 70),
      'attachmentName-is-too-long',
    ),
    ask: chat(document({ attachmentName: 'ä'.repeat(70) })),
    plain: 'accepted',
    changed: '400 attachmentName-is-too-long',
  }),
  counting({
    id: 'attachment-name-without-extension',
    says: 'Does not count the extension of a name',
    cites: ['8/attachmentName'],
    change: editContents((content) =>
      editText(content, 'attachmentName', (name) => name.replace(/(?<=.)\.[^.]*$/, '')),
    ),
    ask: chat(document({ attachmentName: `${'n'.repeat(67)}.pdf` })),
    plain: '400 attachmentName-is-too-long',
    changed: 'accepted',
  }),
  counting({
    id: 'title-bytes',
    says: 'Counts the bytes of a title',
    cites: ['8/listPicker', '2.2/listPicker-title'],
    change: refuseContent(
      (content) => itemsOf(content).some(({ title }) => isLongInBytes(title, 24)),
      tooLong,
    ),
    ask: chat(picker([{ title: 'ä'.repeat(24) }])),
    plain: 'accepted',
    changed: '400 template-parameter-is-not-valid',
  }),
  ...utf16Limits.map(({ name, clauses, sees, code, content }) =>
    counting({
      id: `${name}-utf-16`,
      says: `Counts UTF-16 units, of which a pictograph has two: ${name}`,
      cites: [...clauses, 'ADR-0023'],
      change: refuseContent(sees, code),
      ask: chat(content),
      plain: 'accepted',
      changed: `400 ${code}`,
    }),
  ),
  counting({
    id: 'title-without-blanks',
    says: 'Does not count the blanks of a title',
    cites: ['8/listPicker', '2.2/listPicker-title'],
    change: overItems('title', (title) => title.replaceAll(' ', '')),
    ask: chat(picker([{ title: `${'a'.repeat(12)} ${'b'.repeat(12)}` }])),
    plain: '400 template-parameter-is-not-valid',
    changed: 'accepted',
  }),
  counting({
    id: 'subtitle-trimmed',
    says: 'Does not count the blanks around a subtitle',
    cites: ['8/listPicker', '2.2/listPicker-subtitle'],
    change: overItems('subtitle', (subtitle) => subtitle.trim()),
    ask: chat(picker([{ title: 'Today', subtitle: `${'s'.repeat(24)} ` }])),
    plain: '400 template-parameter-is-not-valid',
    changed: 'accepted',
  }),
  counting({
    id: 'first-item',
    says: 'Measures the first title of a list only',
    cites: ['8/listPicker', '2.2/listPicker-title'],
    change: overItems('title', firstOnly(24)),
    ask: chat(picker([{ title: 'Today' }, { title: long }])),
    plain: '400 template-parameter-is-not-valid',
    changed: 'accepted',
  }),
  counting({
    id: 'first-section',
    says: 'Measures the first section of a list only',
    cites: ['8/listPicker', '2.2/listPicker-subtitle'],
    change: overItems('subtitle', firstOnly(24)),
    ask: chat(picker([{ title: 'Today', subtitle: '' }], [{ title: 'Later', subtitle: long }])),
    plain: '400 template-parameter-is-not-valid',
    changed: 'accepted',
  }),
  counting({
    id: 'payload-bytes',
    says: 'Counts the bytes of a payload',
    cites: ['8/payload', '2.2/payload'],
    change: refuseContent(
      (content) => buttonsOf(content).some(({ payload }) => isLongInBytes(payload, 128)),
      buttonError,
      'Payload is too long, maximum is 128',
    ),
    ask: chat(replies('ä'.repeat(128))),
    plain: 'accepted',
    changed: '400 button-validation-error',
  }),
  counting({
    id: 'first-payload',
    says: 'Measures the payload of the first button only',
    cites: ['8/payload', '2.2/payload'],
    change: editContents(
      eachButton((one, at) => editText(one, 'payload', (text) => firstOnly(128)(text, at))),
    ),
    ask: chat(replies('short', 'p'.repeat(129))),
    plain: '400 button-validation-error',
    changed: 'accepted',
  }),
  counting({
    id: 'url-phone-together',
    says: 'Counts call buttons as links',
    cites: ['8/buttons-url'],
    change: refuseContent(
      (content) => buttonsOf(content).filter(({ type }) => type === 'URL' || type === 'PHONE').length > 2,
      buttonError,
      'Too many URL buttons, maximum is 2',
    ),
    ask: chat(buttons('URL', 'URL', 'PHONE')),
    plain: 'accepted',
    changed: '400 button-validation-error',
  }),
  counting({
    id: 'quick-replies-alone',
    says: 'Counts quick replies only',
    cites: ['8/buttons'],
    change: editContents(eachButtonWithoutLinksAbove(10)),
    ask: chat(buttons('URL', 'URL', ...Array<string>(9).fill('QUICK_REPLY'))),
    plain: '400 button-validation-error',
    changed: 'accepted',
  }),
  counting({
    id: 'latitude-zero',
    says: 'Takes the latitude of the equator for none',
    cites: ['2.2/latitude'],
    change: refuseContent(({ latitude }) => latitude === 0, 'latitude-not-specified'),
    ask: chat(place({ latitude: 0, longitude: 13.405 })),
    plain: 'accepted',
    changed: '400 latitude-not-specified',
  }),
  counting({
    id: 'longitude-zero',
    says: 'Takes the longitude of Greenwich for none',
    cites: ['2.2/longitude'],
    change: refuseContent(({ longitude }) => longitude === 0, 'longitude-not-specified'),
    ask: chat(place({ latitude: 51.48, longitude: 0 })),
    plain: 'accepted',
    changed: '400 longitude-not-specified',
  }),
  counting({
    id: 'longitude-over-90',
    says: 'Limits a longitude as if it were a latitude',
    cites: ['2.2/longitude'],
    change: refuseContent(
      ({ longitude }) => typeof longitude === 'number' && Math.abs(longitude) > 90,
      'matched-template-not-found',
    ),
    ask: chat(place({ latitude: 35.68, longitude: 139.69 })),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
];

/** Drops URL and PHONE buttons if there are more buttons than the maximum. */
function eachButtonWithoutLinksAbove(maximum: number): (content: JsonObject) => JsonObject {
  return (content) =>
    buttonsOf(content).length > maximum
      ? eachButton((one) => (one.type === 'QUICK_REPLY' ? one : undefined))(content)
      : content;
}
