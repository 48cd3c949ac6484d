import type { ErrorObject } from 'ajv/dist/2020.js';
import type { HttpRequest, TargetAnswer } from '../exchange/http-request.ts';
import { byteOrderMark, type JsonObject, parseJson } from '../json.ts';
import type { AnswerFault } from '../oracle/fault.ts';
import { compilerFor, isOutermost } from './check-request.ts';
import {
  citedBy,
  clausesOf,
  type DescribedResponse,
  describe,
  objectOf,
  type ResolvedOperation,
  resolve,
  restsOn,
} from './described.ts';
import { answerId } from './described-scenarios.ts';
import { locationsOf } from './locations.ts';
import { readDescription } from './read-description.ts';

/** What the description says of one answer: the scenario that it belongs to, and the faults. */
export interface ShapeVerdict {
  readonly scenario: string;
  readonly faults: readonly AnswerFault[];
}

/** Decisions that are held against the provider; what rests on another one is a hint. */
export type Held = (decisions: readonly string[]) => boolean;

/** Of all judges: compiling them takes longer than a short run. */
let compiledShapes: { readonly openapi: Shapes; readonly asyncapi: Shapes } | undefined;

/**
 * Judges shapes by Ajv and the two descriptions; it knows no scenario, and shares no code with the oracle.
 */
export function createShapeJudge(held: Held) {
  const { root, operations } = describe();
  const asyncapi = objectOf(readDescription().asyncapi);
  compiledShapes ??= { openapi: shapesIn(root), asyncapi: shapesIn(asyncapi) };
  const shapes = compiledShapes;
  const severe = (fault: Misfit): AnswerFault => {
    const { decisions, ...rest } = fault;
    if (!held(decisions)) return { ...rest, severity: 'hint', rests: decisions.join(', ') };
    const named = decisions.filter((each) => each.startsWith('ADR-'));
    return { ...rest, severity: 'error', ...(named.length === 0 ? {} : { decisions: named }) };
  };
  return {
    /** Undefined for an answer of a URL that is not described. */
    judgeAnswer({ path }: Pick<HttpRequest, 'path'>, answer: TargetAnswer): ShapeVerdict | undefined {
      const operation = operations.find((each) => each.path === path.split('?')[0]);
      if (operation === undefined) return undefined;
      const response = responseFor(operation, answer.status);
      if (response === undefined) return undefined;
      const around = [...restsOn(operation.node), ...restsOn(response.node), ...guessed(response, answer)];
      const misfits = misfitsOf(response, answer, root, shapes.openapi);
      return {
        scenario: answerId(operation.id, response.status),
        faults: misfits.map((misfit) =>
          severe({ ...misfit, decisions: [...new Set([...around, ...misfit.decisions])] }),
        ),
      };
    },
    /**
     * The faults of the payload alone, for a provider that follows the decision about the message: what is
     * left open is what a member rests on besides.
     */
    judgePayload: (body: string): readonly AnswerFault[] =>
      shapes
        .asyncapi(messageOf(asyncapi).payload, parseJson(body))
        .map((misfit) => severe({ ...misfit, check: 'callback' })),
    /** The faults of a callback by the payload and the headers of AsyncAPI's message. */
    judgeCallback({
      headers,
      body,
    }: Pick<TargetAnswer, 'headers'> & { readonly body: string }): readonly AnswerFault[] {
      const message = messageOf(asyncapi);
      const faults: Misfit[] = [
        ...markOf(body).map(([expected, actual]) => ({
          check: 'callback' as const,
          expected,
          actual,
          decisions: [],
        })),
        ...shapes.asyncapi(message.payload, parseJson(body)),
        ...shapes.asyncapi(message.headers, headers),
      ];
      // The source shows neither payload nor headers (§6): all of it rests on the decisions about the
      // message.
      const around = citedBy(message);
      return faults.map((misfit) =>
        severe({ ...misfit, check: 'callback', decisions: [...new Set([...around, ...misfit.decisions])] }),
      );
    },
  };
}

interface Misfit extends Omit<AnswerFault, 'severity' | 'rests' | 'decisions'> {
  readonly decisions: readonly string[];
}

/** The response of that status; for another success the documented one, whose status it lacks. */
function responseFor({ responses }: ResolvedOperation, status: number): DescribedResponse | undefined {
  const isSuccess = status >= 200 && status < 300;
  return (
    responses.find((each) => each.status === String(status)) ??
    responses.find((each) => (isSuccess ? each.status.startsWith('2') : each.status === 'default'))
  );
}

/** A status that the description does not list proves nothing about the described ones. */
function guessed({ status }: DescribedResponse, answer: TargetAnswer): string[] {
  return status === 'default' ? [`the default answer, for ${answer.status}`] : [];
}

function misfitsOf(
  { node, status }: DescribedResponse,
  answer: TargetAnswer,
  root: JsonObject,
  shapes: Shapes,
): Misfit[] {
  const clause = clausesOf(node)[0];
  const about = clause === undefined ? {} : { clause };
  const fault = (check: AnswerFault['check'], expected: string, actual: string): Misfit => ({
    check,
    ...about,
    expected,
    actual,
    decisions: [],
  });
  if (status !== 'default' && status !== String(answer.status))
    return [fault('status-code-conformance', `the status ${status}`, String(answer.status))];
  const headers = Object.entries(objectOf(node.headers)).flatMap(([name, each]) =>
    headerMisfits(name, resolve(root, each), answer, shapes),
  );
  const media = objectOf(node.content);
  if (Object.keys(media).length === 0) return headers;
  const type = answer.headers['content-type'] ?? 'none';
  const medium = media[type.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (medium === undefined)
    return [...headers, fault('content-type-conformance', Object.keys(media).join(' or '), type)];
  const marks = markOf(answer.text).map((says) => fault('response-schema-conformance', ...says));
  const body = parseJson(answer.text);
  const misfits = shapes(objectOf(medium).schema, body).map((each) => ({ ...about, ...each }));
  return [...headers, ...marks, ...misfits];
}

/** What is expected and found of a text that begins with a byte order mark: readers of JSON refuse it. */
function markOf(text: string): (readonly [expected: string, actual: string])[] {
  const says = ['JSON without a byte order mark (RFC 8259 §8.1)', 'a byte order mark before it'] as const;
  return text.startsWith(byteOrderMark) ? [says] : [];
}

/** A header need not be there unless it is required, but if it is there, it has the described form. */
function headerMisfits(
  name: string,
  header: JsonObject,
  { headers }: TargetAnswer,
  shapes: Shapes,
): Misfit[] {
  const text = headers[name.toLowerCase()];
  if (text === undefined && header.required !== true) return [];
  const isNumber = objectOf(header.schema).type === 'integer';
  return shapes(header.schema, isNumber && /^\d+$/.test(text ?? '') ? Number(text) : text).map((misfit) => ({
    ...misfit,
    check: 'response-headers-conformance',
    expected: `the header ${name} ${misfit.expected.replace(/^the body /, '')}`,
    decisions: [...restsOn(header), ...misfit.decisions],
  }));
}

/** What of a value does not fit a schema, each with the decisions of the node that it breaks. */
type Shapes = (schema: unknown, value: unknown) => Misfit[];

function shapesIn(root: JsonObject): Shapes {
  const validatorOf = compilerFor(root);
  return (schema, value) => {
    const validate = validatorOf(schema);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    const needed = new Set(
      locationsOf(root, objectOf(schema), value).flatMap(({ pointer, value: own, holding }) =>
        holding
          .filter(({ condition }) => condition === undefined || validatorOf(condition)(own))
          .flatMap(({ schema: { required } }) => [required ?? []].flat().map((name) => `${pointer}/${name}`)),
      ),
    );
    return errors
      .filter((error) => isOutermost(error, errors) && !isOfAnotherType(error, errors))
      .map((error) => {
        const misfit = toMisfit(error, value);
        const { data, instancePath: at } = error;
        const isAbsent = data === null && at !== '' && !needed.has(at);
        return isAbsent ? { ...misfit, decisions: [...misfit.decisions, nullForAbsent] } : misfit;
      });
  };
}

/** A value of the wrong type fails its list as well: that is said once. */
function isOfAnotherType({ keyword, instancePath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  const isList = keyword === 'const' || keyword === 'enum';
  return isList && all.some((other) => other.keyword === 'type' && other.instancePath === instancePath);
}

/**
 * The source has types, and does not say that a member which need not be there must be absent rather than
 * null.
 */
const nullForAbsent = 'null where a field may be absent';

/** Ajv's messages leave out which values are allowed. */
function wordsOf(keyword: string, params: ErrorObject['params']): string | undefined {
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'enum')
    return `must be ${[params.allowedValues].flat().join(' or ')}, if it is a listed one`;
  return keyword === 'not' ? 'must not be a value that is listed for something else' : undefined;
}

function toMisfit(
  { instancePath, message = '', parentSchema, data, keyword, params }: ErrorObject,
  value: unknown,
): Misfit {
  const node = objectOf(parentSchema);
  const says = wordsOf(keyword, params) ?? message;
  const clause = clausesOf(node)[0];
  return {
    check: 'response-schema-conformance',
    ...(clause === undefined ? {} : { clause }),
    expected: `${instancePath === '' ? 'the body' : instancePath} ${says}`,
    actual: (JSON.stringify(data ?? value) ?? 'no JSON').slice(0, 200),
    decisions: restsOn(node),
  };
}

/** The only message of AsyncAPI's channel. */
function messageOf(asyncapi: JsonObject): JsonObject {
  const channels = Object.values(objectOf(asyncapi.channels)).map(objectOf);
  const messages = channels.flatMap(({ messages }) => Object.values(objectOf(messages)));
  return resolve(asyncapi, messages[0]);
}
