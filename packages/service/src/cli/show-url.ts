/**
 * A callback URL without user, password, query values and fragment: receivers put tokens there, and the output of a
 * command ends up in tickets and terminal logs. The path stays, so that an operator recognises the receiver.
 */
export function showUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return 'not a URL';
  const names = [...new Set(url.searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`);
  const user = url.username === '' && url.password === '' ? '' : '…@';
  const query = names.length === 0 ? '' : `?${names.join('&')}`;
  return `${url.protocol}//${user}${url.host}${url.pathname}${query}`;
}
