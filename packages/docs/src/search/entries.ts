import {
  amountOf,
  type Clause,
  type Decision,
  type LimitEntry,
  type ProblemEntry,
  type ReasonEntry,
  readYamlFile,
  repositoryRoot,
} from '@cascade/contract';
import {
  clauseAddress,
  codeAddress,
  controlAddress,
  decisionAddress,
  fieldAddress,
  limitAddress,
  operationAddress,
  reasonAddress,
  schemaAddress,
  termAddress,
} from '../addresses.ts';
import {
  type Described,
  type Field,
  type ListedOperation,
  readFields,
  readOperations,
  type ValueList,
} from '../description/read-description.ts';
import type { Download } from '../downloads.ts';
import { navigation } from '../layout/navigation.ts';
import type { Page } from '../layout/page.ts';
import { defined } from '../objects.ts';
import type { Term } from '../pages/glossary-terms.ts';
import { type AssumedNames, assumedNames } from '../provenance/assumed-names.ts';
import type { Html } from '../tree/html.ts';
import { attributeOf, elementsIn, isElement, levelOf, type PageNode, textOf } from '../tree/nodes.ts';
import type { SearchEntry } from './search-engine.ts';

/** What people of the field call an entry, by its kind and id. */
export const synonyms = readYamlFile(repositoryRoot, 'packages/docs/src/search/synonyms.yaml')
  .value as Readonly<Record<string, readonly string[]>>;

/**
 * The parts of a page below its second and third headings: anchor, words of the heading, and the text that
 * follows.
 */
function sectionsOf({ nodes }: Html) {
  const sections: { anchor: string; heading: string; level: number; text: string }[] = [];
  for (const node of nodes) {
    const last = sections.at(-1);
    if (isElement(node) && /^h[23]$/.test(node.tag))
      sections.push({
        anchor: attributeOf(node, 'id'),
        heading: textOf(node),
        level: levelOf(node),
        text: '',
      });
    else if (last !== undefined) last.text += wordsOf(node);
  }
  return sections;
}

/** The words of a node without code blocks; names in backticks. */
function wordsOf(node: PageNode): string {
  if (!isElement(node)) return textOf(node);
  const words = node.children.map(wordsOf).join('');
  if (node.tag === 'code') return `\`${words}\``;
  return node.tag === 'pre' ? ' ' : words;
}

/** What the search index covers. */
interface Searchable extends Described {
  readonly terms: readonly Term[];
  readonly downloads: readonly Download[];
  /** All pages: those of the navigation, the guides and the packages have entries. */
  readonly pages: readonly Page[];
}

/** An entry with the id under which the synonyms know it. */
type Keyed = Omit<SearchEntry, 'url'> & { readonly id: string; readonly address: string };

/** All entries of the search index, the kinds searched for most first. */
export function searchEntries(site: Searchable): SearchEntry[] {
  return keyedEntries(site).map(({ id, address, also = [], ...entry }) => {
    const called = [...also, ...(synonyms[`${entry.kind} ${id}`] ?? [])];
    return { ...entry, ...(called.length === 0 ? {} : { also: called }), url: address.slice(1) };
  });
}

/** The keys that synonyms may have. */
export function synonymKeys(site: Searchable): string[] {
  return keyedEntries(site).map(({ kind, id }) => `${kind} ${id}`);
}

function keyedEntries(site: Searchable): Keyed[] {
  const { problems, reasons, limits, decisions, clauses } = site.contract;
  const prose = createProse(assumedNames(site));
  return [
    ...problems.map(codeEntry),
    ...reasons.map(reasonEntry),
    ...site.operations.map(operationEntry),
    ...site.fields.toSorted((a, b) => orderOf(a) - orderOf(b)).map(fieldEntry),
    ...site.lists.flatMap(valueEntries),
    ...limits.map(limitEntry),
    ...controlEntries(site),
    ...sectionEntries('guide', site.pages, prose),
    ...pageEntries(site.pages, prose),
    ...partEntries(site.pages),
    ...site.terms.map((term) => termEntry(term, prose)),
    ...sectionEntries('package', site.pages, prose),
    ...site.downloads.map(downloadEntry),
    ...decisions.map(decisionEntry),
    ...[...clauses.values()].map(clauseEntry),
  ];
}

function codeEntry({ code, title, slug, cause, status, provenance, cases }: ProblemEntry): Keyed {
  const details = [...new Set(cases.flatMap(({ detail }) => detail ?? []))];
  return {
    kind: 'code',
    id: code,
    name: code,
    text: `${status} ${cause}`,
    address: codeAddress(slug),
    also: [String(status), ...(title === code ? [] : [title])],
    ...(details.length === 0 ? {} : { details }),
    ...assumedIf(provenance === 'assumed'),
  };
}

function reasonEntry({ reason, aliases, meaning }: ReasonEntry): Keyed {
  const address = reasonAddress(reason);
  return { kind: 'reason', id: reason, name: reason, text: meaning, address, also: aliases };
}

/** The operations and fields of the control of the mock, at the first page that has them. */
function controlEntries({ control, pages }: Searchable): Keyed[] {
  const shown = pages
    .filter(({ under }) => under === 'control.html')
    .map((page) => ({
      page,
      ids: new Set(elementsIn(page.body.nodes).map((one) => attributeOf(one, 'id'))),
    }));
  const operations = readOperations(control).map((one) => ({
    ...operationEntry(one),
    address: controlAddress(one.id),
  }));
  const fields = readFields(control).flatMap((field) => {
    const page = shown.find(({ ids }) => ids.has(field.id))?.page;
    // With its schema: a field of the API, or a guide, comes first for a name alone.
    return page === undefined
      ? []
      : [{ ...fieldEntry(field), name: field.id, address: `/${page.file}#${field.id}` }];
  });
  return [...operations, ...fields];
}

function operationEntry({ id, title, summary, provenance }: ListedOperation): Keyed {
  const name = title.replace(/^webhook /, '');
  const also = [id, title.replace(/^\w+ /, '')];
  return {
    kind: 'operation',
    id,
    name,
    text: summary,
    address: operationAddress(id),
    also,
    ...assumedIf(provenance === 'assumed'),
  };
}

/** The members of a scheduling request first, then those of the callback: other bodies repeat them. */
function orderOf({ schema }: Field): number {
  const order = ['SchedulingRequest', 'SubscriberFilter', 'ChannelContent', 'StatusEvent'].indexOf(schema);
  return order === -1 ? 4 : order;
}

function fieldEntry({ id, schema, name, description, provenance }: Field): Keyed {
  return {
    kind: 'field',
    id,
    name,
    text: `${schema}.${name}: ${shortened(description)}`,
    address: fieldAddress(id),
    ...assumedIf(provenance === 'assumed'),
  };
}

/** The values of an open list; codes and reasons have entries of their own. */
function valueEntries({ schema, values }: ValueList): Keyed[] {
  if (schema === 'ProblemTitle' || schema === 'UndeliveredReason') return [];
  return values.map(({ value, provenance }) => ({
    kind: 'value',
    id: `${schema}.${value}`,
    name: value,
    text: `a value of ${schema}`,
    address: schemaAddress(schema),
    ...assumedIf(provenance === 'assumed'),
  }));
}

function limitEntry(limit: LimitEntry): Keyed {
  const { id, says, clause } = limit;
  const text = `${says}: ${amountOf(limit)}`;
  const entry = {
    kind: 'limit',
    id,
    name: id,
    text,
    address: limitAddress(id),
    also: ['limit', 'maximum', ...askedBy(limit.unit)],
  } as const;
  return { ...entry, ...assumedIf(clause === undefined) };
}

/** The word in a question about a limit: how long, how large, how many. */
function askedBy(unit: string): readonly string[] {
  if (unit === 'characters') return ['long', 'length'];
  if (unit === 'bytes') return ['large', 'big', 'size'];
  return /^(?:seconds|minutes|hours|days)$/.test(unit) ? ['long', 'time'] : ['many', 'number'];
}

/** The guides or the packages: each page, and each of its sections. */
function sectionEntries(kind: 'guide' | 'package', pages: readonly Page[], prose: Prose): Keyed[] {
  return pages
    .filter(({ under }) => under === `${kind}s.html`)
    .flatMap(({ file, title, lead = '', body }) => {
      const id = file.replace('.html', '');
      const address = `/${file}`;
      const sections = sectionsOf(body).map(({ anchor, heading, text }) => ({
        kind,
        id: `${id}#${anchor}`,
        name: `${title}: ${heading}`,
        ...prose(text),
        address: `${address}#${anchor}`,
        also: [heading],
      }));
      return [{ kind, id, name: title, ...prose(lead), address }, ...sections];
    });
}

function pageEntries(pages: readonly Page[], prose: Prose): Keyed[] {
  return navigation.flatMap(({ file, label }) =>
    pages
      .filter((page) => page.file === file)
      .map(({ title, lead = '', isAssumed = false }): Keyed => {
        const address = `/${file}`;
        const stem = file.replace('.html', '');
        const also = [stem, title].filter((one) => one !== label);
        return {
          kind: 'page',
          id: file,
          name: label,
          ...prose(lead),
          address,
          also,
          ...assumedIf(isAssumed),
        };
      }),
  );
}

/** The parts of the pages of the callback and of scheduling, e.g. *Callback: Signature*. */
function partEntries(pages: readonly Page[]): Keyed[] {
  return pages
    .filter(({ file }) => file === 'callback.html' || file === 'operations/scheduleMessage.html')
    .flatMap(({ file, title, body, isAssumed = false }) =>
      sectionsOf(body)
        .filter(({ anchor, level }) => anchor !== '' && level === 2)
        .map(
          ({ anchor, heading }): Keyed => ({
            kind: 'page',
            id: `${file}#${anchor}`,
            name: `${title}: ${heading}`,
            text: '',
            address: `/${file}#${anchor}`,
            also: [heading],
            ...assumedIf(isAssumed),
          }),
        ),
    );
}

function termEntry({ term, means, avoid }: Term, prose: Prose): Keyed {
  return defined({
    kind: 'term',
    id: term,
    name: term,
    ...prose(means),
    address: termAddress(term),
    also: avoid.length === 0 ? undefined : avoid,
  });
}

function downloadEntry({ file, says }: Download): Keyed {
  return { kind: 'download', id: file, name: file, text: says, address: `/${file}` };
}

function decisionEntry({ id, title, question, choice }: Decision): Keyed {
  return {
    kind: 'decision',
    id,
    name: `${id} ${title}`,
    text: `${question} ${choice}`,
    address: decisionAddress(id),
    also: [id],
  };
}

function clauseEntry({ id, says, kind }: Clause): Keyed {
  return {
    kind: 'clause',
    id,
    name: `§${id}`,
    text: says,
    address: clauseAddress(id),
    ...assumedIf(kind === 'not-shown'),
  };
}

function assumedIf(isAssumed: boolean): { readonly isAssumed?: true } {
  return isAssumed ? { isAssumed } : {};
}

/** The text of an entry, and whether it has a name that only an assumption gives. */
type Prose = (markdown: string) => Pick<Keyed, 'text' | 'isAssumed'>;

function createProse(names: AssumedNames): Prose {
  return (markdown) => {
    const text = shortened(markdown);
    const codes = [...markdown.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    return { text, ...assumedIf(codes.some((code) => names.isIn(code) && text.includes(code))) };
  };
}

/** The beginning of a text, without the marks of Markdown: the rest is on the page. */
function shortened(text: string): string {
  const plain = text.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim();
  return plain.length <= longest ? plain : `${plain.slice(0, plain.lastIndexOf(' ', longest))} …`;
}
const longest = 160;
