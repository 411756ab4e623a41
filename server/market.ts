import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { newKeyId, defaultKeyDays, type ApiScope } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { addressHere } from '#lib/listening.ts'
import {
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
} from '#features/developers/webhooks/endpoints-db.server.ts'
import type { MarketPlace } from './config.ts'
import type { ProcessHub } from './hub.ts'
import { keepRunning } from './kept-process.ts'
import { waitAtMost, type Lifecycle } from './lifecycle.ts'
import type { Say } from './say.ts'

const scopes: readonly ApiScope[] = [
  'sellers:read',
  'orders:read',
  'orders:write',
  'cases:write',
  'messages:read',
  'messages:write',
  'tracking:write',
  'feedback:write',
  'payments:read',
  'payments:write',
  'listings:read',
  'offers:read',
  'offers:write',
  'events:read',
]

const demoSeller = 'harbour-camera'

const ownName = 'Example market'

/**
 * Whether the demo marketplace, which the market needs, is loaded. If so, store and listing links lead to the market by
 * default, and it may frame the product summary.
 */
export async function configureMarketLinks({
  db,
  config,
}: Pick<ProcessHub, 'db' | 'config'>): Promise<MarketPlace | null> {
  const market = (await hasDemo(db)) ? config.market : null
  await removeFormer(db, market)
  if (!market) return null
  config.storeUrl ??= `${market.url}/stores/{seller}`
  config.listingUrl ??= `${market.url}/items/{item}`
  config.productSummaryParents = [...config.productSummaryParents, new URL(market.url).origin]
  config.ownWebhook = market.webhookUrl
  return market
}

/** Removes the key and webhook of a market that was disabled or moved. */
async function removeFormer(db: ProcessHub['db'], market: MarketPlace | null): Promise<void> {
  if (!market) await removeKey(db)
  const endpoints = await listEndpoints(db.owner, null)
  const former = endpoints.filter(({ madeBy, url }) => madeBy === ownName && url !== market?.webhookUrl)
  for (const { id } of former) await removeEndpoint(db.owner, id)
}

async function removeKey(db: ProcessHub['db']): Promise<void> {
  await db.owner.deleteFrom('api_keys').where('name', '=', ownName).where('made_by', '=', ownName).execute()
}

export async function hasDemo(db: ProcessHub['db']): Promise<boolean> {
  const found = db.owner.selectFrom('seller_names').select('seller_id').where('username', '=', demoSeller)
  return (await found.executeTakeFirst()) !== undefined
}

type StartingHub = Pick<ProcessHub, 'db' | 'config' | 'secret' | 'now'>

interface Starting {
  hub: StartingHub
  place: MarketPlace
  lifecycle: Lifecycle
  say: Say
  /** Whether it served before this process restarted, so that it is worth retrying. */
  hasServed?: boolean
}

/** Milliseconds to wait for the market's initial load before the welcome message. */
const patience = 5_000

/**
 * Runs the market in a child process. The hub continues if it fails. Resolves after its initial load, whose log lines
 * would scroll away the welcome message.
 */
export async function startMarketBeside({ hub, place, lifecycle, say, hasServed }: Starting): Promise<void> {
  const start = () => spawnMarket({ hub, place, say })
  const market = keepRunning({ start, name: 'The example market', say, hasServed })
  await lifecycle.opened(() => market.stop())
  await waitAtMost(patience, market.settled)
}

async function spawnMarket({ hub, place, say }: Pick<Starting, 'hub' | 'place' | 'say'>): Promise<ChildProcess> {
  const order = await marketStartMessage(hub, place)
  const child = spawnExample('market', { NODE_ENV: hub.config.nodeEnv, MARKET_STARTED_BY: 'hub' }, say)
  // If it exited first, nobody receives it.
  child.send(order, () => {})
  return child
}

/** The market's settings, sent over the process channel: the key is stored nowhere else. */
export async function marketStartMessage(hub: StartingHub, place: MarketPlace) {
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

/** Replaces the key of the previous start, which is lost. */
async function newKey({ db, now }: StartingHub): Promise<string> {
  await removeKey(db)
  const key = { id: newKeyId(), name: ownName, scopes: [...scopes], sellerId: null, madeBy: ownName }
  const made = await makeApiKey(db.owner, { ...key, days: defaultKeyDays, now: now() })
  if (!made) throw new Error('a newly generated id is already in use')
  return made.secret
}

async function newSecret(hub: StartingHub, { webhookUrl }: MarketPlace): Promise<string | null> {
  const known = (await listEndpoints(hub.db.owner, null)).find(({ url }) => url === webhookUrl)
  if (known) return rotateSecret(hub, known.id)
  const added = await addEndpoint(hub, { sellerId: null, url: webhookUrl, types: null, madeBy: ownName })
  // Without a webhook it polls events.
  return added.ok ? added.secret : null
}

/** Starts a program of `examples/`, with a channel to it. Its lines are the hub's. */
export function spawnExample(name: 'market' | 'carrier', env: NodeJS.ProcessEnv, say: Say): ChildProcess {
  const program = path.join(import.meta.dirname, `../examples/${name}/main.ts`)
  const child = spawn(process.execPath, [...process.execArgv, program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...minimalEnvironment(), ...env },
  })
  child.stdout?.on('data', (text: Buffer) => say(text.toString().trimEnd()))
  child.stderr?.on('data', (text: Buffer) => say(text.toString().trimEnd(), 'warning'))
  return child
}

/** The environment Node needs, without the hub's secrets. */
function minimalEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'SystemRoot']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
