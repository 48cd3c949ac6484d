/** Why the embedded PostgreSQL cannot be used, and what its operator can do about it. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EmbeddedPostgresError';
  }
}
