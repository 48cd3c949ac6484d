/** What the CLI needs of the process that it runs in. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Settles when the user wants a running service to stop. */
  stopped(): Promise<unknown>;
}
