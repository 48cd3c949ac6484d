import type { MockAnswer } from '../mock.ts';
import type { MockRequest } from '../request.ts';

/** Carries out a control request. */
type ControlOperation = (request: MockRequest) => Promise<MockAnswer>;

/** The operations of a path, by method. */
export type ControlMethods = Readonly<Record<string, ControlOperation>>;

export const done: MockAnswer = { status: 204, headers: {}, body: '' };

export function json(status: number, body: object): MockAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}
