/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}
