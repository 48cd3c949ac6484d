import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Answer } from '../exchange/http-request.ts';
import { isObject, parseJson } from '../json.ts';
import { listedCode } from './catalogue.ts';
import type { AnswerFault } from './fault.ts';

/** §2.4; more members may be there. */
const schema = {
  type: 'object',
  required: ['title', 'status'],
  properties: {
    title: { type: 'string', minLength: 1 },
    status: { type: 'integer' },
    detail: { type: ['string', 'null'] },
  },
};

const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

const mediaTypes = ['application/json', 'application/problem+json'];

/** What is wrong with the body of an error answer, whatever its code (§2.4, §7.2). */
export function judgeProblemBody(answer: Answer): AnswerFault[] {
  const faults: AnswerFault[] = [];
  const type = answer.headers['content-type'] ?? 'none';
  const [essence = ''] = type.split(';');
  if (!mediaTypes.includes(essence.trim().toLowerCase()))
    faults.push(fault('content-type-conformance', '4.1/error-response', mediaTypes.join(' or '), type));
  const body = parseJson(answer.text);
  if (!isObject(body)) {
    const actual = answer.text === '' ? 'an empty body' : answer.text.slice(0, 200);
    return [
      ...faults,
      fault('response-schema-conformance', '4.1/error-response', 'a JSON problem body', actual),
    ];
  }
  return [
    ...faults,
    ...shapeFaults(body),
    ...statusFaults(body.status, answer.status),
    ...detailFaults(body),
  ];
}

function shapeFaults(body: unknown): AnswerFault[] {
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, params, message = '' }) => {
    const member = instancePath === '' ? String(params.missingProperty) : instancePath.slice(1);
    const actual = instancePath === '' ? `no ${member}` : JSON.stringify(memberOf(body, member));
    return fault('response-schema-conformance', `2.4/${member}`, `${member}: ${message}`, actual);
  });
}

function statusFaults(inBody: unknown, status: number): AnswerFault[] {
  if (!Number.isInteger(inBody) || inBody === status) return [];
  const expected = `status ${status}, as the answer has`;
  return [fault('response-schema-conformance', '2.4/status', expected, `status ${inBody}`)];
}

function detailFaults({ title, detail }: Readonly<Record<string, unknown>>): AnswerFault[] {
  const code = typeof title === 'string' ? listedCode(title)?.code : undefined;
  const isFilled = typeof detail === 'string' && detail !== '';
  if (code !== 'cascade-scheduling-request-is-not-valid' || isFilled) return [];
  return [fault('response-schema-conformance', '2.4/detail-filled', 'a detail that explains', 'none')];
}

function memberOf(body: unknown, member: string): unknown {
  return isObject(body) ? body[member] : undefined;
}

function fault(check: AnswerFault['check'], clause: string, expected: string, actual: string): AnswerFault {
  return { check, clause, severity: 'error', expected, actual };
}
