import type { DataFolder } from './data-folder.ts';
import { port } from './socket-folder.ts';

/** Parameters of PostgreSQL, by name. */
export type Settings = Readonly<Record<string, string>>;

/**
 * How the server runs, as arguments: each start sets them anew, and leaves
 * `alter system` to the operator for everything that is not named here.
 */
export function serverArguments(folder: DataFolder, sockets: string, changes: Settings): readonly string[] {
  const settings: Settings = { ...defaults, ...placesOf(folder, sockets), ...changes };
  return [
    '-D',
    folder.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

const defaults: Settings = {
  // A commit that was acknowledged survives a crash of the machine.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  shared_buffers: '128MB',
  max_connections: '50',
  // Short queries on few rows: neither pays.
  max_parallel_workers_per_gather: '0',
  jit: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'cascade',
  log_checkpoints: 'off',
  // Neither statements nor the values they failed on: those are what people wrote to each other.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

function placesOf(folder: DataFolder, sockets: string): Settings {
  return {
    listen_addresses: '',
    port: String(port),
    // A list of names, of which ours may hold a comma.
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    hba_file: folder.hbaFile,
    ident_file: folder.identFile,
  };
}
