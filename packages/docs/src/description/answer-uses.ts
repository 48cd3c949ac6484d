import { operationAddress } from '../addresses.ts';
import { isObject } from '../objects.ts';
import { operationsOf } from './places.ts';

/** An operation that answers with a response component. */
export interface AnswerUse {
  /** The name of the component. */
  readonly component: string;
  readonly status: string;
  /** `POST /api/cascade/schedule`, or `the callback`. */
  readonly title: string;
  /** Where the page of the operation describes the answer. */
  readonly href: string;
}

/** Where the answers of an OpenAPI description are used, in its order. */
export function answerUses(description: unknown): readonly AnswerUse[] {
  return operationsOf(description).flatMap(({ id, title, operation, isWebhook }) => {
    const responses = isObject(operation.responses) ? operation.responses : {};
    return Object.entries(responses).flatMap(([status, response]) => {
      const component = isObject(response) ? /\/(\w+)$/.exec(String(response.$ref))?.[1] : undefined;
      if (component === undefined) return [];
      const anchor = status.startsWith('2') ? `answer-${status}` : 'errors';
      const href = `${operationAddress(id)}#${isWebhook ? 'answers' : anchor}`;
      return [{ component, status, title: isWebhook ? 'the callback' : title, href }];
    });
  });
}
