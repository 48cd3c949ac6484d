/**
 * Lets Redoc show the documented part alone if the reader has chosen so on any page. Redoc's script is a module, so it
 * runs after this one and finds `redocDescription` set (see src/redoc/redoc-page.ts).
 */
const choice = 'cascade.assumed';
const isHidden = remembered() === 'hidden';
const button = document.querySelector<HTMLButtonElement>('#assumed-switch');

if (isHidden) {
  const documented = document.querySelector('#documented-description')?.textContent ?? '';
  Reflect.set(globalThis, 'redocDescription', JSON.parse(documented));
  // Redoc would keep this markup, which was rendered from the whole description.
  document.querySelector('#redoc')?.replaceChildren();
}

if (button !== null) {
  button.setAttribute('aria-pressed', String(isHidden));
  button.hidden = false;
  button.addEventListener('click', () => {
    try {
      localStorage.setItem(choice, isHidden ? 'shown' : 'hidden');
      location.reload();
    } catch {
      button.disabled = true; // The browser stores nothing for this page.
    }
  });
}

// The search is on the pages with our own frame.
addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
  const isTyping =
    target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
  if (key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey) location.assign('../index.html#search');
});

function remembered(): string | null {
  try {
    return localStorage.getItem(choice);
  } catch {
    return null;
  }
}
