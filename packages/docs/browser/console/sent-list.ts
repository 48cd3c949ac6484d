import { timeOfDay } from '../../src/console/received-callback.ts';
import {
  describeSent,
  mostListed,
  parseStored,
  type SentRequest,
  storedText,
} from '../../src/console/sent-requests.ts';
import { element, show } from './elements.ts';
import { store, stored } from './session.ts';

const storageKey = 'cascade.console.sent';

/** Lists the requests of the session, latest first; a click on one calls `bringBack`. */
export function listSent(sampleKeys: ReadonlySet<string>, bringBack: (request: SentRequest) => void) {
  let requests = parseStored(stored(storageKey));
  let current: SentRequest | undefined;

  function render(): void {
    show('sent-section', requests.length > 0);
    element('sent', HTMLOListElement).replaceChildren(...requests.map(itemOf));
  }

  function itemOf(request: SentRequest): HTMLLIElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'console-button';
    button.textContent = `${describeSent(request)} · ${request.target} · ${timeOfDay(request.at.replace(/\.\d+/, ''))}`;
    if (request === current) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => {
      mark(request);
      bringBack(request);
    });
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  /** Without a new rendering, which would take the focus from the button. */
  function mark(request: SentRequest): void {
    current = request;
    const buttons = element('sent', HTMLOListElement).querySelectorAll('button');
    for (const [index, button] of buttons.entries()) {
      if (requests[index] === request) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }

  render();
  return {
    /** Adds a request on top, and marks it as shown. */
    add(request: SentRequest) {
      requests = [request, ...requests].slice(0, mostListed);
      current = request;
      store(storageKey, storedText(requests, sampleKeys));
      render();
    },
  };
}
