import { buttonsOf, eachButton, eachItem, itemsOf, someContent } from '../changes/contents.ts';
import { mendContents, refuseIf } from '../changes/on-request.ts';
import type { Mutant } from '../mutant.ts';
import type { Json, JsonObject } from '../proxy/json.ts';
import { asking } from '../witness/observe.ts';
import { buttons, chat, document, picker, replies } from '../witness/requests.ts';
import { ofClass } from './of-class.ts';

const boundary = ofClass('boundary');

/** A limit of §8, and how a content object comes to have so much of it. */
interface Limit {
  readonly name: string;
  readonly clauses: Mutant['clauses'];
  readonly maximum: number;
  readonly code: string;
  readonly detail?: string;
  /** A content object with so much. */
  readonly make: (size: number) => JsonObject;
  /** How much a content object has at most. */
  readonly sizeOf: (content: JsonObject) => number;
  /** Takes away what is more than so much. */
  readonly cut: (content: JsonObject, size: number) => JsonObject;
}

const tooLong = 'template-parameter-is-not-valid';
const buttonError = 'button-validation-error';

const limits: readonly Limit[] = [
  {
    name: 'attachment-name',
    clauses: ['8/attachmentName', '2.2/attachmentName-length', '7.1/attachmentName-is-too-long'],
    maximum: 70,
    code: 'attachmentName-is-too-long',
    make: (size) => document({ attachmentName: 'n'.repeat(size) }),
    sizeOf: ({ attachmentName }) => lengthOf(attachmentName),
    cut: (content, size) => cutMember(content, 'attachmentName', size),
  },
  {
    name: 'list-picker-title',
    clauses: ['8/listPicker', '2.2/listPicker-title', '7.1/template-parameter-is-not-valid'],
    maximum: 24,
    code: tooLong,
    make: (size) => picker([{ title: 't'.repeat(size) }]),
    sizeOf: (content) => Math.max(0, ...itemsOf(content).map(({ title }) => lengthOf(title))),
    cut: (content, size) => eachItem((item) => cutMember(item, 'title', size))(content),
  },
  {
    name: 'list-picker-subtitle',
    clauses: ['8/listPicker', '2.2/listPicker-subtitle', '7.1/template-parameter-is-not-valid'],
    maximum: 24,
    code: tooLong,
    make: (size) => picker([{ title: 'Today', subtitle: 's'.repeat(size) }]),
    sizeOf: (content) => Math.max(0, ...itemsOf(content).map(({ subtitle }) => lengthOf(subtitle))),
    cut: (content, size) => eachItem((item) => cutMember(item, 'subtitle', size))(content),
  },
  {
    name: 'buttons',
    clauses: ['8/buttons', '2.2/buttons', '7.1/button-validation-error'],
    maximum: 10,
    code: buttonError,
    detail: 'Too many buttons, maximum is 10',
    make: (size) => buttons(...Array<string>(size).fill('QUICK_REPLY')),
    sizeOf: (content) => buttonsOf(content).length,
    cut: (content, size) => eachButton((one, at) => (at < size ? one : undefined))(content),
  },
  ofKind('URL', 2, '8/buttons-url'),
  ofKind('PHONE', 1, '8/buttons-phone'),
  {
    name: 'payload',
    clauses: ['8/payload', '2.2/payload', '7.1/button-validation-error'],
    maximum: 128,
    code: buttonError,
    detail: 'Payload is too long, maximum is 128',
    make: (size) => replies('p'.repeat(size)),
    sizeOf: (content) => Math.max(0, ...buttonsOf(content).map(({ payload }) => lengthOf(payload))),
    cut: (content, size) => eachButton((one) => cutMember(one, 'payload', size))(content),
  },
];

function ofKind(kind: string, maximum: number, clause: string): Limit {
  return {
    name: `${kind.toLowerCase()}-buttons`,
    clauses: [clause, '2.2/buttons', '7.1/button-validation-error'],
    maximum,
    code: buttonError,
    detail: `Too many ${kind} buttons, maximum is ${maximum}`,
    make: (size) => buttons(...Array<string>(size).fill(kind)),
    sizeOf: (content) => buttonsOf(content).filter(({ type }) => type === kind).length,
    cut(content, size) {
      let seen = 0;
      return eachButton((one) => (one.type === kind && ++seen > size ? undefined : one))(content);
    },
  };
}

/** Three for each limit: one too many passes, one too few does not, and nobody looks. */
export const boundaryMutants: readonly Mutant[] = limits.flatMap((limit) => [
  oneMore(limit),
  oneLess(limit),
  unlimited(limit),
]);

function oneMore({ name, clauses, maximum, code, make, sizeOf, cut }: Limit): Mutant {
  return boundary({
    id: `boundary-${name}-one-more`,
    clauses,
    title: `Takes ${maximum + 1} for ${maximum}: ${name}`,
    change: mendContents((content) => (sizeOf(content) === maximum + 1 ? cut(content, maximum) : content)),
    witness: asking(() => chat(make(maximum + 1)), `400 ${code}`, 'accepted'),
  });
}

function oneLess({ name, clauses, maximum, code, detail, make, sizeOf }: Limit): Mutant {
  return boundary({
    id: `boundary-${name}-one-less`,
    clauses,
    title: `Refuses ${maximum}, which is allowed: ${name}`,
    change: refuseIf(
      someContent((content) => sizeOf(content) === maximum),
      code,
      detail,
    ),
    witness: asking(() => chat(make(maximum)), 'accepted', `400 ${code}`),
  });
}

function unlimited({ name, clauses, maximum, code, make, cut }: Limit): Mutant {
  return boundary({
    id: `boundary-${name}-unlimited`,
    clauses,
    title: `Has no limit at all: ${name}`,
    change: mendContents((content) => cut(content, maximum)),
    witness: asking(() => chat(make(maximum * 3)), `400 ${code}`, 'accepted'),
  });
}

function lengthOf(value: Json | undefined): number {
  return typeof value === 'string' ? [...value].length : 0;
}

function cutMember(object: JsonObject, name: string, size: number): JsonObject {
  const { [name]: value } = object;
  return typeof value === 'string' ? { ...object, [name]: [...value].slice(0, size).join('') } : object;
}
