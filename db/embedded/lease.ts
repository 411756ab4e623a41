import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCode } from '#lib/error-text.ts'
import { ClusterInUseError } from './errors.ts'

/**
 * A process's claim on an embedded cluster: advisory locks of one connection, released however the process ends. If the
 * connection breaks while the server lives, it is claimed again; otherwise the next one to leave would stop the server.
 * All users share one lock, so that the last one to leave can tell. A serving hub also holds an exclusive lock.
 */
export interface Lease {
  /** Releases the claim; true if it was the last, and the server may be stopped. */
  leave(): Promise<boolean>
}

/** First key of the hub's advisory locks on its embedded server; the second selects the lock. */
const CLASS = 0x53485542
const IN_USE = 1
const HUB = 2

/** Milliseconds before a broken claim is retried, and for how long a claim to be released is retried. */
const again = 100
const patience = 10_000

interface Claimant {
  url: string
  role: 'hub' | 'tool'
  dataDir: string
}

/**
 * Takes a claim; undefined if the last user is stopping the server, so that it must be restarted.
 * @throws {ClusterInUseError} if the role is `hub` and another hub is alive
 */
export async function takeLease(claimant: Claimant): Promise<Lease | undefined> {
  const first = await claim(claimant)
  if (!first) return undefined
  const leaving = new AbortController()
  let held: Promise<Client | undefined>
  const keep = (client: Client) => {
    client.once('end', () => {
      if (!leaving.signal.aborted) held = claimAgain(claimant).then((next) => next && keep(next))
    })
    return client
  }
  held = Promise.resolve(keep(first))
  return {
    async leave() {
      leaving.abort()
      const client = await Promise.race([held, delay(patience, undefined, { ref: false })])
      // The server has exited or is exiting.
      if (!client) return true
      try {
        await ask(client, `select pg_advisory_unlock_all()`)
        // The last user keeps its connection until the server has exited, so that nobody joins meanwhile.
        const last = Boolean(await ask(client, `select pg_try_advisory_lock(${CLASS}, ${IN_USE})`))
        if (!last) await client.end()
        return last
      } catch {
        return true
      }
    },
  }
}

/** Undefined once the server is gone. Another hub may hold the folder by now: then they share it. */
async function claimAgain(claimant: Claimant): Promise<Client | undefined> {
  for (;;) {
    try {
      const client = await claim(claimant, { alone: false })
      if (client) return client
    } catch (error) {
      if (errorCode(error) === 'ECONNREFUSED') return undefined
    }
    // Does not keep the process alive.
    await delay(again, undefined, { ref: false })
  }
}

/** A connection that holds the claim; undefined if the server is being stopped. */
async function claim({ url, role, dataDir }: Claimant, { alone = true } = {}): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: `seller-hub ${role} ${process.pid}`,
    keepAlive: true,
  })
  // The process watcher handles the server's exit; here the error must not be thrown.
  client.on('error', () => undefined)
  await client.connect()
  try {
    if (!(await ask(client, `select pg_try_advisory_lock_shared(${CLASS}, ${IN_USE})`))) {
      await client.end()
      return undefined
    }
    const isHub = role !== 'hub' || (await ask(client, `select pg_try_advisory_lock(${CLASS}, ${HUB})`))
    if (isHub || !alone) return client
    const holder = await ask(
      client,
      `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.classid = ${CLASS} and l.objid = ${HUB} and l.granted`,
    )
    const pid = Number(/\d+$/.exec(String(holder))?.[0])
    throw new ClusterInUseError(dataDir, Number.isInteger(pid) ? pid : undefined)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function ask(client: Client, sql: string): Promise<unknown> {
  return Object.values((await client.query(sql)).rows[0] ?? {})[0]
}
