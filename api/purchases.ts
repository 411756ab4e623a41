import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { maxPurchaseMinor } from '#features/core/costs/enter-costs-db.server.ts'
import { mostPurchaseLines, parsePurchaseNumber, type PurchaseRefusal } from '#features/selling/purchases/purchase.ts'
import {
  addPurchaseLines,
  makePurchase,
  readPurchase,
  readPurchaseLines,
  storePurchaseLines,
  type PurchaseRow as PurchaseOrder,
} from '#features/selling/purchases/purchases-db.server.ts'
import { stepPurchase, type ChangingPurchase } from '#features/selling/purchases/step-purchase-db.server.ts'
import { knownSkus } from '#features/selling/purchases/suppliers-db.server.ts'
import { isExpectable } from '#features/selling/purchasing/purchase-words.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { sellerEndpoint, type Endpoint, type SellerCall } from './endpoint.ts'
import { amount, minorOf, optional, sku as skuField, text } from './fields.ts'
import { ApiProblem } from './problem.ts'
import {
  micros,
  namedPurchase,
  purchaseOrder,
  purchaseParams,
  purchases,
  readPurchases,
  writePurchase,
} from './purchase-schemas.ts'

const terms = {
  lines: z
    .array(
      z.strictObject({
        sku: skuField(),
        units: z.int().min(1).max(1_000_000),
        price: amount.nullish().describe('Of a unit; if omitted, the one before, or the supplier’s'),
      }),
    )
    .max(mostPurchaseLines)
    .refine((lines) => new Set(lines.map((each) => each.sku)).size === lines.length, 'name a SKU twice'),
  freight: amount.nullish(),
  freightBy: z.enum(['VALUE', 'WEIGHT']).default('VALUE'),
  exchangeRate: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,6})?$/, 'is no rate: digits, and up to six decimals behind a point')
    .refine((rate) => microsOf(rate) >= 1 && microsOf(rate) <= micros * micros, 'is too small or too large')
    .nullish(),
  expectedOn: z.iso.date().nullish(),
  note: optional(text(500)),
}

const microsOf = (rate: string) => Math.round(Number(rate) * micros)

const newBody = z
  .strictObject({ supplier: z.string().max(20).describe('The supplier’s id'), ...terms })
  .meta({ id: 'NewPurchaseOrder', description: 'An order at a supplier, as a draft' })
const changeBody = z
  .strictObject(terms)
  .meta({ id: 'PurchaseOrderBody', description: 'Lines and terms of an order. Its units stay once it is ordered' })

const stepBody = z.strictObject({ step: z.enum(['ORDER', 'WITHDRAW', 'CLOSE', 'CANCEL', 'REOPEN']) }).meta({
  id: 'PurchaseOrderStep',
  description:
    'ORDER a draft, WITHDRAW takes that back, CLOSE it with fewer units than were ordered, CANCEL it, REOPEN it after either',
})

const refusals: Readonly<Record<PurchaseRefusal, string>> = {
  empty: 'It has no lines.',
  'no-rate': 'Its currency is another one than the shop’s: send the exchange rate.',
  'not-now': 'It is not in a state for this.',
}

type Changing<Body> = SellerCall<{ seller: string }, unknown, Body>

/** Locks the order that an address names; throws if there is none, or if it is not the version that the caller read. */
async function lock(db: SellerDb, call: SellerCall<z.output<typeof purchaseParams>, unknown, unknown>) {
  const number = parsePurchaseNumber(call.params.purchaseOrder)
  const purchase = number && (await readPurchase(db, { sellerId: call.seller.id, number }, { locked: true }))
  await namedPurchase.require(db, call)
  return assertDefined(purchase ?? undefined, 'it was found')
}

async function step(
  db: SellerDb,
  { hub, seller, key }: Changing<unknown>,
  change: Pick<ChangingPurchase, 'purchase' | 'event' | 'change' | 'gone'>,
) {
  const refusal = await stepPurchase(db, {
    ...change,
    seller: { id: seller.id, currency: seller.currency, timeZone: seller.time_zone },
    by: key.name,
    now: hub.now(),
  })
  if (refusal) throw new ApiProblem('not-possible-now', { detail: refusals[refusal] })
  const [row] = await readPurchases(db, seller.id, sql`p.id = ${change.purchase.id}`)
  return writePurchase(assertDefined(row, 'it is locked'))
}

/** Stores lines and terms of a locked order; throws if a rule is broken. */
async function save(db: SellerDb, call: Changing<z.output<typeof changeBody>>, purchase: PurchaseOrder) {
  const { hub, seller, body } = call
  const { currency } = purchase
  const before = await readPurchaseLines(db, seller.id, purchase.id)
  const wanted = new Map(body.lines.map((line) => [line.sku, line]))
  const isSame =
    before.length === wanted.size && before.every((line) => wanted.get(line.sku)?.units === line.ordered_units)
  if (purchase.state === 'CANCELLED' || (purchase.state !== 'DRAFT' && !isSame))
    throw new ApiProblem('not-possible-now', { detail: 'What is ordered changes in a draft only.' })
  const known = await knownSkus(db, seller.id, [...wanted.keys()])
  const has = new Set(before.map((line) => line.sku))
  const paid = (pointer: string, of: z.output<typeof amount> | null | undefined) =>
    of && of.currency !== currency
      ? [{ pointer: `${pointer}/currency`, detail: `The supplier is paid in ${currency}.` }]
      : []
  const errors = [
    ...body.lines.flatMap(({ sku: of, price, units }, at) => [
      ...(known.has(of) || has.has(of)
        ? []
        : [{ pointer: `/lines/${at}/sku`, detail: 'Not a SKU of the seller, or a kit, whose parts are ordered.' }]),
      ...paid(`/lines/${at}/price`, price),
      ...(price && minorOf(price) * 2 * units > maxPurchaseMinor
        ? [{ pointer: `/lines/${at}/units`, detail: 'exceeds the maximum cost of a purchase' }]
        : []),
    ]),
    ...paid('/freight', body.freight),
    ...(body.expectedOn &&
    body.expectedOn !== purchase.expected_on &&
    !isExpectable(body.expectedOn, hub.now(), seller.time_zone)
      ? [{ pointer: '/expectedOn', detail: 'is in the past, or after 2099' }]
      : []),
  ]
  if (errors.length > 0) throw new ApiProblem('invalid-body', { errors })
  const of = { sellerId: seller.id, id: purchase.id }
  const gone = before.filter((line) => !wanted.has(line.sku))
  await storePurchaseLines(db, {
    ...of,
    edited: gone.map(({ position }) => ({ position, ordered: 0, priceMinor: null, grams: null })),
  })
  const added = body.lines.filter((line) => !has.has(line.sku))
  if (added.length > 0)
    await addPurchaseLines(db, { ...of, supplierId: purchase.supplier_id, wanted: added, now: hub.now() })
  const lines = await readPurchaseLines(db, seller.id, purchase.id)
  if (body.freightBy === 'WEIGHT' && lines.some(({ grams }) => grams === null))
    throw new ApiProblem('invalid-body', {
      errors: [{ pointer: '/freightBy', detail: 'A line has no weight, and neither has its listing.' }],
    })
  const edited = lines.map(({ position, sku: name, price_minor: minor, grams }) => {
    const line = assertDefined(wanted.get(name), 'others are gone')
    return { position, ordered: line.units, priceMinor: line.price ? minorOf(line.price) : minor, grams }
  })
  await storePurchaseLines(db, { ...of, edited })
  return step(db, call, {
    purchase,
    event: null,
    gone: before.map((line) => line.sku),
    change: {
      freight_minor: body.freight ? minorOf(body.freight) : 0,
      freight_by: body.freightBy,
      rate_micros: body.exchangeRate ? microsOf(body.exchangeRate) : null,
      expected_on: body.expectedOn ?? null,
      note: body.note ?? null,
    },
  })
}

const exampleTerms = { lines: [{ sku: 'M3-1954', units: 12 }], freight: { value: '4.90', currency: 'GBP' } }

/** Orders of sellers at their suppliers. */
export const purchaseEndpoints: Endpoint[] = [
  purchases.changes({
    kind: 'PURCHASE',
    operationId: 'listPurchaseOrders',
    summary: 'List purchase orders by last change',
    description: 'Lists what the seller ordered from suppliers, with what was received.',
  }),
  sellerEndpoint({
    route: 'POST /sellers/{seller}/purchase-orders',
    operationId: 'addPurchaseOrder',
    summary: 'Add a draft of a purchase order',
    scope: 'payments:write',
    body: newBody,
    example: { supplier: '4f1e08c2a9b7', ...exampleTerms },
    answers: { 201: { description: 'The draft', schema: purchaseOrder } },
    problems: ['not-possible-now'],
    handle: (call) =>
      call.write(async (db) => {
        const [sellerId, now] = [call.seller.id, call.hub.now()]
        const key = randomBytes(8).toString('hex')
        const number = await makePurchase(db, {
          sellerId,
          key,
          supplierId: call.body.supplier,
          wanted: [],
          by: call.key.name,
          now,
        })
        if (!number)
          throw new ApiProblem('invalid-body', {
            errors: [{ pointer: '/supplier', detail: 'The seller has no such supplier.' }],
          })
        const purchase = assertDefined((await readPurchase(db, { sellerId, number })) ?? undefined, 'it was made')
        const body = await save(db, call, purchase)
        return { status: 201, body, location: `/sellers/${call.params.seller}/purchase-orders/${number}` }
      }),
  }),
  namedPurchase.one({ operationId: 'getPurchaseOrder', summary: 'Get a purchase order' }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/purchase-orders/{purchaseOrder}',
    operationId: 'changePurchaseOrder',
    summary: 'Change a purchase order',
    scope: 'payments:write',
    params: purchaseParams,
    body: changeBody,
    example: exampleTerms,
    versioned: true,
    answers: { 200: { description: 'The purchase order', schema: purchaseOrder } },
    problems: ['not-possible-now'],
    handle: (call) => call.write(async (db) => ({ status: 200, body: await save(db, call, await lock(db, call)) })),
  }),
  sellerEndpoint({
    route: 'POST /sellers/{seller}/purchase-orders/{purchaseOrder}/steps',
    operationId: 'addPurchaseStep',
    summary: 'Order, withdraw, close, cancel or reopen a purchase order',
    description: 'Units are received with the hub’s scanner.',
    scope: 'payments:write',
    params: purchaseParams,
    body: stepBody,
    example: { step: 'ORDER' },
    versioned: true,
    answers: { 200: { description: 'The purchase order', schema: purchaseOrder } },
    problems: ['not-possible-now'],
    handle: (call) =>
      call.write(async (db) => {
        const purchase = await lock(db, call)
        return { status: 200, body: await step(db, call, { purchase, event: events[call.body.step] }) }
      }),
  }),
]

const events = {
  ORDER: 'order',
  WITHDRAW: 'withdraw',
  CLOSE: 'close',
  CANCEL: 'cancel',
  REOPEN: 'reopen',
} as const satisfies Record<z.output<typeof stepBody>['step'], ChangingPurchase['event']>
