import type { Draft } from '../../src/console/draft.ts';
import type { Template } from '../../src/console/page-protocol.ts';
import { isObject } from '../../src/objects.ts';
import { element, show, write } from './elements.ts';

const fields = {
  method: element('method', HTMLSelectElement),
  path: element('path', HTMLInputElement),
  key: element('key', HTMLInputElement),
  headers: element('headers', HTMLTextAreaElement),
  body: element('body', HTMLTextAreaElement),
};

/** The request in the form. */
export function readDraft(): Draft {
  return {
    method: fields.method.value,
    path: fields.path.value,
    key: fields.key.value,
    headers: fields.headers.value,
    body: fields.body.value,
  };
}

/** Fills the form from a template, with a new request id. A key that the reader typed stays. */
export function fillIn({ draft, repeat, state }: Template, sampleKeys: ReadonlySet<string>): void {
  fields.method.value = draft.method;
  fields.path.value = draft.path;
  fields.headers.value = draft.headers;
  if (fields.key.value === '' || sampleKeys.has(fields.key.value)) fields.key.value = draft.key;
  const body: unknown = JSON.parse(draft.body);
  if (isObject(body) && repeat !== undefined) body[repeat.member] = repeat.text.repeat(repeat.times);
  fields.body.value = JSON.stringify(body, undefined, 2);
  renewRequestId();
  write('state', state === undefined ? '' : `Given: ${state}`);
  show('state', state !== undefined);
}

/** Replaces the request id in the body, if there is a well-formed one. */
export function renewRequestId(): void {
  fields.body.value = fields.body.value.replace(
    /("requestId"\s*:\s*)"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/i,
    `$1"${crypto.randomUUID()}"`,
  );
}
