import type pg from 'pg'

/** SQLSTATE of the notices that `tell_change` raises on a cluster (`db/functions/live.sql`). */
const changedNotice = 'HUB01'

/**
 * Collects what statements of a connection change on the servers of a cluster, where nobody would hear a notification,
 * and passes it on when the transaction has ended: "<seller> <what>" each. Changes that were rolled back are passed on
 * too, since listeners read the data themselves. Nothing happens on a single server.
 */
export function onClusterChanges(client: pg.PoolClient, notify: (changes: string[]) => void): void {
  const changes = new Set<string>()
  client.on('notice', ({ code, message }) => {
    if (code === changedNotice && message !== undefined) changes.add(message)
  })
  client.connection.on('readyForQuery', ({ status }: { status: string }) => {
    const isIdle = status === 'I'
    if (changes.size === 0 || !isIdle) return
    const ended = [...changes]
    changes.clear()
    notify(ended)
  })
}
