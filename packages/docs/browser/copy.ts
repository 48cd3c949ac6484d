/** Gives each piece of code a button that copies it: what is visible of it. */
export function addCopyButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(figure, button));
    figure.append(button);
  }
}

async function copy(figure: HTMLElement, button: HTMLButtonElement): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not copied.
  const text = figure.querySelector('pre')?.innerText ?? '';
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    // Pages from file:// may not write to the clipboard: the text is selected instead.
    getSelection()?.selectAllChildren(figure.querySelector('code') ?? figure);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}
