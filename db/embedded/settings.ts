import { totalmem } from 'node:os'

/** PostgreSQL settings by name; a number is taken as is (in the setting's own unit). */
export type Settings = Readonly<Record<string, string | number>>

const MIB = 1024 * 1024

/**
 * Settings of a hub's own server, sized to the machine: a shop's database on one host, which
 * shares the memory with the hub process and probably lies on an SSD.
 */
export function productionSettings(memory: number = totalmem()): Settings {
  const quarter = Math.floor(memory / MIB / 4)
  return {
    shared_buffers: `${Math.max(32, Math.min(256, quarter))}MB`,
    effective_cache_size: `${Math.max(128, quarter * 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.max(64, Math.min(256, quarter))}MB`,
    max_connections: 100,
    // The list pages are many short queries: compiling them costs more than it gains.
    jit: 'off',
    random_page_cost: 1.1,
    max_wal_size: '2GB',
    wal_compression: 'on',
  }
}

/** What every embedded server has, whoever starts it: reachable from this machine only, and messages that we can read. */
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

/** Settings as command-line options of `postgres`, later ones winning. */
export function settingOptions(...layers: Settings[]): string[] {
  return Object.entries(Object.assign({}, ...layers) as Settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
