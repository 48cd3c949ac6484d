import './portal.ts';

/**
 * Lets Redoc show the documented part alone if the reader has chosen so on any page. Redoc's script is a
 * module, so it runs after this one and finds `redocDescription` set (see src/redoc/redoc-page.ts).
 */
if (document.documentElement.classList.contains('hide-assumed')) {
  const documented = document.querySelector('#documented-description')?.textContent ?? '';
  Reflect.set(globalThis, 'redocDescription', JSON.parse(documented));
  // Redoc would keep this markup, which was rendered from the whole description.
  document.querySelector('#redoc')?.replaceChildren();
}

// The portal's script has remembered the choice. Redoc takes another description only when it starts.
for (const button of document.querySelectorAll('#assumed-switch, .assumed-show'))
  button.addEventListener('click', () => location.reload());
