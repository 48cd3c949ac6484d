import { anchorOf, groupOf } from './coverage/clause-groups.ts';
import { termAnchor } from './pages/glossary-terms.ts';

/** The addresses of the site's pages, from its root: forever, since others link to them. */
export const codeAddress = (slug: string): string => `/codes/${slug}.html`;
export const reasonAddress = (reason: string): string => `/reasons/${reason}.html`;
export const decisionAddress = (id: string): string => `/decisions/${id}.html`;
export const clauseAddress = (id: string): string => `${clauseGroupAddress(groupOf(id))}#${anchorOf(id)}`;
export const clauseGroupAddress = (group: string): string => `/clauses/${group}.html`;
export const limitAddress = (id: string): string => `/limits.html#${id}`;
export const operationAddress = (operationId: string): string =>
  operationId === 'receiveMessageStatus' ? '/callback.html' : `/operations/${operationId}.html`;
export const controlAddress = (operationId: string): string => `/control/${operationId}.html`;
export const fieldAddress = (id: string): string => `/reference.html#${id}`;
export const schemaAddress = (name: string): string => `/reference.html#schema-${name}`;

/** Two versions side by side; the present contract is called `unreleased`. */
export const comparisonAddress = (from: string, to: string): string => `/compare/${from}..${to}.html`;
export const termAddress = (term: string): string => `/glossary.html#${termAnchor(term)}`;

/** A page of the site at its address: the start page is the address itself. */
export const addressAt = (base: string, file: string): string => base + (file === 'index.html' ? '' : file);

/** @throws {RangeError} if a site cannot be below the address in a text. */
export function readBase(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new RangeError(`--base: expected an http or https URL without query and fragment; got ${text}`);
  return url.href.replace(/\/?$/, '/');
}
