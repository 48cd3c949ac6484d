/** Finds an element of the page. Page and script are built together, so it exists. */
export function element<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(`console-${id}`);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} console-${id}`);
}

/** Shows or hides an element. */
export function show(id: string, isShown: boolean): void {
  element(id, HTMLElement).hidden = !isShown;
}

/** Sets the text of an element; markup in it is not interpreted. */
export function write(id: string, text: string): void {
  element(id, HTMLElement).textContent = text;
}
