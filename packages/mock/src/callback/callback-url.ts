/** Why a callback address cannot be used, if so: it has to be HTTPS; plain HTTP to loopback is for development. */
export function findCallbackUrlFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'statusCallbackUrl is not a URL';
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'statusCallbackUrl must not hold credentials';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return undefined;
  return 'statusCallbackUrl must be HTTPS; plain HTTP is for loopback addresses';
}

/** Names and addresses of the machine itself, in the spelling that `URL` gives them. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
}
