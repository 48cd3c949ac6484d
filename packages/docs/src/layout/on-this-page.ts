import { type Html, html, raw } from '../html.ts';

interface Heading {
  readonly level: number;
  readonly anchor: string;
  /** Its text as markup, badges left out. */
  readonly text: string;
  readonly isAssumed: boolean;
}

/** A heading with an anchor of its own, or the first one of a section with an anchor. */
const heading =
  /<section id="([^"]+)"(?: class="([^"]*)")?[^>]*>\s*<h([23])[^>]*>(.*?)<\/h\3>|<h([23]) id="([^"]+)"(?: class="([^"]*)")?[^>]*>(.*?)<\/h\5>/gs;

/** Pages with more headings list the upper level only. */
const mostOfBothLevels = 24;

/** Links to the headings of a page; nothing if there are fewer than two. */
export function onThisPage(body: Html): Html | undefined {
  const all = [...body.text.matchAll(heading)].map(readHeading);
  const upper = all.filter(({ level }) => level === 2);
  const shown = all.length > mostOfBothLevels && upper.length > 1 ? upper : all;
  if (shown.length < 2) return undefined;
  return html`<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${shown.map(
    ({ level, anchor, text, isAssumed }) =>
      html`<li class="level-${level}${isAssumed ? ' assumed' : ''}"><a href="#${raw(anchor)}">${raw(text)}</a></li>`,
  )}</ul></nav>`;
}

function readHeading(match: RegExpMatchArray): Heading {
  const [, section, sectionClass, sectionLevel, sectionText, level, own, ownClass, text] = match;
  const classes = sectionClass ?? ownClass ?? '';
  return {
    level: Number(sectionLevel ?? level),
    anchor: section ?? own ?? '',
    text: textOf(sectionText ?? text ?? ''),
    isAssumed: classes.split(' ').includes('assumed'),
  };
}

function textOf(markup: string): string {
  return markup
    .replaceAll(/<span class="badge.*?<\/span>/gs, '')
    .replaceAll(/<[^>]+>/g, '')
    .trim();
}
