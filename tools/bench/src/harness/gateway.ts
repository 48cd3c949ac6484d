import { type ProcessOptions, type ServiceProcess, startTestService } from '@cascade/service/testing';
import { forkModule } from './fork.ts';
import type { Counts, GatewayBehaviour, Question, Ready } from './gateway/serve.ts';
import type { FaultView, LossWindow, View } from './gateway/tally.ts';
import { type CommitTimes, readCommitTimes } from './metrics.ts';
import { sums } from './statistics.ts';

export const gatewayKinds = ['http', 'smpp', 'simulator'] as const;
/** How replicas reach the gateway; with `simulator` they do not, and nothing is counted. */
export type GatewayKind = (typeof gatewayKinds)[number];

export interface GatewayOptions extends Partial<Omit<GatewayBehaviour, 'secret'>> {
  /** `http` if absent. With `smpp` the chat channels use HTTP. */
  readonly kind?: GatewayKind;
  /** Milliseconds from the gateway's answer to the latest commit of its result; 1,000 if absent. */
  readonly windowMs?: number;
}

/**
 * The gateway of a proof, outside of the service: it counts what arrives, and survives what is done to the
 * service.
 */
export type CountingGateway = Awaited<ReturnType<typeof startGateway>>;

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** @param onTwice Called by a judgement that finds a message sent twice that may not. */
export async function startGateway(options: GatewayOptions = {}, onTwice = () => {}) {
  const { kind = 'http', windowMs = 1_000, latencyMs = 0, hasReceipts = true, isEnroute = false } = options;
  const serving: GatewayBehaviour = { latencyMs, hasReceipts, isEnroute, secret };
  const child = await forkModule<Ready>(new URL('gateway/serve.ts', import.meta.url), [
    JSON.stringify(serving),
  ]);
  const services = new Set<ServiceProcess>();
  const faults: LossWindow[] = [];
  const tell = (question: Question) => void child.process.send(question);
  const ask = <Answer>(question: Question) => child.ask<Answer>(question);
  const look = () => ask<View>({ ask: 'view', faults, windowMs });

  return {
    smppPort: child.message.smppPort,
    /** Starts a replica whose channels end here. */
    async startService({ hasBackPressure = false, ...given }: ProcessOptions): Promise<ServiceProcess> {
      const config = serviceFile(kind, child.message, hasBackPressure);
      const service = await startTestService({ ...given, config });
      for (const one of services) if (one.hasEnded) services.delete(one);
      services.add(service);
      tell({ ask: 'report-to', urls: [...services].map(({ operationsUrl }) => operationsUrl) });
      return service;
    },
    /** Does something to the service that may lose results of sends. */
    async during<Result>(name: string, fault: () => Promise<Result>): Promise<Result> {
      const from = Date.now();
      try {
        return await fault();
      } finally {
        faults.push({ name, from, to: Date.now() });
      }
    },
    /** Whether it answers nothing on a channel from now on; by HTTP alone. */
    async hang(channel: string, isHanging: boolean) {
      tell({ ask: 'hang', channel, isHanging });
    },
    /** How often each request id came. */
    counts: () => ask<Counts>({ ask: 'counts' }),
    /** What came because of the last of the faults. */
    lastFault: async () => (await look()).faults.at(-1),
    /**
     * What a result file has of it. Every message must have been sent once, and fails the proof if it was
     * not.
     */
    async judge() {
      if (kind === 'simulator') return { kind, sends: 'not counted' };
      const view = await look();
      if (!isOnce(view)) onTwice();
      const living = [...services].filter(({ hasEnded }) => !hasEnded);
      return figuresOf(kind, view, await readCommitTimes(living.map(({ operationsUrl }) => operationsUrl)));
    },
    close: () => child.close(),
  };
}

/**
 * No repeat is without a fault that explains it, and those of a fault are at most the sends that were under
 * way at it.
 */
function isOnce({ unexplained, faults }: View): boolean {
  return unexplained === 0 && faults.every(({ repeats, underWay }) => repeats <= underWay);
}

function figuresOf(kind: GatewayKind, view: View, commits: CommitTimes) {
  const { faults, windowMs, examples, ...counts } = view;
  const byName = Map.groupBy(faults, ({ name }) => name);
  return {
    kind,
    ...counts,
    ...(examples.length > 0 && { examples }),
    ...(commits !== undefined && { resultCommit: commits }),
    ...(faults.length > 0 && {
      windowMs,
      faults: Object.fromEntries([...byName].map(([name, all]) => [name, sumOf(all)])),
    }),
  };
}

function sumOf(faults: readonly FaultView[]): object {
  const { repeats, underWay, unanswered, perSecond } = sums(faults);
  const oldest = faults.flatMap(({ oldestAnswerMs }) => oldestAnswerMs ?? []);
  return {
    times: faults.length,
    repeats,
    mostRepeats: Math.max(...faults.map((fault) => fault.repeats)),
    underWay,
    unanswered,
    perSecond: Math.round(perSecond / faults.length),
    ...(oldest.length > 0 && { oldestAnswerMs: Math.max(...oldest) }),
  };
}

function serviceFile(kind: GatewayKind, { url, smppPort }: Ready, hasBackPressure: boolean): object {
  const http = { kind: 'http', url: `${url}/send` };
  const smpp = {
    kind: 'smpp',
    host: '127.0.0.1',
    port: smppPort,
    systemId: 'cascade',
    password: 'secret',
    window: 100,
    reconnectSeconds: 0.2,
  };
  const simulator = { kind: 'simulator' };
  const chat = kind === 'simulator' ? simulator : http;
  const SMS = { http, smpp, simulator }[kind];
  return {
    gateways: { SMS, CHATONE: chat, CHATTWO: chat },
    ...(kind !== 'simulator' && { receipts: { secrets: [secret] } }),
    ...(!hasBackPressure && { limits: { lagSeconds: 3_600 } }),
  };
}
