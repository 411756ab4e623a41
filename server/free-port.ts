import { createServer } from 'node:net'

/** Workers of a test run that run at the same time differ in it; process ids alone may agree modulo any number. */
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 8
/** Below the ephemeral ports; each test worker has a hundred of its own. */
let lastPort = 10_000 + ((process.pid % 25) * 8 + worker) * 100

/** A free port that the system does not hand out by chance before the process has started, as it would an ephemeral port. */
export async function freePort(): Promise<number> {
  for (;;) {
    // Reserved, since another call may run meanwhile.
    const port = (lastPort += 1)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
