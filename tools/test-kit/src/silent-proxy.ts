import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { listen } from './serve.ts';

/** What a silenced connection loses: what the client sends, what the server answers, or both. */
export type Swallowed = 'requests' | 'answers' | 'both';

/** A TCP proxy whose connections can fall silent: open on both sides, and yet nothing comes through. */
export interface SilentProxy {
  readonly port: number;
  /** How many connections it carries, those that are silent included. */
  readonly connections: number;
  /**
   * Swallows what the existing connections carry from now on, as a firewall does that forgot them: neither side learns
   * that the other one closes. New connections work.
   */
  silence(what?: Swallowed): void;
  /** Swallows what new connections carry, too. */
  silenceAll(): void;
  /** Where new connections lead. */
  retarget(target: NetConnectOpts): void;
  close(): Promise<void>;
}

interface Line {
  readonly client: Socket;
  readonly server: Socket;
  swallowed: Swallowed | undefined;
}

export async function startSilentProxy(firstTarget: NetConnectOpts): Promise<SilentProxy> {
  let target = firstTarget;
  let ofNew: Swallowed | undefined;
  const lines = new Set<Line>();
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ ...target, allowHalfOpen: true });
    const line: Line = { client, server, swallowed: ofNew };
    lines.add(line);
    carry(line, 'requests', client, server);
    carry(line, 'answers', server, client);
    client.once('close', () => {
      if (line.swallowed === undefined) lines.delete(line);
    });
  });
  const port = await listen(listener);
  return {
    port,
    get connections() {
      return lines.size;
    },
    silence(what = 'both') {
      for (const line of lines) line.swallowed = what;
    },
    silenceAll() {
      ofNew = 'both';
      for (const line of lines) line.swallowed = 'both';
    },
    retarget(next) {
      target = next;
    },
    async close() {
      for (const { client, server } of lines) {
        client.destroy();
        server.destroy();
      }
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Carries one direction, and its end. What is swallowed is read all the same: the sender does not notice. */
function carry(line: Line, direction: Swallowed, from: Socket, to: Socket): void {
  const isSilent = () => line.swallowed === direction || line.swallowed === 'both';
  from.setNoDelay(true);
  from.on('data', (bytes) => {
    if (!isSilent()) to.write(bytes);
  });
  from.on('end', () => {
    if (line.swallowed === undefined) to.end();
  });
  from.on('error', () => {
    if (line.swallowed === undefined) to.destroy();
  });
}
