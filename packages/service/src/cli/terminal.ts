/** What the CLI needs from its process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether a person reads what is written, and not a program. */
  readonly isInteractive: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Resolves when the user stops a running service. */
  stopped(): Promise<unknown>;
}
