import { once } from 'node:events'
import { startMarket, storeFileIn, type MarketOptions } from './start-market.ts'

/** Options from the hub that started the market, sent over the process channel: neither in the environment nor on disk. */
export type MarketOrder = Omit<MarketOptions, 'say' | 'now'>

const startedByHub = process.env.MARKET_STARTED_BY === 'hub'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)
const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const stopping = Promise.withResolvers<void>()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(signal, () => stopping.resolve())

const options = startedByHub ? ((await once(process, 'message'))[0] as MarketOrder) : fromEnvironment()
const market = await startMarket({ ...options, say: complain }).catch((error: NodeJS.ErrnoException) =>
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${options.port} is taken by another program: set MARKET_PORT to a free port, or to off.`
      : `The example market could not start: ${error.stack ?? error.message}`,
  ),
)
say(`The example market is at ${market.url}`)
// Tells the hub that the market serves, so that it is restarted if it exits.
process.send?.('serves')
void market.ready.then(() => process.send?.('settled', () => {}))
await stopping.promise
await market.stop()
process.exit(0)

/** Options of a standalone market with a hub elsewhere. */
function fromEnvironment(): MarketOrder {
  const { HUB_URL, HUB_KEY, HUB_WEBHOOK_SECRET, HOST, MARKET_PORT, MARKET_URL, HUB_PUBLIC_URL, DATA_DIR } = process.env
  if (!HUB_URL || !HUB_KEY)
    return fail(
      'Set HUB_URL to where the hub is, and HUB_KEY to a key of it (npm run hub -- key create --name market).',
    )
  const port = Number(MARKET_PORT || 3001)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return fail('MARKET_PORT is no port.')
  return {
    hubUrl: new URL(HUB_URL).origin,
    hubPublicUrl: new URL(HUB_PUBLIC_URL || HUB_URL).origin,
    key: HUB_KEY,
    webhookSecret: HUB_WEBHOOK_SECRET || null,
    host: HOST || '0.0.0.0',
    port,
    publicUrl: MARKET_URL || undefined,
    storeFile: storeFileIn(DATA_DIR || './data'),
  }
}
