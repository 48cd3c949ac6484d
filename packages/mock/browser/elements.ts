/** Finds an element of the page. Page and script are one file, so it exists. */
export function element<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} ${id}`);
}

/** Sets the text of an element; markup in it is not interpreted. An equal text is not announced again. */
export function write(id: string, text: string): void {
  const found = element(id, HTMLElement);
  if (found.textContent !== text) found.textContent = text;
}

/** A new element of a class, with texts and elements in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...content);
  return made;
}

/** A button with a name for those who do not see what is beside it. */
export function button(text: string, label: string, work: () => void): HTMLButtonElement {
  const made = make('button', '', text);
  made.type = 'button';
  if (label !== text) made.setAttribute('aria-label', label);
  made.addEventListener('click', work);
  return made;
}

/** The time of day in UTC, to the millisecond or to the second, with the whole instant for programs. */
export function time(instant: string, isShort = false): HTMLTimeElement {
  const made = make('time', '', instant.slice(11, isShort ? 19 : 23));
  made.dateTime = instant;
  return made;
}

/** JSON in a box that scrolls by itself. */
export function json(value: unknown, label: string): HTMLElement {
  const box = make('pre', '', JSON.stringify(value, undefined, 2));
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', label);
  return box;
}

/** How entries become rows. */
interface RowKind<Entry> {
  keyOf(entry: Entry): string;
  rowOf(entry: Entry): HTMLElement;
  /** Another text has a row made anew. */
  versionOf?(entry: Entry): string;
}

interface Row {
  readonly version: string;
  readonly item: HTMLElement;
}

/** The entries of a list by their key. Those that stay keep their focus, and are open if they were. */
export class Rows<Entry> {
  readonly #list: HTMLElement;
  readonly #kind: RowKind<Entry>;
  #known = new Map<string, Row>();

  constructor(id: string, kind: RowKind<Entry>) {
    this.#list = element(id, HTMLElement);
    this.#kind = kind;
  }

  show(entries: readonly Entry[]): void {
    const before = this.#known;
    this.#known = new Map(entries.map((entry) => [this.#kind.keyOf(entry), this.#rowOf(entry)]));
    for (const [key, { item }] of before) {
      const now = this.#known.get(key)?.item;
      if (now === item) continue;
      if (now === undefined) item.remove();
      else replace(item, now);
    }
    for (const [at, { item }] of [...this.#known.values()].entries()) {
      const found = this.#list.children[at];
      if (found !== item) this.#list.insertBefore(item, found ?? null);
    }
  }

  #rowOf(entry: Entry): Row {
    const version = this.#kind.versionOf?.(entry) ?? '';
    const known = this.#known.get(this.#kind.keyOf(entry));
    return known?.version === version ? known : { version, item: this.#kind.rowOf(entry) };
  }
}

function replace(before: HTMLElement, now: HTMLElement): void {
  const details = now.querySelector('details');
  if (details !== null) details.open = before.querySelector('details')?.open ?? false;
  const hadFocus = before.contains(document.activeElement);
  before.replaceWith(now);
  if (hadFocus) now.querySelector<HTMLElement>('summary, button')?.focus();
}
