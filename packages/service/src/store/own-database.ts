/**
 * Role and database of the service on its own PostgreSQL. The role may do anything in its database and nothing outside.
 * Its name differs from the schema's: otherwise `search_path` would find tables without their schema, here only.
 */
export const ownDatabase = { user: 'cascade_service', database: 'cascade' } as const;
