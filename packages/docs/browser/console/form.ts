import type { Draft } from '../../src/console/draft.ts';
import type { FormTemplate } from '../../src/console/page-protocol.ts';
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

/** Puts a draft into the form as it is. */
function writeDraft({ method, path, headers, body }: Draft): void {
  // The list has the usual methods; a link may name another one.
  const isListed = [...fields.method.options].some(({ value }) => value === method);
  if (!isListed) fields.method.add(new Option(method));
  fields.method.value = method;
  fields.path.value = path;
  fields.headers.value = headers;
  fields.body.value = body;
}

/** What is said of the headers while they are folded. */
export function describeHeaders(): void {
  const lines = fields.headers.value.split('\n').filter((line) => line.trim() !== '');
  write('headers-short', lines.length === 0 ? 'none' : lines.join(', '));
}

let keyIsTyped = false;
fields.key.addEventListener('input', () => {
  keyIsTyped = fields.key.value !== '';
});

/** Fills the form from a template, with a new request id. A key that the reader typed stays. */
export function fillForm(
  { draft, repeat, state, sentBefore, needs }: Omit<FormTemplate, 'name' | 'group' | 'label'>,
  callbackUrl?: string,
): void {
  writeDraft(draft);
  if (!keyIsTyped) fields.key.value = draft.key;
  if (repeat !== undefined) fields.body.value = repeated(draft.body, repeat);
  if (needs === 'receiver' && callbackUrl !== undefined)
    fields.body.value = JSON.stringify({ statusCallbackUrl: callbackUrl }, undefined, 2);
  renewMessage();
  const given = `Given: ${state}${sentBefore ? ' The console sends the request twice.' : ''}`;
  write('state', state === undefined ? '' : given);
  show('state', state !== undefined);
}

/** Fills the form with a request as it was. A key that was not stored leaves the one in the form. */
export function bringBack(draft: Draft): void {
  writeDraft(draft);
  if (draft.key !== '') fields.key.value = draft.key;
  show('state', false);
}

function repeated(text: string, { member, text: part, times }: NonNullable<FormTemplate['repeat']>): string {
  const body: unknown = JSON.parse(text);
  if (isObject(body)) body[member] = part.repeat(times);
  return JSON.stringify(body, undefined, 2);
}

/**
 * Makes the body another message: a new request id, if there is a well-formed one, and another order number
 * in the texts of our own examples, because the same text to the same address within 5 minutes is
 * `duplicated` (§8).
 */
export function renewMessage(): void {
  const order = String(crypto.getRandomValues(new Uint16Array(1))[0])
    .padStart(4, '0')
    .slice(-4);
  fields.body.value = fields.body.value
    .replace(sentId, `$1"${crypto.randomUUID()}"`)
    .replaceAll(/"Your order \d{4} is ready"/g, `"Your order ${order} is ready"`);
}

const sentId = /("requestId"\s*:\s*)"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i;

/** The well-formed request id of a body, which a provider takes once. */
export function requestIdIn(body: string): string | undefined {
  return sentId.exec(body)?.[2];
}
