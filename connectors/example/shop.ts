import { createHmac } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import type {
  ExampleOffer,
  ExampleOrder,
  ExampleQuestion,
  OfferAnswer,
  QuestionAnswer,
  ShopCancellation,
  ShopParcel,
  ShopProduct,
  ShopRefund,
  ShopSale,
} from './shop-types.ts'

// A shop independent of the hub: products, orders, offers and questions as JSON over HTTP, and webhooks. It stands in for your shop.

const {
  SHOP_PORT = '3002',
  SHOP_TOKEN = '',
  SHOP_WEBHOOK_URL,
  SHOP_WEBHOOK_SECRET = '',
  DATA_DIR = './data',
} = process.env
const folder = path.join(DATA_DIR, 'example-shop')
mkdirSync(folder, { recursive: true })
const store = new DatabaseSync(path.join(folder, 'shop.db'))
store.exec('pragma journal_mode = wal; pragma synchronous = normal')
store.exec(`create table if not exists things (
  kind text not null, id text not null, changed_at text not null, json text not null, primary key (kind, id)
) strict`)

interface Kinds {
  products: ShopProduct
  orders: ExampleOrder
  offers: ExampleOffer
  questions: ExampleQuestion
}
type Kind = keyof Kinds
const kinds: readonly string[] = ['products', 'orders', 'offers', 'questions'] satisfies Kind[]
const isKind = (text: string): text is Kind => kinds.includes(text)

const statements = {
  since: store.prepare('select json from things where kind = ? and changed_at >= ? order by changed_at, id'),
  find: store.prepare('select json from things where kind = ? and id = ?'),
  remove: store.prepare('delete from things where kind = ? and id = ?'),
  save: store.prepare(
    `insert into things (kind, id, changed_at, json) values (?, ?, ?, ?)
     on conflict (kind, id) do update set changed_at = excluded.changed_at, json = excluded.json`,
  ),
}

/** Rows hold what `save` wrote. */
const parse = (row: Record<string, unknown>) => JSON.parse(String(row.json)) as Kinds[Kind]
const since = <K extends Kind>(kind: K, at: string) => statements.since.all(kind, at).map(parse) as Kinds[K][]

function find<K extends Kind>(kind: K, id: string): Kinds[K] | null {
  const row = statements.find.get(kind, id)
  return row ? (parse(row) as Kinds[K]) : null
}

function save<K extends Kind>(kind: K, thing: Omit<Kinds[K], 'changedAt'> & { id: string }): object {
  const changedAt = new Date().toISOString()
  statements.save.run(kind, thing.id, changedAt, JSON.stringify({ ...thing, changedAt }))
  void sendWebhook(JSON.stringify({ kind, id: thing.id }))
  return { ...thing, changedAt }
}

/** Sent once and never retried, as in many shops. */
async function sendWebhook(body: string): Promise<void> {
  if (!SHOP_WEBHOOK_URL) return
  const signature = createHmac('sha256', SHOP_WEBHOOK_SECRET).update(body).digest('hex')
  await fetch(SHOP_WEBHOOK_URL, { method: 'POST', headers: { 'x-shop-signature': signature }, body }).catch(() => {})
}

function addOnce<T extends { id: string }>(list: T[], added: T): T[] {
  return list.some(({ id }) => id === added.id) ? list : [...list, added]
}

/** Units of each variant that an order has taken from the shop's. */
const takenBy = (order: Pick<ExampleOrder, 'lines' | 'isCancelled'> | null) =>
  (order && !order.isCancelled ? order.lines : []).map(({ product, variant, units }) => ({ product, variant, units }))

/** Saves an order. Its units leave those on sale when it is placed, and come back when it is cancelled. */
function saveOrder(order: ExampleOrder): Answer {
  const moves = [
    ...takenBy(find('orders', order.id)),
    ...takenBy(order).map((each) => ({ ...each, units: -each.units })),
  ]
  const products: ShopProduct[] = []
  for (const [id, own] of Map.groupBy(moves, ({ product }) => product)) {
    const product = find('products', id)
    if (!product) continue
    const more = (variant: string) => own.reduce((sum, each) => sum + (each.variant === variant ? each.units : 0), 0)
    products.push({
      ...product,
      variants: product.variants.map((each) => ({ ...each, units: each.units + more(each.id) })),
    })
  }
  if (products.some(({ variants }) => variants.some(({ units }) => units < 0)))
    return [422, { reason: 'It is sold out.' }]
  for (const product of products) save('products', product)
  return [200, save('orders', order)]
}

/** The order without cancelled units; cancelled if none is left. */
function without(order: ExampleOrder, { lines: cancelled }: ShopCancellation): ExampleOrder {
  const left = new Map(cancelled?.map(({ line, left: units }) => [line, units]))
  const lines = order.lines.map(({ units, tax, ...line }) => {
    const kept = cancelled ? Math.min(units, left.get(line.id) ?? units) : units
    return { ...line, units: kept, tax: Math.round((tax * kept) / units) }
  })
  if (!cancelled || lines.every(({ units }) => units === 0)) return { ...order, isCancelled: true }
  const worth = (of: ExampleOrder['lines']) => of.reduce((sum, { units, price, tax }) => sum + units * price + tax, 0)
  const total = order.total - worth(order.lines) + worth(lines)
  return { ...order, total, lines: lines.filter(({ units }) => units > 0) }
}

type Answer = [status: number, body?: unknown]

async function answer(request: IncomingMessage): Promise<Answer> {
  if (request.headers.authorization !== `Bearer ${SHOP_TOKEN}`) return [401]
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
  const [, kind = '', id, part] = pathname.split('/').map(decodeURIComponent)
  if (!isKind(kind)) return [404]
  if (id === undefined) return [200, since(kind, searchParams.get('since') ?? '')]
  if (request.method === 'GET') {
    const thing = find(kind, id)
    return thing ? [200, thing] : [404]
  }
  if (request.method === 'DELETE') return [Number(statements.remove.run(kind, id).changes) > 0 ? 204 : 404]
  if (part === undefined && kind === 'orders') return saveOrder((await json(request)) as ExampleOrder)
  if (part === undefined) return [200, save(kind, (await json(request)) as Kinds[typeof kind])]
  return change(kind, id, part, await json(request))
}

function change(kind: Kind, id: string, part: string, body: unknown): Answer {
  const product = kind === 'products' ? find('products', id) : null
  const order = kind === 'orders' ? find('orders', id) : null
  if (product && part === 'units') {
    const { variant, units } = body as { variant: string; units: number }
    const variants = product.variants.map((each) => (each.id === variant ? { ...each, units } : each))
    return [200, save('products', { ...product, variants })]
  }
  if (product && part === 'sale') {
    const { sale } = body as { sale: ShopSale | null }
    return [200, save('products', { ...product, sale })]
  }
  // Saved only if it differs: what changed is sent to the hub again.
  const offer = kind === 'offers' ? find('offers', id) : null
  if (offer && part === 'answer') {
    const told = body as OfferAnswer
    const isKnown = offer.state === told.state && offer.agreed === told.agreed
    return [200, isKnown ? offer : save('offers', { ...offer, ...told })]
  }
  if (product && part === 'answers') {
    const { login, answers } = body as QuestionAnswer
    for (const asked of since('questions', ''))
      if (asked.product === id && asked.login === login && asked.answers.join() !== answers.join())
        save('questions', { ...asked, answers })
    return [204]
  }
  if (order && part === 'parcels') {
    const parcel = body as ShopParcel
    const known = new Set(order.lines.map((line) => line.id))
    if (!parcel.lines.every(({ line }) => known.has(line))) return [422, { reason: 'There is no such line.' }]
    return [200, save('orders', { ...order, parcels: addOnce(order.parcels, parcel) })]
  }
  if (order && part === 'cancellations') return saveOrder(without(order, body as ShopCancellation))
  if (order && part === 'refunds')
    return [200, save('orders', { ...order, refunds: addOnce(order.refunds, body as ShopRefund) })]
  return [404]
}

const server = createServer((request, response) => {
  void answer(request).then(
    ([status, body]) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === undefined ? '' : JSON.stringify(body)),
    (error: unknown) => response.writeHead(400).end(String(error)),
  )
})
server.listen(Number(SHOP_PORT), '127.0.0.1', () =>
  process.stdout.write(`The example shop is at http://127.0.0.1:${SHOP_PORT}\n`),
)
