/** Whether a Content-Type is `application/json`, with any parameters (ADR-0011). */
export function isJson(contentType: string | undefined): boolean {
  return essence(contentType ?? '') === 'application/json';
}

/** The media type of a problem body: `application/json` if the Accept header prefers it (ADR-0002). */
export function problemMediaType(accept: string | undefined): string {
  const [problemJson, json] = ['application/problem+json', 'application/json'] as const;
  return accept !== undefined && quality(accept, json) > quality(accept, problemJson) ? json : problemJson;
}

/** The weight of a media type in an Accept header; the most specific range decides (RFC 9110 §12.5.1). */
function quality(accept: string, mediaType: string): number {
  const weights = new Map(accept.split(',').map((range) => [essence(range), weight(range)]));
  const anySubtype = `${mediaType.split('/', 1)[0]}/*`;
  return weights.get(mediaType) ?? weights.get(anySubtype) ?? weights.get('*/*') ?? 0;
}

function weight(range: string): number {
  const stated = /;\s*q=([0-9.]+)/i.exec(range)?.[1];
  return stated === undefined ? 1 : Number(stated);
}

function essence(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
