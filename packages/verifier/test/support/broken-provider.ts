import { buffer } from 'node:stream/consumers';
import { type Serving, serve } from '@cascade/repository/test-kit';
import type { Profile } from '../../src/index.ts';
import { readProfile } from '../../src/index.ts';

interface PassingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PassingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends the request on to the conformant provider, once or more often, changed or not; gives what to answer.
 */
export type Break = (
  request: PassingRequest,
  pass: (request: PassingRequest) => Promise<PassingAnswer>,
) => Promise<PassingAnswer>;

/** Accepts a document whose name is too long (§2.2). */
export const acceptsLongNames: Break = async (request, pass) => {
  const answer = await pass(request);
  return answer.body.includes('attachmentName-is-too-long')
    ? { status: 200, headers: {}, body: '{}' }
    : answer;
};

/** A proxy in front of a conformant provider that breaks something. */
export function startBroken(conformant: string, breaks: Break): Promise<Serving> {
  return serve(async (incoming, outgoing) => {
    const { 'content-length': _, host, connection, ...headers } = incoming.headers;
    const request = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: (await buffer(incoming)).toString(),
    };
    const answer = await breaks(request, (each) => passOn(conformant, each));
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
}

async function passOn(to: string, { method, path, headers, body }: PassingRequest): Promise<PassingAnswer> {
  const answer = await fetch(`${to}${path}`, {
    method,
    headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  const {
    'content-length': _,
    'transfer-encoding': __,
    connection,
    ...kept
  } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: kept, body: await answer.text() };
}

/** One of the profiles that come with the package. */
export function ownProfile(name: 'mock' | 'service'): Promise<Profile> {
  return readProfile(new URL(`../../profiles/${name}.yaml`, import.meta.url).pathname);
}
