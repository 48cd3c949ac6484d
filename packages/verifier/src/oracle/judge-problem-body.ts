import type { TargetAnswer } from '../exchange/http-request.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { listedCode } from './catalogue.ts';
import { type AnswerFault, errorOf } from './fault.ts';

const mediaTypes = ['application/json', 'application/problem+json'];

/** What is wrong with the body of an error answer, whatever its code (§2.4, §7.2). */
export function judgeProblemBody(answer: TargetAnswer): AnswerFault[] {
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

/**
 * §2.4; more members may be there. By hand, since Ajv takes a tenth of a second to load and to compile this.
 */
function shapeFaults(body: JsonObject): AnswerFault[] {
  const absent = ['title', 'status']
    .filter((member) => body[member] === undefined)
    .map((member) => ({
      member,
      expected: `the body must have required property '${member}'`,
      actual: `no ${member}`,
    }));
  const misshapen = Object.entries(expectations).flatMap(([member, expect]) => {
    const message = body[member] === undefined ? undefined : expect(body[member]);
    return message === undefined
      ? []
      : [{ member, expected: `/${member} ${message}`, actual: JSON.stringify(body[member]) }];
  });
  return [...absent, ...misshapen].map(({ member, expected, actual }) =>
    fault('response-schema-conformance', `2.4/${member}`, expected, actual),
  );
}

/** What each member must be, said as JSON Schema's validators do; undefined if it is that. */
const expectations: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  title(value) {
    if (typeof value !== 'string') return 'must be string';
    return value === '' ? 'must NOT have fewer than 1 characters' : undefined;
  },
  status: (value) => (Number.isInteger(value) ? undefined : 'must be integer'),
  detail: (value) => (value === null || typeof value === 'string' ? undefined : 'must be string,null'),
};

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

function fault(check: AnswerFault['check'], clause: string, expected: string, actual: string): AnswerFault {
  return errorOf(check, expected, actual, clause);
}
