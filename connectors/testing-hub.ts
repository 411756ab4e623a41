import { spawn } from 'node:child_process'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase, type SellerDb } from '#db/client.ts'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { parseParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { handOver, undoHandOver } from '#features/shipping/hand-over/hand-over-db.server.ts'
import { brand } from '#lib/brand.ts'
import { apiScopes, newKeyId } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { freePort } from '#server/free-port.ts'
import { embeddedUrl, hubVariables, startHub, usedDataFolder, type HubProcess } from '#server/testing-process.ts'
import { createHubClient, type HubClient } from './kit/index.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The hub's number and lines of an order, as a seller's program has them. */
export interface SoldOrder {
  number: string
  total: string
  status: string
  delivery: string
  deliveredAt: string | null
  currency: string
  lines: { line: number; quantity: number; shipped: number; cancelled: number }[]
  parcels: { id: string; external: string | null; trackingNumber: string | null; contents: { quantity: number }[] }[]
  refunds: { id: string; amount: { value: string; currency: string }; reason: string; external: string | null }[]
  cancellations: { refund: string | null }[]
}

/** A hub in a process of its own with one seller, whose work is done by the API of sellers' tools. */
export interface ConnectableHub {
  url: string
  key: string
  client: HubClient
  /** Kills it; its database stays. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** A request of the marketplace's own programs. */
  ask: (method: string, path: string, body?: object) => Promise<unknown>
  /** Orders of the seller by the shop's ids. */
  orders: () => Promise<Map<string, SoldOrder>>
  ship: (number: string, lines: { line: number; quantity: number }[], trackingNumber: string) => Promise<void>
  refund: (number: string, line: number, value: string) => Promise<void>
  /** What the seller does in the hub itself: cancels a unit of a line, or the whole order, or hands it over. */
  cancel: (number: string, what: 'first' | 'longest' | 'order') => Promise<void>
  handOver: (number: string) => Promise<void>
  /** What the seller takes back there: the handover of a collected order, or its last parcel. */
  takeBack: (number: string) => Promise<void>
  /** What a page of the hub does for its seller. */
  bySeller: (act: (own: SellerDb, sellerId: number) => Promise<void>) => Promise<void>
}

/** Starts a hub whose seller `seller` sells in `currency` and has a policy of each kind. */
export async function connectableHub({
  seller,
  currency = 'GBP',
}: {
  seller: string
  currency?: string
}): Promise<ConnectableHub> {
  const folder = await usedDataFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let running: HubProcess
  const start = async () => {
    running = await startHub({ DATA_DIR: folder, PORT: String(port), PUBLIC_URL: url, WEBHOOK_NETWORKS: '127.0.0.1' })
    await running.ready
  }
  await start()
  const database = await embeddedUrl(folder)
  const key = await makeKey(database)
  const request = async (to: string, init: RequestInit): Promise<unknown> => {
    const answer = await fetch(url + to, { ...init, headers: { 'content-type': 'application/json', ...init.headers } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${init.method} ${to}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  const send = (authorization: string) => (method: string, to: string, body?: object) =>
    request(to, { method, headers: { authorization }, ...(body ? { body: JSON.stringify(body) } : {}) })
  const ask: ConnectableHub['ask'] = (method, to, body) => send(`Bearer ${key}`)(method, `/marketplace/v1${to}`, body)
  const names = { username: 'corner-shop', displayName: 'Corner shop' }
  await ask('PUT', `/sellers/${seller}`, { ...names, country: 'GB', timeZone: 'Europe/London', currency })
  const scopes = ['orders:read', 'orders:ship', 'refunds:write', 'listings:read', 'listings:write']
  const tool = (await ask('POST', `/sellers/${seller}/keys`, { name: 'tool', scopes })) as {
    id: string
    secret: string
  }
  const { access_token: token } = (await request('/identity/v1/oauth2/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${tool.id}:${tool.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })) as { access_token: string }
  const sell = send(`Bearer ${token}`)
  for (const [kind, body] of Object.entries(policies(currency))) await sell('POST', `/sell/account/v1/${kind}`, body)
  const orderPath = (number: string) => `/sell/fulfillment/v1/order/${number}`
  const itemId = (number: string, line: number) => `${number.replaceAll('-', '')}${String(line).padStart(3, '0')}`
  const orders: ConnectableHub['orders'] = async () => {
    const found = new Map<string, SoldOrder>()
    for (let after = ''; ;) {
      const page = (await ask('GET', `/sellers/${seller}/orders?limit=200${after}`)) as OrderPage
      for (const { id, total, ...order } of page.items)
        found.set(id, { ...order, currency: total.currency, total: total.value })
      if (!page.more) return found
      after = `&after=${encodeURIComponent(page.next)}`
    }
  }
  return {
    url,
    key,
    client: createHubClient({ url, key }),
    start,
    async kill() {
      running.child.kill('SIGKILL')
      await running.exited
    },
    ask,
    orders,
    bySeller: (act) => bySeller(database, act),
    async ship(number, lines, trackingNumber) {
      const lineItems = lines.map(({ line, quantity }) => ({ lineItemId: itemId(number, line), quantity }))
      const parcel = { lineItems, shippingCarrierCode: 'ROYAL_MAIL', trackingNumber }
      await sell('POST', `${orderPath(number)}/shipping_fulfillment`, parcel)
    },
    async refund(number, line, value) {
      const refundItems = [{ lineItemId: itemId(number, line), refundAmount: { value, currency } }]
      await sell('POST', `${orderPath(number)}/issue_refund`, { reasonForRefund: 'OTHER_ADJUSTMENT', refundItems })
    },
    async cancel(number, what) {
      const order = [...(await orders()).values()].find((each) => each.number === number)
      const [longest] = (order?.lines ?? []).toSorted((a, b) => b.quantity - a.quantity)
      const line = what === 'longest' && longest ? longest.line : 1
      const units = what === 'order' ? ('rest' as const) : new Map([[line, 1]])
      await bySeller(database, async (own, sellerId) => {
        const cancelling = {
          sellerId,
          number: brand<OrderNumber>(number),
          actor: { kind: 'MARKETPLACE' },
          units,
        } as const
        const made = { key: newCancelKey(), reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL', restocks: true } as const
        const outcome = await cancelOrder(own, { ...cancelling, ...made, policyPack: testPolicyPack, now: new Date() })
        if (!outcome.ok) throw new Error(`The order cannot be cancelled: ${outcome.reason}.`)
      })
    },
    handOver: (number) =>
      bySeller(database, async (own, sellerId) => {
        const numbers = [brand<OrderNumber>(number)]
        const done = await handOver(own, { sellerId, numbers, actor: { kind: 'MARKETPLACE' }, now: new Date() })
        if (done.length === 0) throw new Error('The order cannot be handed over.')
      }),
    async takeBack(number) {
      const [order] = [...(await orders()).values()].filter((each) => each.number === number)
      const named = brand<OrderNumber>(number)
      const common = { actor: { kind: 'MARKETPLACE' }, now: new Date() } as const
      await bySeller(database, async (own, sellerId) => {
        if (order?.delivery === 'COLLECT') {
          const inverse = { numbers: [named], at: order.deliveredAt ?? '' }
          await undoHandOver(own, { sellerId, inverse, ...common })
          return
        }
        const parcel = parseParcelKey(order?.parcels.at(-1)?.id ?? null)
        if (!parcel) throw new Error('The order has no parcel.')
        const outcome = await voidParcel(own, { sellerId, number: named, key: parcel, ...common })
        if (!outcome.ok) throw new Error(`The parcel cannot be taken back: ${outcome.reason}.`)
      })
    },
  }
}

interface OrderPage {
  items: (Omit<SoldOrder, 'total' | 'currency'> & { id: string; total: { value: string; currency: string } })[]
  next: string
  more: boolean
}

async function makeKey(url: string): Promise<string> {
  const db = openDatabase({ url, poolSize: 1 })
  const key = { id: newKeyId(), name: 'connector', scopes: [...apiScopes], sellerId: null, madeBy: null, days: 1 }
  const made = await makeApiKey(db.owner, { ...key, now: new Date() })
  await db.close()
  return made!.secret
}

/** What a page of the hub does for its seller. */
async function bySeller(url: string, act: (own: SellerDb, sellerId: number) => Promise<void>): Promise<void> {
  const db = openDatabase({ url, poolSize: 1 })
  try {
    const { id } = await db.owner.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
    // Handovers need the owner's rights.
    await db.asOwnerFor(id, (own) => act(own, id))
  } finally {
    await db.close()
  }
}

function policies(currency: string): Record<string, object> {
  const common = { marketplaceId: 'EBAY_GB', categoryTypes: [{ name: 'ALL_EXCLUDING_MOTORS_VEHICLES' }] }
  const shippingServices = [{ shippingCost: { value: '3.95', currency } }]
  return {
    fulfillment_policy: {
      ...common,
      name: 'Royal Mail',
      shippingOptions: [{ optionType: 'DOMESTIC', costType: 'FLAT_RATE', shippingServices }],
    },
    payment_policy: { ...common, name: 'At once' },
    return_policy: { ...common, name: '30 days', returnsAccepted: true, returnPeriod: { value: 30, unit: 'DAY' } },
  }
}

/** A program in a process of its own. */
export interface Program {
  output: () => string
  ended: Promise<void>
  kill: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts a program of the project and waits until it prints `ready`; killed after the test. */
export async function startProgram(
  args: readonly string[],
  env: Record<string, string>,
  ready: string,
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...hubVariables, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(ready)) resolve()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    void exited.then(() => reject(new Error(`${args.join(' ')} ended: ${output}`)))
  })
  return {
    output: () => output,
    ended: exited,
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      await exited
    },
  }
}

/** A tracking number of Royal Mail (UPU S10). */
export function trackingNumberOf(nth: number): string {
  const digits = String(10_000_000 + nth)
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const check = 11 - (sum % 11)
  return `AB${digits}${check === 10 ? 0 : check === 11 ? 5 : check}GB`
}
