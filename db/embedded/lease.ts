import { Client } from 'pg'
import { ClusterInUseError } from './errors.ts'

/**
 * A process's claim on an embedded cluster, held as advisory locks by one connection: it ends with the process,
 * however that ends. Everybody who uses the server shares one lock, so that the last to leave can tell that it is
 * the last; a hub that serves holds a second one alone.
 */
export interface Lease {
  /** Gives the claim up; true if nobody else has one, and the server may be stopped. */
  leave(): Promise<boolean>
}

/** First number of the hub's advisory locks on its embedded server; the second says which. */
const CLASS = 0x53485542
const IN_USE = 1
const HUB = 2

/**
 * Takes a claim; undefined if the server is just being stopped by the last one who left, so that it must be started anew.
 * @throws {ClusterInUseError} if a hub is asked for and another one is alive.
 */
export async function takeLease(options: {
  url: string
  role: 'hub' | 'tool'
  dataDir: string
}): Promise<Lease | undefined> {
  const client = new Client({
    connectionString: options.url,
    application_name: `seller-hub ${options.role} ${process.pid}`,
    keepAlive: true,
  })
  // The server's end is seen by whoever watches its process; here it must only not be thrown.
  client.on('error', () => undefined)
  await client.connect()
  const ask = async (sql: string) => Object.values((await client.query(sql)).rows[0] ?? {})[0]
  try {
    if (!(await ask(`select pg_try_advisory_lock_shared(${CLASS}, ${IN_USE})`))) {
      await client.end()
      return undefined
    }
    if (options.role === 'hub' && !(await ask(`select pg_try_advisory_lock(${CLASS}, ${HUB})`))) {
      const holder = await ask(`select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.classid = ${CLASS} and l.objid = ${HUB} and l.granted`)
      const pid = Number(/\d+$/.exec(String(holder))?.[0])
      throw new ClusterInUseError(options.dataDir, Number.isInteger(pid) ? pid : undefined)
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return {
    async leave() {
      try {
        await ask(`select pg_advisory_unlock_all()`)
        // The last one keeps its connection until the server has ended, so that nobody new comes in meanwhile.
        const last = Boolean(await ask(`select pg_try_advisory_lock(${CLASS}, ${IN_USE})`))
        if (!last) await client.end()
        return last
      } catch {
        // The server is gone already, or going.
        return true
      }
    },
  }
}
