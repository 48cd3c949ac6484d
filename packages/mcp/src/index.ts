import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { library } from './library.ts';
import { registerChangeTools } from './tools/changes.ts';
import { judgeRequest } from './tools/judge-request.ts';

const instructions = `The contract of cascade messaging: one request sends a message through ordered channels until one
delivers it, and callbacks report each change of its status. Look up names with explain, everything else with search.
Judge a request body before you show it to a user, and try it with send_to_mock to see answer and callbacks.`;

const body = z
  .union([z.string(), z.looseObject({})])
  .describe('The JSON body, as an object or as the text that would be sent');

/** Where {@link serveHttp} listens. */
export interface HttpOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Default `127.0.0.1`: other machines cannot reach it. */
  readonly host?: string;
}

/** A running server. */
export interface RunningServer {
  /** What a client connects to. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the tools on standard input and output until the input ends. */
export async function serveStdio(): Promise<void> {
  await createServer().connect(new StdioServerTransport());
}

/**
 * Serves the tools by Streamable HTTP, without sessions: each request is answered by a server of its own.
 * @throws the system error (`EADDRINUSE`, …) if the port cannot be opened.
 */
export async function serveHttp(options: HttpOptions): Promise<RunningServer> {
  // Imported here so that standard input and output do not wait for them.
  const [{ StreamableHTTPServerTransport }, { listen }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('./http-server.ts'),
  ]);
  return listen(options, async (request, response) => {
    const server = createServer();
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize });
    response.on('close', () => void server.close());
    // The SDK's types do not allow `undefined` where its class has it.
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
}

/** A body of a message may be larger than the API takes, to see how it is refused. */
const maxRequestBodySize = 4 * 1024 * 1024; // bytes

function createServer(): McpServer {
  const server = new McpServer({ name: 'cascade', version: manifest.version }, { instructions });
  const readOnlyHint = true;

  server.registerTool(
    'explain',
    {
      description:
        'What the contract says of a problem code, undelivered reason, clause (§4.1/rule-1), field, value, limit, decision (ADR-0007), operation or term; or a page or part of one by its address (send.md, callback.md#signature).',
      inputSchema: { name: z.string().describe('The name as it is in requests, answers or pages') },
      annotations: { readOnlyHint },
    },
    async ({ name }) => answer((await library()).explain(name)),
  );
  server.registerTool(
    'search',
    {
      description:
        'Searches guides, operations, fields, codes, decisions and packages. Returns addresses for explain, and the text of the best one.',
      inputSchema: { query: z.string().describe('A few words: retry after time-out, receive callbacks') },
      annotations: { readOnlyHint },
    },
    async ({ query }) => answer((await library()).search(query)),
  );
  server.registerTool(
    'judge_request',
    {
      description:
        'The verdict of the contract on a request body: accepted, or the problem code with status, JSON pointer, detail and fix.',
      inputSchema: {
        body,
        operation: z
          .enum(['scheduleMessage', 'listCascades', 'listMessages', 'listTemplates', 'setCallback'])
          .default('scheduleMessage'),
        cascades: z
          .array(
            z.object({
              id: z.int(),
              stages: z.array(z.object({ channel: z.string(), uuid: z.string().default('') })),
            }),
          )
          .optional()
          .describe('All cascades of the account; without them, existence and stages are not judged'),
      },
      annotations: { readOnlyHint },
    },
    async (request) => answer(judgeRequest(request, (await library()).problems)),
  );
  server.registerTool(
    'send_to_mock',
    {
      description:
        'Sends requests in turn to a new mock provider and shows each answer with the signed callbacks that follow. Its account (demo-key) has the cascades 2002 (SMS), 4010 (CHATTWO), 31634 (CHATONE, CHATTWO), 1000000 (CHATTWO, CHATONE, SMS). Callbacks come for demo numbers (+12025550199 is delivered; explain ADR-0038 lists them) or with the header Prefer: callback=<reason or STATUS>.',
      inputSchema: {
        requests: z
          .array(
            z.object({
              method: z.string().default('POST'),
              path: z.string().default('/api/cascade/schedule'),
              headers: z.record(z.string(), z.string()).default({}),
              body: body.optional(),
            }),
          )
          .min(1)
          .max(20),
      },
    },
    async ({ requests }) => {
      // Imported here so that the other tools do not wait for Prism.
      const { sendToMock } = await import('./tools/send-to-mock.ts');
      return answer(await sendToMock(requests));
    },
  );
  registerChangeTools(server, async () => (await library()).changes);
  return server;
}

function answer(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
