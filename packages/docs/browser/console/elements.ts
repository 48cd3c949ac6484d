/** Looks an element of the page up; the page and this script are made together, so it is there. */
export function element<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(`console-${id}`);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} console-${id}`);
}

/** Shows or hides an element. */
export function show(id: string, isShown: boolean): void {
  element(id, HTMLElement).hidden = !isShown;
}

/** Puts text into an element; markup in it stays text. */
export function write(id: string, text: string): void {
  element(id, HTMLElement).textContent = text;
}
