/** One answer as it came over the wire. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reads complete answers, one after the other; `rest` counts the bytes that follow the last. */
export function readAnswers(
  bytes: Buffer,
  withoutBodies: boolean,
): { readonly answers: readonly HttpAnswer[]; readonly rest: number } {
  const answers: HttpAnswer[] = [];
  let at = 0;
  for (;;) {
    const next = readOne(bytes, at, withoutBodies);
    if (next === undefined) return { answers, rest: bytes.length - at };
    at = next.end;
    // 100 Continue announces the answer.
    if (next.answer.status >= 200) answers.push(next.answer);
  }
}

function readOne(bytes: Buffer, begin: number, withoutBodies: boolean) {
  const headEnd = bytes.indexOf('\r\n\r\n', begin);
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(begin, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] ([0-9]{3})(?: |$)/.exec(first)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return undefined;
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const from = headEnd + 4;
  const body = withoutBodies || status < 200 ? { text: '', end: from } : bodyOf(bytes, from, headers);
  return body && { answer: { status, headers, body: body.text }, end: body.end };
}

function bodyOf(bytes: Buffer, from: number, headers: ReadonlyMap<string, string>) {
  if (headers.get('transfer-encoding') === 'chunked') return chunksOf(bytes, from);
  const length = Number(headers.get('content-length') ?? 0);
  const end = from + length;
  return end > bytes.length ? undefined : { text: bytes.toString('utf8', from, end), end };
}

function chunksOf(bytes: Buffer, from: number) {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + length + 2;
    if (end > bytes.length) return undefined;
    if (length === 0) return { text: Buffer.concat(parts).toString('utf8'), end };
    parts.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
