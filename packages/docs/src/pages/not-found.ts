import { edited } from '@cascade/contract';
import type { Page } from '../layout/page.ts';
import { html } from '../tree/html.ts';

/** What servers and static hosts answer for an address that the site does not have. */
export function notFoundPage(): Page {
  return {
    file: '404.html',
    title: 'Page not found',
    lead: 'The site has no page at this address.',
    body: html`
<div id="closest" hidden>
<h2>Did you mean</h2>
<ul></ul>
</div>
<p>Press <kbd>/</kbd> to search, or begin at the <a href="/index.html">start page</a>.
<a href="/catalogue.html">Problem codes</a>, <a href="/reasons.html">undelivered reasons</a>,
<a href="/reference.html">fields</a> and <a href="/downloads.html">downloads</a> are lists of everything.</p>`,
  };
}

/**
 * The page as it is answered below any folder: a script finds the root of the site, below which all links
 * are. A server that knows the root says so in `data-root`.
 */
export function findingRoot(markup: string, files: readonly string[]): string {
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/', 1)[0]));
  const script = `(()=>{if(location.protocol==='file:'||document.documentElement.dataset.root)return;
var p=location.pathname,at=p.search(/\\/(?:${[...folders].join('|')})\\//),base=document.createElement('base');
base.href=at<0?p.replace(/[^/]*$/,''):p.slice(0,at+1);document.head.append(base);
addEventListener('DOMContentLoaded',()=>{for(var a of document.querySelectorAll('a[href^="#"]'))a.href=p+a.getAttribute('href')})})()`;
  return edited(markup, '<head>', `<head>\n<script>${script}</script>`);
}

/**
 * The page for a server that has the site at its root: links begin there, so that they lead on from any
 * folder.
 */
export function atServerRoot(markup: string): string {
  return markup
    .replaceAll(/(?<=\s(?:href|src)=")(?![#/]|[a-z]+:)/g, '/')
    .replace(/(<html[^>]* data-root=)""/, '$1"/"');
}
