/** The service stops without the database. Callers may ask another replica: the code is that of a broken connection. */
export class AbandonedDatabaseError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the service has stopped using the database');
    this.name = 'AbandonedDatabaseError';
  }
}
