import { minute } from '#lib/duration.ts'
import { connectDemoShops } from './carrier-accounts.ts'
import type { CarrierPlace } from './config.ts'
import type { ProcessHub } from './hub.ts'
import { keepRunning } from './kept-process.ts'
import type { Lifecycle } from './lifecycle.ts'
import { hasDemo, spawnExample } from './market.ts'
import type { Say } from './say.ts'

/** Where the example carrier runs, which sells labels to the demo's sellers; null without the demo. */
export async function configureCarrier({
  db,
  config,
}: Pick<ProcessHub, 'db' | 'config'>): Promise<CarrierPlace | null> {
  if (!config.carrier || !(await hasDemo(db))) return null
  config.ownCarrier = config.carrier.url
  return config.carrier
}

interface Starting {
  hub: Pick<ProcessHub, 'db' | 'config' | 'secret' | 'now' | 'log'>
  place: CarrierPlace
  lifecycle: Lifecycle
  say: Say
  /** Whether it served before this process restarted, so that it is worth retrying. */
  hasServed?: boolean
}

/** Seconds between the steps of a parcel's way: a label can still be voided in the first. */
const step = (10 * minute) / 1_000

/** Runs the carrier in a child process. The hub continues if it fails. */
export async function startCarrierBeside({ hub, place, lifecycle, say, hasServed }: Starting): Promise<void> {
  const { config } = hub
  const env = {
    NODE_ENV: config.nodeEnv,
    HOST: config.host,
    CARRIER_PORT: String(place.port),
    CARRIER_URL: place.publicUrl,
    CARRIER_STEP: String(step),
    DATA_DIR: config.dataDir,
  }
  const start = async () => spawnExample('carrier', env, say)
  const carrier = keepRunning({ start, name: 'The example carrier', say, hasServed })
  await lifecycle.opened(() => carrier.stop())
  await carrier.settled
  await connectDemoShops(hub, place.url).catch((err: unknown) => hub.log.warn({ err }, 'shops not connected'))
}
