let isLoaded = false;

/** Opens the search. Its script, with the index, is loaded when it is first wanted. */
export function openSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search');
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  dialog.querySelector('input')?.select();
  loadSearchScript();
}

/** Loads the script of the search once: it takes over the dialog, and suggests pages where one is missing. */
export function loadSearchScript(): void {
  if (isLoaded) return;
  isLoaded = true;
  const root = document.documentElement.dataset.root ?? '';
  // The script asks for its index itself; the browser fetches both at once.
  const index = document.createElement('link');
  index.rel = 'preload';
  index.as = 'script';
  index.href = `${root}search-index.js`;
  const script = document.createElement('script');
  script.src = `${root}search.js`;
  document.head.append(index, script);
}
