/**
 * Where the servers of `npm start` listen if their ports are free: by the names of the docs server's targets.
 */
export const sampleServers: Readonly<Record<string, string>> = {
  mock: 'http://127.0.0.1:4010',
  service: 'http://127.0.0.1:4012',
};

/** A server, and where it really listens. */
export interface RunningServer {
  readonly name: string;
  readonly url: string;
}

/** Names the servers in a sample as they really run. All at once: one may have the port that another had. */
export function withRunningServers(text: string, servers: readonly RunningServer[]): string {
  const urls = new Map(
    servers.flatMap(({ name, url }) => {
      const sample = sampleServers[name];
      return sample === undefined ? [] : [[sample, url] as const];
    }),
  );
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (one) => urls.get(one) ?? one);
}
