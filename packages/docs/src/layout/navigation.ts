import { type Html, html } from '../html.ts';
import type { Page } from './page.ts';

/** A page of the navigation. */
export interface Entry {
  readonly group: (typeof groups)[number];
  readonly file: string;
  readonly label: string;
}

const groups = ['Learn', 'Interface', 'Look up', 'Review', 'Tools'] as const;

/** The pages of the navigation, in order. */
export const navigation: readonly Entry[] = [
  { group: 'Learn', file: 'index.html', label: 'Start' },
  { group: 'Learn', file: 'journey.html', label: 'How a message travels' },
  { group: 'Learn', file: 'console.html', label: 'Console' },
  { group: 'Learn', file: 'guides.html', label: 'Guides' },
  { group: 'Interface', file: 'api.html', label: 'Operations' },
  { group: 'Interface', file: 'callback.html', label: 'Callback' },
  { group: 'Interface', file: 'reference.html', label: 'Fields' },
  { group: 'Look up', file: 'catalogue.html', label: 'Problem codes' },
  { group: 'Look up', file: 'reasons.html', label: 'Undelivered reasons' },
  { group: 'Look up', file: 'limits.html', label: 'Limits' },
  { group: 'Look up', file: 'glossary.html', label: 'Glossary' },
  { group: 'Review', file: 'changelog.html', label: 'Changelog' },
  { group: 'Review', file: 'assumptions.html', label: 'Assumptions' },
  { group: 'Review', file: 'decisions.html', label: 'Decisions' },
  { group: 'Review', file: 'clauses.html', label: 'Coverage' },
  { group: 'Tools', file: 'downloads.html', label: 'Downloads' },
  { group: 'Tools', file: 'generators.html', label: 'Code generators' },
  { group: 'Tools', file: 'kits.html', label: 'Kits' },
  { group: 'Tools', file: 'packages.html', label: 'Packages' },
  { group: 'Tools', file: 'gateway.html', label: 'Gateway protocol' },
];

/** Overviews with more pages than this do not list them in the navigation. */
const mostListed = 12;

/** The navigation as the page `current` shows it: the pages below its own overview are listed, and the guides always. */
export function navigationOf(current: Page, pages: readonly Page[]): Html {
  const files = new Set(pages.map(({ file }) => file));
  const open = current.under ?? current.file;
  return html`${groups.map((group) => {
    const entries = navigation.filter((entry) => entry.group === group && files.has(entry.file));
    if (entries.length === 0) return html``;
    return html`<div><p>${group}</p><ul>${entries.map((entry) => {
      const below = pages.filter(({ under }) => under === entry.file);
      const isListed = below.length <= mostListed && (entry.file === open || entry.file === 'guides.html');
      const listed = isListed ? below : [];
      return html`<li>${linkTo(entry, current)}${listed.length === 0 ? undefined : html`<ul>${listed.map(({ file, title }) => html`<li>${linkTo({ file, label: title }, current)}</li>`)}</ul>`}</li>`;
    })}</ul></div>`;
  })}`;
}

function linkTo({ file, label }: Pick<Entry, 'file' | 'label'>, current: Page): Html {
  if (file === current.file) return html`<a href="/${file}" aria-current="page">${label}</a>`;
  if (file === current.under) return html`<a href="/${file}" aria-current="true">${label}</a>`;
  return html`<a href="/${file}">${label}</a>`;
}
