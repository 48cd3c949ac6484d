import { type Html, html, raw } from '../html.ts';

/** A box with a label, and a smaller line below it. Lengths are pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly note?: string;
  /** Its look: see `diagrams.css`. */
  readonly kind: string;
}

/** A box; its text is centred. */
export function box({ x, y, width, height, label, note, kind }: Box): Html {
  const middle = x + width / 2;
  const at = y + height / 2 + (note === undefined ? 5 : -3);
  const below =
    note === undefined ? undefined : html`<text class="note" x="${middle}" y="${at + 18}">${note}</text>`;
  return html`<g class="${kind}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/><text x="${middle}" y="${at}">${label}</text>${below}</g>`;
}

/** An arrow along an SVG path. */
export function arrow(path: string, kind = ''): Html {
  return html`<path class="arrow ${kind}" d="${path}"/>`;
}

/** Words beside an arrow, a line each. */
export function words(x: number, y: number, lines: readonly string[], anchor = 'middle'): Html {
  return html`${lines.map((line, at) => html`<text class="note" text-anchor="${anchor}" x="${x}" y="${y + 16 * at}">${line}</text>`)}`;
}

/** A drawing with what it shows in words. `id` is unique on its page. */
export interface Drawing {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** A class besides `diagram`. */
  readonly kind?: string;
  /** Whether parts of it are links. */
  readonly hasLinks?: boolean;
  readonly content: readonly Html[];
}

/** The SVG element; it shrinks with the page. */
export function drawing({ id, title, width, height, kind, hasLinks = false, content }: Drawing): Html {
  return html`<svg class="diagram${kind === undefined ? '' : ` ${kind}`}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="${hasLinks ? 'group' : 'img'}" aria-labelledby="${id}-title">
<title id="${id}-title">${title}</title>
${raw(`<defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>`)}
<g style="--tip:url(#${id}-tip)">${content}</g>
</svg>`;
}
