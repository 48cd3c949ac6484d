/**
 * Why a callback address is rejected, or nothing. It must be HTTPS; for development also HTTP to loopback.
 */
export function findCallbackUrlFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'statusCallbackUrl is not a URL';
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'statusCallbackUrl must not hold credentials';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return undefined;
  return 'statusCallbackUrl must be HTTPS; plain HTTP is for loopback addresses';
}

/** Loopback names and addresses, as `URL` normalises them. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
}
