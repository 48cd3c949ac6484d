import type { ShownCallback } from '../../src/console/page-protocol.ts';
import { isObject } from '../../src/objects.ts';
import { element } from './elements.ts';

const mostShown = 200;

/** Removes the highlight from all callbacks. */
export function forgetMine(): void {
  for (const item of element('events', HTMLOListElement).children) item.classList.remove('mine');
}

/** Shows callbacks as they arrive, latest first; those of the last request are highlighted. */
export function showEvents(isMine: (requestId: unknown) => boolean): void {
  const list = element('events', HTMLOListElement);
  new EventSource('console/events').addEventListener('message', ({ data }: MessageEvent<string>) => {
    const callback: ShownCallback = JSON.parse(data);
    const item = document.createElement('li');
    const body = fieldsOf(callback.body);
    item.textContent = describe(body, callback.signed);
    item.classList.toggle('mine', isMine(body.requestId));
    list.prepend(item);
    while (list.childElementCount > mostShown) list.lastElementChild?.remove();
  });
}

function describe(body: Readonly<Record<string, unknown>>, signed: boolean): string {
  const { channelType, status, error, requestId, statusAt } = body;
  const words = [statusAt, channelType, error ? `${status}: ${error}` : status, requestId];
  return `${words.filter(Boolean).join(' · ')} · ${signed ? 'signed' : 'not signed'}`;
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return isObject(body) ? body : {};
}
