import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { Bed } from '@cascade/bench/harness/bed';
import { untilItAnswers } from '@cascade/bench/harness/waits';
import {
  type Child,
  freePort,
  outputOf,
  runProgram,
  serve,
  startProgram,
} from '@cascade/repository/test-kit';
import { request } from 'undici';
import { type ClientSettings, createTold, isUnicode, type SmppClient, type Told, waits } from './client.ts';

/** The settings of a connector, beside those of a row. */
export const jasminSettings: ClientSettings = {
  // As shipped it submits one text a second.
  submit_throughput: 0,
  res_to: waits.responseSeconds,
  bind_to: waits.responseSeconds,
  elink_interval: waits.enquireSeconds,
  con_loss_delay: waits.reconnectSeconds,
  con_fail_delay: waits.reconnectSeconds,
  // As shipped, a text that was not answered waits for two minutes.
  requeue_delay: waits.reconnectSeconds,
};

/** The settings of the daemon: what it retries, and how soon. As shipped, after 30 to 300 seconds. */
export const retries = {
  submit_error_retrial:
    "{'ESME_RSYSERR': {'count': 20, 'delay': 1}, 'ESME_RTHROTTLED': {'count': 60, 'delay': 1}, 'ESME_RMSGQFUL': {'count': 60, 'delay': 1}}",
  submit_retrial_delay_smppc_not_ready: waits.reconnectSeconds,
} as const;

const rabbit = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** Why Jasmin cannot run; undefined if it can. */
export async function whyNoJasmin(): Promise<string | undefined> {
  const { code } = await runProgram('sh', ['-c', 'command -v redis-server && command -v python3']);
  if (code !== 0) return 'no Redis or Python (Debian: apt install redis-server python3-venv)';
  if (!existsSync(rabbit)) return 'no RabbitMQ (Debian: apt install rabbitmq-server)';
  try {
    await python();
    return undefined;
  } catch (error) {
    return `no Jasmin: ${String(error).split('\n')[0]}`;
  }
}

/** 0.11.1 tells callers nothing: its handler of responses fails (`SubmitSM` has no `response`). */
const version = 'jasmin==0.10.13';

/** Jasmin of PyPI in an environment of its own, which is kept from run to run. */
async function python(): Promise<string> {
  const folder = join(tmpdir(), 'cascade-jasmin');
  const program = join(folder, 'bin', 'python');
  if (!existsSync(join(folder, 'bin', 'jasmind.py'))) {
    await outputOf('python3', ['-m', 'venv', folder]);
    await outputOf(program, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', version]);
  }
  return program;
}

/** Starts a connector of Jasmin for a row. */
export type StartJasmin = (bed: Bed, port: number, settings: ClientSettings) => Promise<SmppClient>;

/** One daemon with its queue and its store, in which each row has a connector and a user of its own. */
export async function openJasmin(bed: Bed): Promise<StartJasmin> {
  const ports = await startDaemon(bed);
  const console = await openConsole(bed, ports.jcli);
  let rows = 0;
  return async (ofRow, port, settings) => {
    rows += 1;
    const row = `row${rows}`;
    await console.add(row, { port, ...jasminSettings, ...settings }, rows);
    ofRow.use(row, () => console.remove(row));
    return connectorOf(ofRow, row, ports.http);
  };
}

async function startDaemon(bed: Bed) {
  const program = await python();
  const queue = await startQueue(bed);
  const store = await freePort();
  bed.use(
    startProgram('redis-server', ['--port', `${store}`, '--bind', '127.0.0.1', '--save', '']),
    end('SIGTERM'),
  );
  const root = join(bed.folder, 'jasmin');
  for (const folder of ['etc/jasmin/store', 'var/log/jasmin', 'tmp'])
    await mkdir(join(root, folder), { recursive: true });
  const sites = 'import txamqp, os; print(os.path.dirname(txamqp.__file__))';
  const amqp = (await outputOf(program, ['-c', sites])).trim();
  const ports = { http: await freePort(), jcli: await freePort() };
  const here = { bind: '127.0.0.1' };
  const file = await bed.write(
    'jasmin.cfg',
    configuration({
      'amqp-broker': { ...here, port: queue, spec: join(amqp, 'specs/standard/amqp0-9-1.stripped.xml') },
      'redis-client': { host: '127.0.0.1', port: store },
      'http-api': { ...here, port: ports.http, long_content_max_parts: 20 },
      jcli: { ...here, port: ports.jcli, authentication: 'False' },
      'client-management': { ...here, port: await freePort() },
      router: { ...here, port: await freePort() },
      'smpp-server': { ...here, port: await freePort() },
      'smpp-server-pb': { ...here, port: await freePort() },
      'sm-listener': retries,
      // A receipt may come before the id of its text is known.
      dlr: { dlr_lookup_retry_delay: 1, dlr_lookup_max_retries: 20 },
      'dlr-thrower': { retry_delay: 1 },
    }),
  );
  const daemon = startProgram(
    program,
    [join(program, '../jasmind.py'), '-c', file, '--enable-dlr-thrower', '--enable-dlr-lookup'],
    {
      environment: { ...process.env, ROOT_PATH: root, TMPDIR: join(root, 'tmp') },
    },
  );
  // It leaves its lock behind otherwise.
  bed.use(daemon, end('SIGTERM'));
  await untilItAnswers(`http://127.0.0.1:${ports.http}/ping`, daemon, { status: 200 });
  return ports;
}

const end = (signal: NodeJS.Signals) => (child: Child) => child.end(signal);

const configuration = (sections: Readonly<Record<string, ClientSettings>>) =>
  Object.entries(sections)
    .map(([name, settings]) => `[${name}]\n${linesOf(settings, ' = ').join('\n')}\n`)
    .join('\n');

const linesOf = (settings: ClientSettings, between: string) =>
  Object.entries(settings).map(([name, value]) => `${name}${between}${value}`);

/** RabbitMQ with all of its files in the folder of the run; resolves to its port. */
async function startQueue(bed: Bed): Promise<number> {
  const port = await freePort();
  const distribution = await freePort();
  const mapper = await freePort();
  const environment = {
    ...process.env,
    HOME: bed.folder,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: `${mapper}`,
    RABBITMQ_NODENAME: 'bench@localhost',
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: `${port}`,
    RABBITMQ_DIST_PORT: `${distribution}`,
    RABBITMQ_MNESIA_BASE: join(bed.folder, 'queue'),
    RABBITMQ_LOG_BASE: join(bed.folder, 'queue-log'),
    RABBITMQ_PID_FILE: join(bed.folder, 'queue-pid'),
    RABBITMQ_ENABLED_PLUGINS_FILE: await bed.write('plugins', '[].'),
    RABBITMQ_CONFIG_FILE: join(bed.folder, 'none'),
  };
  // The mapper outlives the queue, which starts it.
  bed.use(mapper, () => runProgram('epmd', ['-port', `${mapper}`, '-kill'], { environment }));
  const queue = bed.use(startProgram(rabbit, [], { environment }), end('SIGTERM'));
  await queue.printed(/Starting broker\.\.\. completed/, 60);
  return port;
}

/** The lines that add something. */
const entry = (what: string, members: readonly string[]) => [`${what} -a`, ...members, 'ok'];

/** Jasmin's console, which reads a line at a time. */
async function openConsole(bed: Bed, port: number) {
  const socket = bed.use(connect(port, '127.0.0.1'), (one: Socket) => one.destroy());
  let unread = '';
  let heard = () => {};
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1');
    heard();
  });

  /** Resolves with what came before the prompt. */
  async function untilPrompt(prompt = /(?:jcli :|>) $/): Promise<string> {
    while (!prompt.test(unread))
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    const said = unread;
    unread = '';
    return said;
  }

  async function enter(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      socket.write(`${line}\r\n`);
      const said = await untilPrompt();
      if (/^(?:Error|Unknown|Failed|Incorrect)/m.test(said)) throw new Error(`Jasmin: ${line}: ${said}`);
    }
  }

  // It writes a prompt only behind a command.
  await untilPrompt(/Session ref: \d+\s+$/);
  await enter(entry('group', ['gid bench']));
  // One row at a time, since each takes several lines.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (lines: readonly string[]) => {
    const entered = last.then(() => enter(lines));
    last = entered.catch(() => {});
    return entered;
  };
  return {
    add: (row: string, settings: ClientSettings, order: number) => inTurn(linesOfRow(row, settings, order)),
    // A connector that waits to connect again cannot be stopped, and ends with the daemon.
    remove: (row: string) => inTurn([`smppccm -0 ${row}`]).catch(() => {}),
  };
}

/** A user, a connector, and the route from one to the other. */
function linesOfRow(row: string, settings: ClientSettings, order: number): readonly string[] {
  return [
    ...entry('user', [`uid ${row}`, 'gid bench', `username ${row}`, 'password secret']),
    ...entry('smppccm', [
      `cid ${row}`,
      'host 127.0.0.1',
      'username bench',
      'password secret',
      ...linesOf(settings, ' '),
    ]),
    ...entry('filter', [`fid ${row}`, 'type UserFilter', `uid ${row}`]),
    ...entry('mtrouter', [
      'type StaticMTRoute',
      `order ${order}`,
      `filters ${row}`,
      `connector smppc(${row})`,
      'rate 0.0',
    ]),
    `smppccm -1 ${row}`,
  ];
}

/** The states of receipts as Jasmin passes them on. */
const finals: Readonly<Record<string, Told>> = {
  DELIVRD: 'DELIVERED',
  UNDELIV: 'UNDELIVERED',
  EXPIRED: 'UNDELIVERED',
  DELETED: 'UNDELIVERED',
  REJECTD: 'UNDELIVERED',
};

/** What a report says: of level 1 by the status of the response, of level 2 by the state of the receipt. */
function statusOf(report: URLSearchParams): Told | undefined {
  const status = report.get('message_status') ?? '';
  if (report.get('level') !== '1') return finals[status];
  return status === 'ESME_ROK' ? 'SENT' : 'UNDELIVERED';
}

async function connectorOf(bed: Bed, row: string, port: number): Promise<SmppClient> {
  const told = createTold();
  const reports = bed.closing(
    await serve(async (incoming, response) => {
      const { searchParams } = new URL(incoming.url ?? '', 'http://loopback');
      told.add(searchParams.get('number') ?? '', statusOf(new URLSearchParams(await textOf(incoming))));
      response.end('ACK/Jasmin');
    }),
  );
  return {
    told: told.of,
    async send({ number, text }) {
      const content = isUnicode(text)
        ? { coding: '8', 'hex-content': Buffer.from(text, 'utf16le').swap16().toString('hex') }
        : { coding: '0', content: text };
      const query = new URLSearchParams({
        username: row,
        password: 'secret',
        from: 'codes',
        to: number,
        dlr: 'yes',
        'dlr-level': '3',
        'dlr-method': 'POST',
        'dlr-url': `${reports.url}?number=${number}`,
        ...content,
      });
      const answer = await request(`http://127.0.0.1:${port}/send?${query}`);
      const said = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`Jasmin refused a text: ${answer.statusCode} ${said}`);
    },
  };
}
