// A process for kill tests: joins a folder's cluster, prints one line of JSON, then commits rows and prints each
// confirmed number. SIGTERM stops it gracefully.
import { Client } from 'pg'
import { startCluster } from '../cluster.ts'
import { errorText } from '#lib/error-text.ts'
import { firstRow } from '#db/one-row.ts'

const [dataDir = '', role = 'hub'] = process.argv.slice(2)
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
try {
  const cluster = await startCluster({ dataDir, role: role === 'hub' ? 'hub' : 'tool', settings: { fsync: 'off' } })
  const { pid, port, adopted } = cluster
  const stopping = new AbortController()
  process.once('SIGTERM', () => stopping.abort())
  say({ pid, port, adopted, url: cluster.url() })
  const client = new Client(cluster.url())
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table if not exists committed (n integer primary key)')
  for (let n = await highest(client); !stopping.signal.aborted; n++) {
    await client.query('insert into committed values ($1)', [n + 1])
    say(n + 1)
  }
  await client.end()
  await cluster.stop()
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`)
  process.exit(1)
}

async function highest(client: Client): Promise<number> {
  return firstRow(await client.query<{ n: number }>('select coalesce(max(n), 0) as n from committed')).n
}
