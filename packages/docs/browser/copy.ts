/** Makes the copy buttons of pages work, also of code that is written later. */
export function listenToCopyButtons(): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches('.copy')) return;
    const figure = target.closest<HTMLElement>('figure.code');
    if (figure !== null) void copy(figure, target);
  });
}

async function copy(figure: HTMLElement, button: HTMLButtonElement): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not copied.
  const text = figure.querySelector('pre')?.innerText ?? '';
  try {
    await navigator.clipboard.writeText(text);
    button.ariaLabel = 'Copied';
  } catch {
    // Pages from file:// may not write to the clipboard: the text is selected instead.
    getSelection()?.selectAllChildren(figure.querySelector('code') ?? figure);
    button.ariaLabel = 'Selected';
  }
  setTimeout(() => {
    button.ariaLabel = 'Copy';
  }, 2_000);
}
