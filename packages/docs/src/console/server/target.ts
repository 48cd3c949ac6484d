import type { Target } from '../page-protocol.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether that host name is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}

/** Reads `http://127.0.0.1:4012` or `service=http://127.0.0.1:4012`; a text says why it cannot be a target. */
export function parseTarget(text: string): Target | string {
  const [, name, address = ''] = /^(?:([\w-]+)=)?(.*)$/.exec(text) ?? [];
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return `a target is an http address; got ${text}`;
  if (!isLoopback(url.hostname)) return `a target is on this machine (loopback); got ${url.hostname}`;
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    return `a target is an address and nothing else; got ${text}`;
  return { name: name ?? url.host, url: url.href.replace(/\/$/, '') };
}
