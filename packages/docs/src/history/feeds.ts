import { createHash } from 'node:crypto';
import { type Html, html } from '../tree/html.ts';
import { writeHtml } from '../tree/write-html.ts';
import type { History } from './read-history.ts';
import type { ToldChange } from './told-changes.ts';

/** An entry of both feeds: what a release changed for one operation, or for another part. */
interface Entry {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly url: string;
  readonly text: string;
}

const title = 'Cascade messaging: changes of the contract';
const subtitle = 'What each release changed, by operation, with what to do about it.';

/** The feeds by their files. What is not released has no day yet, and is in neither. */
export function feeds(history: History, changes: readonly ToldChange[]): ReadonlyMap<string, string> {
  const entries = entriesOf(history, changes);
  return new Map([
    ['feed.xml', atom(entries)],
    ['feed.json', jsonFeed(entries)],
  ]);
}

function entriesOf({ releases }: History, changes: readonly ToldChange[]): readonly Entry[] {
  const days = new Map(releases.map(({ version, date }) => [version, date]));
  const released = changes.filter(({ isReleased, version }) => isReleased && days.get(version) !== undefined);
  return [...Map.groupBy(released, ({ version, part }) => `${version} ${part}`)].map(([key, own]) => {
    const [{ version, part, partHref }] = own as [ToldChange];
    const breaking = own.filter(({ isBreaking }) => isBreaking).length;
    const count = `${own.length} ${own.length === 1 ? 'change' : 'changes'}`;
    return {
      id: stableId(key),
      title: `${version}, ${part}: ${count}${breaking === 0 ? '' : `, ${breaking} breaking`}`,
      date: `${days.get(version)}T00:00:00Z`,
      url: partHref.slice(1),
      text: own.map(textOf).join('\n\n'),
    };
  });
}

const kinds = { added: ' (new)', changed: '', removed: ' (gone)' } as const;

function textOf({ name, kind, isBreaking, text }: ToldChange): string {
  return `${name}${kinds[kind]}${isBreaking ? ' (breaking)' : ''}\n${text}`;
}

/** The same in each build and on each server: a UUID (version 8) of what an entry is about. */
function stableId(about: string): string {
  const hash = createHash('sha256').update(`cascade changelog ${about}`).digest('hex');
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Atom (RFC 4287). Its links are relative: the pages may be on any server. */
function atom(entries: readonly Entry[]): string {
  const days = entries.map(({ date }) => date).toSorted();
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${stableId('')}</id>
<title>${title}</title>
<subtitle>${subtitle}</subtitle>
<updated>${days.at(-1) ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>Cascade</name></author>
<link rel="self" href="feed.xml"/>
<link rel="alternate" href="changelog.html"/>
${entries.map(atomEntry)}</feed>
`;
  return writeHtml(feed.nodes, { isXml: true });
}

function atomEntry({ id, title, date, url, text }: Entry): Html {
  return html`<entry>
<id>${id}</id>
<title>${printable(title)}</title>
<updated>${date}</updated>
<link rel="alternate" href="${url}"/>
<content type="text">${printable(text)}</content>
</entry>
`;
}

/** XML has no place for most control characters, escaped or not. */
function printable(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** JSON Feed 1.1. */
function jsonFeed(entries: readonly Entry[]): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: subtitle,
    home_page_url: 'changelog.html',
    feed_url: 'feed.json',
    language: 'en',
    authors: [{ name: 'Cascade' }],
    items: entries.map(({ id, title, date, url, text }) => ({
      id,
      url,
      title,
      content_text: text,
      date_published: date,
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}
