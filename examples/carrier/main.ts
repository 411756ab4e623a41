import { errorCode } from '#lib/error-text.ts'
import { startCarrier, storeFileIn } from './start-carrier.ts'

const { HOST, CARRIER_PORT, CARRIER_URL, CARRIER_STEP, DATA_DIR } = process.env

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
const whole = (name: string, text: string, most: number): number =>
  /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : fail(`${name} is a whole number up to ${most}.`)

const stopping = Promise.withResolvers<void>()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(signal, () => stopping.resolve())

const port = whole('CARRIER_PORT', CARRIER_PORT || '3003', 65_535)
const carrier = await startCarrier({
  host: HOST || '127.0.0.1',
  port,
  publicUrl: CARRIER_URL || undefined,
  storeFile: storeFileIn(DATA_DIR || './data'),
  stepMs: CARRIER_STEP ? whole('CARRIER_STEP', CARRIER_STEP, 86_400) * 1_000 : null,
  say: (line) => void process.stderr.write(`${line}\n`),
}).catch((error: unknown) =>
  fail(
    errorCode(error) === 'EADDRINUSE'
      ? `Port ${port} is taken by another program: set CARRIER_PORT to a free port, or to off.`
      : `The example carrier could not start: ${String(error)}`,
  ),
)
process.stdout.write(`The example carrier is at ${CARRIER_URL || carrier.url}\n`)
// Tells the hub that the carrier serves, so that it is restarted if it exits.
process.send?.('serves')
process.send?.('settled')
await stopping.promise
await carrier.stop()
process.exit(0)
