import { totalmem } from 'node:os'

/** PostgreSQL settings by name; numbers are in the setting's own unit. */
export type Settings = Readonly<Record<string, string | number>>

const MIB = 1024 * 1024

/** Server settings sized to the machine, for one host shared with the hub process, probably on an SSD. */
export function productionSettings(memory: number = totalmem()): Settings {
  const quarter = Math.floor(memory / MIB / 4)
  return {
    shared_buffers: `${Math.max(32, Math.min(256, quarter))}MB`,
    effective_cache_size: `${Math.max(128, quarter * 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.max(64, Math.min(256, quarter))}MB`,
    max_connections: 100,
    // A restore is one transaction and holds about 14,000 locks; the default has room for 6,400.
    max_locks_per_transaction: 256,
    // List pages run many short queries, for which compiling costs more than it saves.
    jit: 'off',
    random_page_cost: 1.1,
    max_wal_size: '2GB',
    wal_compression: 'on',
  }
}

/** Settings of every embedded server: reachable from this machine only, with messages we can parse. */
export const FIXED_SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  cluster_name: 'seller-hub',
}

/** Formats settings as `postgres` command-line options; later ones win. */
export function settingOptions(...layers: Settings[]): string[] {
  return Object.entries(Object.assign({}, ...layers) as Settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
