import { totalmem } from 'node:os'

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)}MB`
const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)
const MiB = 1024 * 1024

export type PostgresSettings = Record<string, string | number>

/**
 * How the embedded PostgreSQL runs: durable, on loopback, for a computer of two cores that does other work besides.
 * @param more what replaces it
 */
export function postgresSettings(port: number, more: PostgresSettings = {}): string[] {
  const memory = totalmem()
  const settings: PostgresSettings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: mebibytes(between(128 * MiB, memory / 16, 1024 * MiB)),
    effective_cache_size: mebibytes(between(512 * MiB, memory / 2, 8192 * MiB)),
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '1GB',
    max_parallel_workers_per_gather: 1,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    // The log file may hold no patient data: no statements, no values, no details; errors go to the caller alone.
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_statement: 'none',
    log_min_duration_statement: -1,
    ...more,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** How a new database folder is made; the superuser's password is read from standard input. */
export const initdbOptions = [
  '--username=postgres',
  '--pwfile=/dev/stdin',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]
