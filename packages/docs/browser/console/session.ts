/** Stores a text for the session. Without storage, or if it is full, it lasts as long as the page. */
export function store(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    return;
  }
}

/** A text of the session, if there is one. */
export function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
