import { attributes, type Html, html } from '../tree/html.ts';
import type { Page } from './page.ts';

/** The pages of the navigation in their groups, in order, each with its label. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Learn: {
    'index.html': 'Start',
    'journey.html': 'How a message travels',
    'console.html': 'Console',
    'guides.html': 'Guides',
  },
  Interface: {
    'api.html': 'Operations',
    'callback.html': 'Callback',
    'reference.html': 'Reference',
  },
  'Look up': {
    'catalogue.html': 'Problem codes',
    'reasons.html': 'Undelivered reasons',
    'limits.html': 'Limits',
    'glossary.html': 'Glossary',
  },
  Review: {
    'changelog.html': 'Changelog',
    'assumptions.html': 'Assumptions',
    'decisions.html': 'Decisions',
    'clauses.html': 'Coverage',
    'providers.html': 'Providers',
  },
  Test: {
    'control.html': 'Mock control',
  },
  Tools: {
    'downloads.html': 'Downloads',
    'generators.html': 'Code generators',
    'kits.html': 'Kits',
    'packages.html': 'Packages',
  },
  Operate: {
    'gateway.html': 'Gateway protocol',
    'gateway-settings.html': 'Gateway settings',
    'smsc-behaviours.html': 'SMSCs',
    'ttl.html': 'Choose a TTL',
  },
};

/** The pages of the navigation, in order. */
export const navigation = Object.values(groups).flatMap((group) =>
  Object.entries(group).map(([file, label]) => ({ file, label })),
);

/** Overviews with more pages than this do not list them in the navigation. */
const mostListed = 12;

/**
 * The navigation as the page `current` shows it: the pages below its own overview are listed, and the guides
 * always.
 */
export function navigationOf(current: Page, pages: readonly Page[]): Html {
  const files = new Set(pages.map(({ file }) => file));
  const open = current.under ?? current.file;
  return html`${Object.entries(groups).map(([name, group]) => {
    const entries = Object.entries(group).filter(([file]) => files.has(file));
    if (entries.length === 0) return html``;
    return html`<div><p>${name}</p><ul>${entries.map(([overview, label]) => {
      const below = pages.filter(({ under }) => under === overview);
      const isListed = below.length <= mostListed && (overview === open || overview === 'guides.html');
      const listed = isListed ? below : [];
      return html`<li>${linkTo(overview, label, current)}${listed.length === 0 ? undefined : html`<ul>${listed.map((page) => html`<li>${linkTo(page.file, page.title, current, page.method)}</li>`)}</ul>`}</li>`;
    })}</ul></div>`;
  })}`;
}

function linkTo(file: string, label: string, current: Page, method?: string): Html {
  const state = file === current.file ? 'page' : file === current.under ? 'true' : undefined;
  const verb = method && html`<span class="method ${method.toLowerCase()}">${method}</span> `;
  return html`<a href="/${file}"${attributes({ 'aria-current': state })}>${verb}${label}</a>`;
}
