import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { newKeyId, usualKeyDays, type ApiScope } from '#features/shop/api-keys/api-key.ts'
import { makeApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
import { addressHere } from '#lib/listening.ts'
import {
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
} from '#features/shop/webhooks/endpoints-db.server.ts'
import type { MarketPlace } from './config.ts'
import type { ProcessHub } from './hub.ts'
import { keepRunning } from './kept-process.ts'
import { atMost, type Lifecycle } from './lifecycle.ts'

/** What the market may do: what its buyers do, what their carriers say, and what is on offer. */
const scopes: readonly ApiScope[] = [
  'sellers:read',
  'orders:read',
  'orders:write',
  'cases:write',
  'messages:read',
  'messages:write',
  'tracking:write',
  'feedback:write',
  'listings:read',
  'events:read',
]

/** A seller of the demo marketplace. */
const demoSeller = 'harbour-camera'

/** By which the market's key and webhook are known among others, to an operator too. */
const ownName = 'Example market'

/**
 * Whether the demo marketplace is here, for which the market is made. Then links to stores and listings lead there where nothing else
 * is configured, and it may frame the product summary.
 */
export async function leadToMarket({ db, config }: Pick<ProcessHub, 'db' | 'config'>): Promise<MarketPlace | null> {
  const market = (await hasDemo(db)) ? config.market : null
  await removeFormer(db, market)
  if (!market) return null
  config.storeUrl ??= `${market.url}/stores/{seller}`
  config.listingUrl ??= `${market.url}/items/{item}`
  config.productSummaryParents = [...config.productSummaryParents, new URL(market.url).origin]
  config.ownWebhook = market.webhookUrl
  return market
}

/** What was made for a market that is not there any more, or is elsewhere now, would be sent to for nothing. */
async function removeFormer(db: ProcessHub['db'], market: MarketPlace | null): Promise<void> {
  if (!market) await removeKey(db)
  const endpoints = await listEndpoints(db.owner, null)
  const former = endpoints.filter(({ madeBy, url }) => madeBy === ownName && url !== market?.webhookUrl)
  for (const { id } of former) await removeEndpoint(db.owner, id)
}

async function removeKey(db: ProcessHub['db']): Promise<void> {
  await db.owner.deleteFrom('api_keys').where('name', '=', ownName).where('made_by', '=', ownName).execute()
}

async function hasDemo(db: ProcessHub['db']): Promise<boolean> {
  const found = db.owner.selectFrom('sellers').select('id').where('username', '=', demoSeller)
  return (await found.executeTakeFirst()) !== undefined
}

type StartingHub = Pick<ProcessHub, 'db' | 'config' | 'secret' | 'now'>

interface Starting {
  hub: StartingHub
  place: MarketPlace
  lifecycle: Lifecycle
  say: (line: string) => void
  /** Whether it was there before, beside a process that has ended: then it is worth trying again. */
  hasServed?: boolean
}

/** How long the market may take to fill its shelves before the hub says where both are, in milliseconds. */
const patience = 5_000

/**
 * Keeps the market running in a process of its own, which ends with this one. The hub goes on where it cannot start, or ends. Resolves once
 * the market has read what is on offer: what it asks for stands in the hub's log, and would move away what is said at the start.
 */
export async function startMarketBeside({ hub, place, lifecycle, say, hasServed }: Starting): Promise<void> {
  const start = () => spawnMarket({ hub, place, say })
  const market = keepRunning({ start, name: 'The example market', say, hasServed })
  await lifecycle.opened(() => market.stop())
  await atMost(patience, market.settled)
}

async function spawnMarket({ hub, place, say }: Pick<Starting, 'hub' | 'place' | 'say'>): Promise<ChildProcess> {
  const order = await orderFor(hub, place)
  const child = spawn(
    process.execPath,
    [...process.execArgv, path.join(import.meta.dirname, '../examples/market/main.ts')],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...minimalEnvironment(), NODE_ENV: hub.config.nodeEnv, MARKET_STARTED_BY: 'hub' },
    },
  )
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => say(text.toString().trimEnd()))
  // Where it ends before it hears, there is nobody to tell.
  child.send(order, () => {})
  return child
}

/** What the market is told over the channel between the two processes: the key is nowhere else. */
export async function orderFor(hub: StartingHub, place: MarketPlace) {
  const { config } = hub
  return {
    hubUrl: addressHere(config),
    hubPublicUrl: config.publicUrl,
    key: await newKey(hub),
    webhookSecret: config.webhooks ? await newSecret(hub, place) : null,
    host: config.host,
    port: place.port,
    publicUrl: place.url,
    storeFile: path.join(config.dataDir, 'market', 'market.db'),
  }
}

/** A new key takes the place of the one of the start before: what nobody has any more is good for nobody. */
async function newKey({ db, now }: StartingHub): Promise<string> {
  await removeKey(db)
  const key = { id: newKeyId(), name: ownName, scopes: [...scopes], sellerId: null, madeBy: ownName }
  const made = await makeApiKey(db.owner, { ...key, days: usualKeyDays, now: now() })
  if (!made) throw new Error('an id that was drawn just now is taken')
  return made.secret
}

async function newSecret(hub: StartingHub, { webhookUrl }: MarketPlace): Promise<string | null> {
  const known = (await listEndpoints(hub.db.owner, null)).find(({ url }) => url === webhookUrl)
  if (known) return rotateSecret(hub, known.id)
  const added = await addEndpoint(hub, { sellerId: null, url: webhookUrl, types: null, madeBy: ownName })
  // Without one it reads what happened.
  return added.ok ? added.secret : null
}

/** What Node needs, and none of the hub's own secrets. */
function minimalEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'SystemRoot']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
