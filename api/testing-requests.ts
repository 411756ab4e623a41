import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

export interface OddRequest {
  method: string
  path: string
  body: string | undefined
  headers: Record<string, string>
}

/** Boundary values of every JSON type. */
export const edges: readonly unknown[] = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e😀',
  'x'.repeat(5_000),
  '1.234',
  '999999999.99',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999+23:59',
  '2026-02-30T00:00:00Z',
  '__proto__',
  -1,
  0,
  1.5,
  1e21,
  9_007_199_254_740_992,
  2_147_483_648,
  10_000,
  'GBP',
  'JPY',
  'KWD',
  'XXX',
  '118304211004',
]

export interface Change {
  at: number
  how: 'replace' | 'remove' | 'add' | 'repeat'
  value: unknown
}

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat'),
    value: fc.oneof(fc.constantFrom(...edges), fc.jsonValue()),
  }),
  { maxLength: 3 },
)

/** A path segment: existing, new or invalid. */
export const segments = (known: string | readonly string[], fresh: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 18, arbitrary: typeof known === 'string' ? fc.constant(known) : fc.constantFrom(...known) },
    { weight: 2, arbitrary: fresh },
    { weight: 1, arbitrary: fc.constantFrom('0', '%', "'", 'x'.repeat(300), ' ', '..', 'ä/b', '\n', '😀') },
  )

/** Ids that exist; missing ones do not, or are created during the test. */
export interface KnownIds {
  seller: string
  item: string
  orders?: readonly string[]
  cases?: readonly string[]
  shipments?: readonly string[]
}

/**
 * Requests to every endpoint: documentation examples, some valid, others with up to three mutations, odd ids, queries
 * and headers.
 */
export function oddRequests(
  endpoints: readonly Endpoint[],
  { orders = [], cases = [], shipments = [], ...known }: KnownIds,
): fc.Arbitrary<OddRequest> {
  const names = fc.integer({ min: 1, max: 30 }).map((number) => `fuzz-${number}`)
  const email = names.map((name) => `${name}@example.com`)
  return fc
    .record({
      endpoint: fc.constantFrom(...endpoints),
      seller: segments(known.seller, names),
      item: segments(known.item, names),
      order: segments(['fuzz-1', ...orders], names),
      payment: segments('p-1', names),
      email: segments('ada@example.com', email),
      case: segments(['5-12345678', ...cases], names),
      shipment: segments(['x', ...shipments], names),
      feedback: segments('f-1', names),
      offer: segments('of-1', names),
      question: segments('q1f0c5d2e9a7b384', names),
      hold: segments('h-1', names),
      sku: segments('M3', names),
      cost: segments('c-1', names),
      key: segments('3f9a1c07b2de', names),
      payout: segments('8f2c0a7d91b4', names),
      picture: segments(`p${'0'.repeat(32)}`, names),
      product: segments('m3', names),
      connection: segments('vendure', names),
      id: names,
      changes,
      query: fc.oneof(
        { weight: 5, arbitrary: fc.constant('') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            '?limit=2',
            '?limit=0',
            '?limit=x',
            '?after=x',
            '?after=',
            '?a=b',
            '?limit=1&limit=2',
            '?status=SHIPPED&sort=-changedAt',
            '?placedFrom=2026-11-22T00:00:00%2B23:59&status=',
            '?changedBefore=9999-12-31T23:59:59.999999999Z',
            '?%',
          ),
        },
      ),
      headers: fc.constantFrom<Record<string, string>[]>(
        {},
        {},
        {},
        { 'if-match': '"x"' },
        { 'if-match': '*' },
        { 'if-none-match': '*, W/"x"' },
        { 'idempotency-key': 'one' },
        { 'idempotency-key': 'x'.repeat(300) },
        { 'content-type': 'application/x-ndjson' },
        { 'content-type': 'text/plain' },
      ),
      torn: fc.boolean(),
      choices: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
    })
    .map(({ endpoint, changes: made, query, headers, torn, choices, ...of }) => {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: Exclude<keyof typeof of, 'id'>) =>
        encodeURIComponent(of[name]),
      )
      const body =
        endpoint.body === null
          ? undefined
          : JSON.stringify(
              changed(
                chosen(goodBody(endpoint, { ...of, isPast: (choices[0] ?? 0) % 2 === 0 }), endpoint.body, choices),
                made,
              ),
            )
      return {
        method: endpoint.method,
        path: path + query,
        body: body !== undefined && torn && made.length > 2 ? body.slice(0, -2) : body,
        headers,
      }
    })
}

/** Additional fields of a historical order. */
const past = {
  history: true,
  status: 'DELIVERED',
  parcels: [{ carrier: 'Royal Mail', trackingNumber: 'AB1', shippedAt: '2026-11-22T10:00:00Z' }],
  cancellations: [],
  refunds: [{ amount: { value: '1.00', currency: 'GBP' }, refundedAt: '2026-11-22T11:00:00Z', line: 1 }],
  feedback: { id: 'f-1', rating: 'POSITIVE', stars: 5, leftAt: '2026-11-22T12:00:00Z' },
}

/** The documentation example with existing ids; every other order is history. */
function goodBody(
  { example, operationId }: Endpoint,
  { id, isPast, ...of }: { id: string; isPast: boolean; item: string; seller: string; order: string; shipment: string },
): unknown {
  const said = operationId === 'placeOrder' && isPast ? Object.assign({}, example, past) : (example ?? {})
  const copy = JSON.parse(JSON.stringify(said).replaceAll('"118304211004"', JSON.stringify(of.item))) as Record<
    string,
    unknown
  >
  if ('id' in copy) copy.id = id
  if ('order' in copy) copy.order = of.order
  if ('trackingNumber' in copy && of.shipment.length > 1) {
    copy.shipment = of.shipment
    delete copy.carrier
    delete copy.trackingNumber
  }
  if ('username' in copy) copy.username = of.seller.slice(0, 50)
  return copy
}

/** Replaces values of enumerations and alternatives in a body by other valid ones. */
function chosen(body: unknown, schema: z.ZodType, choices: readonly number[]): unknown {
  const words = [...JSON.stringify(z.toJSONSchema(schema, { io: 'input' })).matchAll(/"enum":(\[[^\]]*\])/g)].map(
    ([, all = '[]']) => JSON.parse(all) as unknown[],
  )
  for (const [holder, key] of placesOf(body)) {
    const own = words.find((all) => all.includes(holder[key]))
    const choice = choices[String(key).length % choices.length] ?? 0
    // Keep the example's value half of the time, because its other fields depend on it.
    if (own && choice % 2 === 0) holder[key] = own[(choice / 2) % own.length]
  }
  return body
}

type Holder = Record<string | number, unknown>

function placesOf(value: unknown): [holder: Holder, key: string | number][] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => [[holder, key] as [Holder, string | number], ...placesOf(holder[key])])
}

/** Applies mutations in place. */
export function changed(body: unknown, made: readonly Change[]): unknown {
  const root = { body }
  for (const { at, how, value } of made) {
    const places = placesOf(root)
    const place = places[at % places.length]
    if (!place) break
    const [holder, key] = place
    // Copied, because later mutations modify it, and could add it to itself.
    if (how === 'replace') holder[key] = structuredClone(value)
    else if (how === 'remove') delete holder[key]
    else if (how === 'add' && typeof holder[key] === 'object' && holder[key] !== null)
      (holder[key] as Holder)[String(at % 7)] = structuredClone(value)
    else if (Array.isArray(holder[key])) holder[key] = Array.from({ length: 120 }, () => (holder[key] as unknown[])[0])
  }
  return root.body ?? null
}
