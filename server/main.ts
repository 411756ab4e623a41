import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Cluster } from '#db/embedded/cluster.ts'
import { isAlive } from '#db/embedded/processes.ts'
import { serverPaths } from '#web/paths.ts'
import { readConfig, type Config } from './config.ts'
import { startDatabase } from './database.ts'
import { explain } from './failures.ts'
import { createLifecycle } from './lifecycle.ts'
import { listen } from './listen.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const lifecycle = createLifecycle()
const running: { cluster: Cluster | null } = { cluster: null }
process.on('uncaughtException', (error) => {
  endWhereDatabaseDied()
  process.stderr.write(`The hub ended because of a failure of its own: ${error.stack}\n`)
  process.exit(1)
})
try {
  await start(readConfig(process.env))
} catch (error) {
  endWhereDatabaseDied()
  if (!lifecycle.ending()) {
    const sentence = explain(error)
    process.stderr.write(
      `${sentence ?? `The hub could not start because of a failure of its own: ${error instanceof Error ? error.stack : String(error)}`}\n`,
    )
  }
  await lifecycle.end(1)
}

async function start(config: Config): Promise<void> {
  // The port first: nothing is touched where another hub already answers on it.
  const front = createServer(answerStarting)
  const { port, host } = config
  await listen(front, { port, host, variables: { port: 'PORT', host: 'HOST' } })
  const database = await startDatabase({ config, role: 'hub', say })
  await lifecycle.opened(() => database.stop())
  running.cluster = database.cluster
  void database.cluster?.exited.then(endWithoutDatabase)
  // All that serves is loaded now: what stood in the way until here is said at once.
  const { serve } = await import('./serve.ts')
  await serve(front, { config, databaseUrl: database.url, lifecycle, say })
}

/** Whatever fails once the embedded PostgreSQL is dead fails because of that, and may be noticed before the death itself. */
function endWhereDatabaseDied(): void {
  if (running.cluster && !isAlive(running.cluster.pid)) endWithoutDatabase()
}

/** The embedded PostgreSQL is gone without having been asked. */
function endWithoutDatabase(): void {
  if (lifecycle.ending()) return
  process.stderr.write(
    'PostgreSQL stopped unexpectedly: run npm start again, which recovers everything that was committed.\n',
  )
  process.exit(1)
}

/**
 * Who comes while the database is being prepared is told to wait. That the process lives holds from the first moment:
 * a long migration must not be taken for a hub that hangs.
 */
function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === serverPaths.health) {
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end('ok')
    return
  }
  response
    .writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' })
    .end('The Seller Hub is starting. Try again in a few seconds.')
}
