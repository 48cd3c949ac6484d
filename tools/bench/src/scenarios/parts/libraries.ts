import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCascadeClient } from '@cascade/client';
import { launch, noBrowser } from '@cascade/repository/test-kit/browser';
import { judgeScheduling } from '@cascade/validator';
import { createStatusHandler } from '@cascade/webhooks';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { parse } from 'yaml';
import { headersOf, schedulePath, signed } from '../../harness/callers.ts';
import { startBareServer } from '../../harness/fork.ts';
import { median } from '../../harness/statistics.ts';
import type { ComparedPart, MeasuredTurn } from './part.ts';

export const validator: ComparedPart = {
  name: 'validator',
  says: 'judges the parsed scheduling requests of the samples; ours also applies the rules of §4.1 in their order and names the problem',
  peer: 'Ajv, compiled from the same description, with all errors',
  figures: { time: { says: 'a request', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }) {
    const bodies = sampleRequests().map((text): unknown => JSON.parse(text));
    const validate = compileByAjv();
    const measure = (judge: (body: unknown) => unknown) => async () =>
      timeCalls(seconds(0.8), () => bodies.forEach(judge)) / bodies.length;
    return { ours: measure((body) => judgeScheduling(body)), peer: measure(validate) };
  },
};

/**
 * Microseconds of one call: warms up for a third of the time, and counts in batches, since clocks cost time
 * too.
 */
function timeCalls(seconds: number, work: () => unknown): number {
  spin(seconds / 3, work);
  return spin(seconds, work);
}

function spin(seconds: number, work: () => unknown): number {
  const batch = 50;
  const begin = performance.now();
  let calls = 0;
  let elapsed = 0;
  for (; elapsed < seconds * 1_000; elapsed = performance.now() - begin) {
    for (let n = 0; n < batch; n += 1) work();
    calls += batch;
  }
  return (elapsed / calls) * 1_000;
}

const read = (path: string): unknown =>
  parse(readFileSync(new URL(import.meta.resolve(`@cascade/spec/${path}`)), 'utf8'));

/** The scheduling requests of the samples, most of them valid, as JSON. */
function sampleRequests(): readonly string[] {
  const { cases } = read('samples/requests.json') as {
    readonly cases: readonly { readonly request: unknown }[];
  };
  return cases.map(({ request }) => JSON.stringify(request));
}

/** The description of the API, all of it, as a document that Ajv can refer into. */
function describedSchemas(): object {
  const { components } = read('generated/openapi.yaml') as { readonly components: object };
  return { $id: 'cascade', components };
}

/**
 * What plain Ajv needs for the description beside it. The formats are those of RFC 9562 and RFC 3339, in
 * short.
 */
const ajvOptions = {
  allErrors: true,
  strict: false,
  formats: {
    uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    'date-time': /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?::[0-6]\d(?:\.\d+)?)?(?:Z|[+-][0-2]\d:?[0-5]\d)$/i,
  },
} as const;

const requestReference = 'cascade#/components/schemas/SchedulingRequest';

/** The request schema, compiled by plain Ajv. */
function compileByAjv(): (body: unknown) => boolean {
  const ajv = new Ajv2020({ ...ajvOptions, schemas: [describedSchemas()] });
  const validate = ajv.getSchema(requestReference);
  if (validate === undefined) throw new Error(`no schema ${requestReference}`);
  return (body) => validate(body) === true;
}

/** Both sides measure themselves in the page, as the script of a site would be called. */
const preflightScript = (of: { readonly preflight: string; readonly ajv: string }) => `
import { preflight } from ${JSON.stringify(of.preflight)};
import { Ajv2020 } from ${JSON.stringify(of.ajv)};
const texts = ${JSON.stringify(sampleRequests())};
const requests = texts.map((text) => JSON.parse(text));
const formats = { uuid: ${ajvOptions.formats.uuid}, 'date-time': ${ajvOptions.formats['date-time']} };
const ajv = new Ajv2020({ allErrors: true, strict: false, formats, schemas: [${JSON.stringify(describedSchemas())}] });
const validate = ajv.getSchema(${JSON.stringify(requestReference)});
const sides = {
  ours: () => { for (const request of requests) preflight(request); },
  peer: () => { for (const text of texts) validate(JSON.parse(text)); },
};
globalThis.measure = (side, seconds) => {
  const work = sides[side];
  const spin = (milliseconds) => {
    const begin = performance.now();
    let calls = 0;
    let elapsed = 0;
    for (; elapsed < milliseconds; elapsed = performance.now() - begin, calls += 20) for (let n = 0; n < 20; n++) work();
    return (elapsed / calls / requests.length) * 1_000;
  };
  spin(seconds * 333);
  return spin(seconds * 1_000);
};`;

/** One classic script for a browser. */
async function bundlePreflight(): Promise<string> {
  const preflight = fileURLToPath(import.meta.resolve('@cascade/client/preflight'));
  const ajv = fileURLToPath(import.meta.resolve('ajv/dist/2020.js'));
  const stdin = {
    contents: preflightScript({ preflight, ajv }),
    resolveDir: fileURLToPath(new URL('.', import.meta.url)),
  };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

export const preflightPart: ComparedPart = {
  name: 'preflight',
  says: 'judges the scheduling requests of the samples in Chromium; ours begins with the object, writes its JSON and judges all that the provider does, to the extent and the rules of §4.1',
  peer: '`JSON.parse` and Ajv, compiled there from the same description',
  figures: { time: { says: 'a request', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }, bed) {
    if (noBrowser !== undefined) return { absent: noBrowser };
    const source = await bundlePreflight();
    const browser = bed.closing(await launch());
    const page = await browser.newPage();
    // As text, Chromium runs it without the page's own content policy.
    await page.evaluate(source);
    const measure = (side: string) => () =>
      page.evaluate<number>(`measure(${JSON.stringify(side)}, ${seconds(0.8)})`);
    return { ours: measure('ours'), peer: measure('peer') };
  },
};

export const clientPart: ComparedPart = {
  name: 'client',
  says: 'schedules a message at a server that answers at once, one after another',
  peer: '`fetch` with the same body and headers, then `json()`',
  figures: { time: { says: 'a call', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }, bed) {
    const apiKey = 'demo-key';
    const { message: baseUrl } = bed.closing(await startBareServer());
    const { scheduleOrThrow } = createCascadeClient({ baseUrl, apiKey });
    const viaFetch = async (body: object) => {
      const options = { method: 'POST', headers: headersOf(apiKey), body: JSON.stringify(body) };
      await (await fetch(`${baseUrl}${schedulePath}`, options)).json();
    };
    const measure = (send: Send) => async () => {
      await timesOf(seconds(0.3), send);
      return median(await timesOf(seconds(0.8), send));
    };
    return { ours: measure(scheduleOrThrow), peer: measure(viaFetch) };
  },
};

type Send = (body: ReturnType<typeof message>) => Promise<unknown>;

/** Microseconds of each call. */
async function timesOf(seconds: number, send: Send): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const body = message();
    const begin = performance.now();
    await send(body);
    times.push((performance.now() - begin) * 1_000);
  }
  return times;
}

function message() {
  return {
    requestId: randomUUID(),
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' as const },
    content: { smsContent: { contentType: 'TEXT' as const, text: randomUUID() } },
  };
}

const secret = `whsec_${Buffer.from('cascade-bench-secret-of-32-bytes').toString('base64')}`;
const library = new Webhook(secret);
const atOnce = 200;

export const webhooks: ComparedPart = {
  name: 'webhooks',
  says: 'takes a signed callback as a `Request`: reads it, verifies it, parses it and answers; ours also checks its size and its shape, and handles each event once',
  peer: '`standardwebhooks`, the official library, in a handler of four lines',
  figures: { time: { says: 'a callback', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }) {
    const ours = createStatusHandler({ secrets: [secret], onStatus: () => {} });
    const peer = async (request: Request) => {
      library.verify(await request.text(), Object.fromEntries(request.headers));
      return new Response(null, { status: 204 });
    };
    return { ours: measureCallbacks(seconds(0.8), ours), peer: measureCallbacks(seconds(0.8), peer) };
  },
};

/** Makes the requests before it looks at the clock. */
function measureCallbacks(seconds: number, handle: (request: Request) => Promise<Response>): MeasuredTurn {
  const takeAll = async (forSeconds: number) => {
    let spent = 0;
    let taken = 0;
    while (spent < forSeconds * 1_000) {
      const requests = Array.from({ length: atOnce }, callback);
      const begin = performance.now();
      for (const request of requests) {
        const { ok, status } = await handle(request);
        if (!ok) throw new Error(`a callback was answered ${status}`);
      }
      spent += performance.now() - begin;
      taken += requests.length;
    }
    return (spent / taken) * 1_000;
  };
  return async () => {
    await takeAll(seconds / 3);
    return takeAll(seconds);
  };
}

function callback(): Request {
  const body = JSON.stringify({
    requestId: randomUUID(),
    messageId: 4_711,
    cascadeId: 2002,
    cascadeStageUUID: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002',
    status: 'DELIVERED',
    statusTime: new Date().toISOString(),
  });
  const headers = signed(library, randomUUID(), body);
  return new Request('http://127.0.0.1/status', { method: 'POST', headers, body });
}
