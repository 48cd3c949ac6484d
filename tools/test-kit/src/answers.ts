import type { ServerResponse } from 'node:http';

/** Answers a request, or fails to. */
export type Answer = (response: ServerResponse) => void;

export function answerWith(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => void response.writeHead(status, headers).end();
}

/** Answers 204, after a delay that ends early if the client disconnects. */
export function answerAfter(milliseconds: number): Answer {
  return (response) => {
    const timer = setTimeout(() => response.writeHead(204).end(), milliseconds);
    response.once('close', () => clearTimeout(timer));
  };
}

/** Leaves the connection open and sends nothing. */
export const neverAnswer: Answer = () => {};

/** Closes the connection without an answer. */
export const dropConnection: Answer = (response) => void response.socket?.destroy();

/** Answers 200 with a body that is announced and never sent. */
export const withholdBody: Answer = (response) =>
  response.writeHead(200, { 'content-length': 10 }).flushHeaders();

/** Answers 200 with a body that never ends, as fast as the client reads it. */
export const answerEndlessly: Answer = (response) => {
  const chunk = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response
    .writeHead(200)
    .on('drain', more)
    .on('error', () => {});
  more();
};
