import { type Html, html, raw } from '../html.ts';

/** Three steps, each one lower: the stages of a cascade. */
const steps = `<path d="M2 4h8v4H2zM8 10h8v4H8zM14 16h8v4h-8z"/>`;

/** The sign beside the name, in the colour of its text. */
export const wordmark: Html = html`<svg class="sign" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">${raw(steps)}</svg><span>Cascade</span>`;

/** The sign as an icon of the browser, without a request: light on dark themes of the browser, too. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#4f46e5}@media(prefers-color-scheme:dark){path{fill:#a5b4fc}}</style>${steps}</svg>`,
)}`;

/** A circle, half light and half dark: the theme. */
export const contrast: Html = raw(
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/></svg>',
);
