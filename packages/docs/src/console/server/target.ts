import type { Target } from '../page-protocol.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name is loopback. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}

/**
 * Reads `http://127.0.0.1:4012` or `service=http://127.0.0.1:4012`; returns a message if it is not a target.
 */
export function parseTarget(text: string): Target | string {
  const [, name, address = ''] = /^(?:([\w-]+)=)?(.*)$/.exec(text) ?? [];
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    return `a target is an http or https URL, e.g. http://127.0.0.1:4012; got ${text}`;
  if (!isLoopback(url.hostname))
    return `a target is on loopback (127.0.0.1, localhost, [::1]); got ${url.hostname}`;
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    return `a target is a URL without user, query and fragment; got ${text}`;
  return { name: name ?? url.host, url: url.href.replace(/\/$/, '') };
}
