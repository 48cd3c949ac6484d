import {
  buttonsOf,
  eachButton,
  eachItem,
  editText,
  itemsOf,
  lengthOf,
  someContent,
} from '../changes/contents.ts';
import { editContents, refuseIf } from '../changes/on-request.ts';
import type { Mutant } from '../mutant.ts';
import type { Json, JsonObject } from '../proxy/json.ts';
import { buttons, chat, document, picker, place, replies } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';

const tooLong = 'template-parameter-is-not-valid';
const buttonError = 'button-validation-error';
const long = 'x'.repeat(25);

const counting = mutantsOf('boundary', 'counting');

/** Limits that are there and count the wrong thing. Two bytes are one character; what is beyond is left open (ADR-0023). */
export const countingMutants: readonly Mutant[] = [
  counting(
    'attachment-name-bytes',
    ['8/attachmentName', '2.2/attachmentName-length'],
    'Counts the bytes of a name',
    refuseIf(
      someContent(({ attachmentName }) => bytesOf(attachmentName) > 70 && lengthOf(attachmentName) <= 70),
      'attachmentName-is-too-long',
    ),
    [() => chat(document({ attachmentName: 'ä'.repeat(70) })), 'accepted', '400 attachmentName-is-too-long'],
  ),
  counting(
    'attachment-name-without-extension',
    ['8/attachmentName'],
    'Does not count the extension of a name',
    editContents((content) =>
      editText(content, 'attachmentName', (name) => name.replace(/(?<=.)\.[^.]*$/, '')),
    ),
    [
      () => chat(document({ attachmentName: `${'n'.repeat(67)}.pdf` })),
      '400 attachmentName-is-too-long',
      'accepted',
    ],
  ),
  counting(
    'title-bytes',
    ['8/listPicker', '2.2/listPicker-title'],
    'Counts the bytes of a title',
    refuseIf(
      someContent((content) =>
        itemsOf(content).some(({ title }) => bytesOf(title) > 24 && lengthOf(title) <= 24),
      ),
      tooLong,
    ),
    [() => chat(picker([{ title: 'ä'.repeat(24) }])), 'accepted', `400 ${tooLong}`],
  ),
  counting(
    'title-without-blanks',
    ['8/listPicker', '2.2/listPicker-title'],
    'Does not count the blanks of a title',
    editContents(eachItem((item) => editText(item, 'title', (title) => title.replaceAll(' ', '')))),
    [() => chat(picker([{ title: `${'a'.repeat(12)} ${'b'.repeat(12)}` }])), `400 ${tooLong}`, 'accepted'],
  ),
  counting(
    'subtitle-trimmed',
    ['8/listPicker', '2.2/listPicker-subtitle'],
    'Does not count the blanks around a subtitle',
    editContents(eachItem((item) => editText(item, 'subtitle', (subtitle) => subtitle.trim()))),
    [() => chat(picker([{ title: 'Today', subtitle: `${'s'.repeat(24)} ` }])), `400 ${tooLong}`, 'accepted'],
  ),
  counting(
    'first-item',
    ['8/listPicker', '2.2/listPicker-title'],
    'Measures the first title of a list only',
    editContents(
      eachItem((item, at) => (at === 0 ? item : editText(item, 'title', (title) => title.slice(0, 24)))),
    ),
    [() => chat(picker([{ title: 'Today' }, { title: long }])), `400 ${tooLong}`, 'accepted'],
  ),
  counting(
    'first-section',
    ['8/listPicker', '2.2/listPicker-subtitle'],
    'Measures the first section of a list only',
    editContents(
      eachItem((item, at) =>
        at === 0 ? item : editText(item, 'subtitle', (subtitle) => subtitle.slice(0, 24)),
      ),
    ),
    [
      () => chat(picker([{ title: 'Today', subtitle: '' }], [{ title: 'Later', subtitle: long }])),
      `400 ${tooLong}`,
      'accepted',
    ],
  ),
  counting(
    'payload-bytes',
    ['8/payload', '2.2/payload'],
    'Counts the bytes of a payload',
    refuseIf(
      someContent((content) =>
        buttonsOf(content).some(({ payload }) => bytesOf(payload) > 128 && lengthOf(payload) <= 128),
      ),
      buttonError,
      'Payload is too long, maximum is 128',
    ),
    [() => chat(replies('ä'.repeat(128))), 'accepted', `400 ${buttonError}`],
  ),
  counting(
    'first-payload',
    ['8/payload', '2.2/payload'],
    'Measures the payload of the first button only',
    editContents(
      eachButton((one, at) =>
        at === 0 ? one : editText(one, 'payload', (payload) => payload.slice(0, 128)),
      ),
    ),
    [() => chat(replies('short', 'p'.repeat(129))), `400 ${buttonError}`, 'accepted'],
  ),
  counting(
    'url-phone-together',
    ['8/buttons-url'],
    'Counts call buttons as links',
    refuseIf(
      someContent(
        (content) => buttonsOf(content).filter(({ type }) => type === 'URL' || type === 'PHONE').length > 2,
      ),
      buttonError,
      'Too many URL buttons, maximum is 2',
    ),
    [() => chat(buttons('URL', 'URL', 'PHONE')), 'accepted', `400 ${buttonError}`],
  ),
  counting(
    'quick-replies-alone',
    ['8/buttons'],
    'Counts quick replies only',
    editContents(eachButtonWithoutLinksAbove(10)),
    [
      () => chat(buttons('URL', 'URL', ...Array<string>(9).fill('QUICK_REPLY'))),
      `400 ${buttonError}`,
      'accepted',
    ],
  ),
  counting(
    'latitude-zero',
    ['2.2/latitude'],
    'Takes the latitude of the equator for none',
    refuseIf(
      someContent(({ latitude }) => latitude === 0),
      'latitude-not-specified',
    ),
    [() => chat(place({ latitude: 0, longitude: 13.405 })), 'accepted', '400 latitude-not-specified'],
  ),
  counting(
    'longitude-zero',
    ['2.2/longitude'],
    'Takes the longitude of Greenwich for none',
    refuseIf(
      someContent(({ longitude }) => longitude === 0),
      'longitude-not-specified',
    ),
    [() => chat(place({ latitude: 51.48, longitude: 0 })), 'accepted', '400 longitude-not-specified'],
  ),
  counting(
    'longitude-over-90',
    ['2.2/longitude'],
    'Limits a longitude as if it were a latitude',
    refuseIf(
      someContent(({ longitude }) => typeof longitude === 'number' && Math.abs(longitude) > 90),
      'matched-template-not-found',
    ),
    [() => chat(place({ latitude: 35.68, longitude: 139.69 })), 'accepted', '400 matched-template-not-found'],
  ),
];

/** Drops URL and PHONE buttons if there are more buttons than the maximum. */
function eachButtonWithoutLinksAbove(maximum: number): (content: JsonObject) => JsonObject {
  return (content) =>
    buttonsOf(content).length > maximum
      ? eachButton((one) => (one.type === 'QUICK_REPLY' ? one : undefined))(content)
      : content;
}

function bytesOf(value: Json | undefined): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : 0;
}
