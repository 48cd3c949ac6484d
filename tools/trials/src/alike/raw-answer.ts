import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a caller reads of an answer, without what differs from answer to answer. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The headers that a caller acts on. */
const read = ['content-type', 'allow', 'www-authenticate', 'retry-after', 'connection'];

/**
 * Sends bytes on a connection of its own and reads all answers until the other side closes.
 *
 * @param ends Whether our side closes behind the bytes, so that a server never waits for more.
 */
export async function ask(
  url: string,
  bytes: Buffer,
  { ends }: { readonly ends: boolean },
): Promise<readonly RawAnswer[]> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    if (ends) socket.end(bytes);
    else socket.write(bytes);
    return parseAnswers(await text(socket));
  } finally {
    socket.destroy();
  }
}

/** Every answer has a Content-Length, but for the interim ones. */
function parseAnswers(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let bytes = Buffer.from(received);
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
    const all = new Map(lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', afterColon(line)]));
    const length = Number(all.get('content-length') ?? 0);
    const body = bytes.subarray(end + 4, end + 4 + length).toString();
    const headers = Object.fromEntries(
      read.flatMap((name) => (all.has(name) ? [[name, all.get(name) ?? '']] : [])),
    );
    answers.push({ status: Number(first.split(' ')[1]), headers, body: body === '' ? '' : JSON.parse(body) });
    bytes = bytes.subarray(end + 4 + length);
  }
}

function afterColon(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim();
}
