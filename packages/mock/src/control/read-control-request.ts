import { createShapeCheck } from '@cascade/yaml-file';
import { type MockRequest, queryOf, readJson } from '../request.ts';
import { ControlRefusal, refuseFaults } from './control-problem.ts';
import { shape } from './control-shape.ts';

const check = createShapeCheck<Readonly<Record<string, unknown>>>({
  ...shape,
  isSecret: (pointer) => pointer.endsWith('/key'),
});

/** More are not told of one request. */
const mostFaults = 20;

/**
 * The body of a control request that the description allows.
 * @throws {ControlRefusal} with each fault.
 */
export async function readBodyOf(operation: string, request: MockRequest): Promise<unknown> {
  const body = await readJson(request);
  if ('value' in body) return judge(operation, body.value);
  const { status, detail = '' } = body.problem;
  if (status === 413) throw new ControlRefusal('payload-too-large', detail);
  if (status === 415) throw new ControlRefusal('unsupported-media-type', detail);
  throw new ControlRefusal('invalid-request', detail);
}

const numbers: readonly string[] = ['status', 'after', 'atLeast', 'waitSeconds', 'id', 'offset', 'limit'];

/**
 * The query of a control request that the description allows.
 * @throws {ControlRefusal} with each fault.
 */
export function readQueryOf(operation: string, { target }: MockRequest): unknown {
  const entries = [...new URLSearchParams(queryOf(target))];
  const names = entries.map(([name]) => name);
  const again = names.find((name, at) => names.indexOf(name) !== at);
  if (again !== undefined) refuseFaults([{ pointer: `/${again}`, detail: 'expected once, found twice' }]);
  const isNumber = (name: string, text: string) => numbers.includes(name) && /^-?\d+(?:\.\d+)?$/.test(text);
  return judge(
    operation,
    Object.fromEntries(entries.map(([name, text]) => [name, isNumber(name, text) ? Number(text) : text])),
  );
}

function judge(operation: string, value: unknown): unknown {
  const judged = check({ [operation]: value });
  if (!('faults' in judged)) return value;
  const faults = judged.faults.slice(0, mostFaults).map(({ pointer, message }) => ({
    pointer: pointer.slice(operation.length + 1),
    detail: message,
  }));
  return refuseFaults(faults);
}
