import { rowOf, rowsOf } from '#db/testing-row.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { postRefunded } from '#features/after-sale/refunds/post-refunded-db.server.ts'
import { closeRefunded } from '#features/after-sale/cancellations/close-refunded-db.server.ts'
import { releaseRefunded } from '#features/after-sale/cancellations/release-refunded-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { cursorBatches } from '#features/machinery/grid/export-db.server.ts'
import { exportFile } from '#features/machinery/grid/export-file.ts'
import { matchingIds, readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { takeOrders } from '#features/orders/order-intake/take-orders-db.server.ts'
import { takePayment } from '#features/orders/order-intake/take-payment-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { loadOrder } from '#features/order-page/read/order-details-db.server.ts'
import { moneyModel, refundableMinor } from '#features/order-page/read/order-money-view.ts'
import { fileColumns } from '#features/orders/order-list/orders-file.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { issueCreditNotes, readCreditNotes } from '#features/shipping/printing/credit-notes-db.server.ts'
import { creditRows } from '#features/shipping/printing/credit-note.ts'
import { lineMinor } from '#features/shipping/printing/invoice.ts'
import { issueInvoices, readInvoices } from '#features/shipping/printing/invoices-db.server.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import type { RefundInput } from '#features/after-sale/refunds/refund.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { scriptedPaymentSide } from '#features/after-sale/refunds/testing.ts'
import { sumSales } from '#features/insights/sales/sales-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { hour } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { readWholeOrders } from './order-rows.ts'
import { writeOrder } from './order-schemas.ts'
import { writeOrder as writeSellOrder } from './sell/order-shape.ts'
import {
  figuresOf,
  moneyOrders,
  moneySteps,
  orderExtras,
  placedAt,
  plainDecimal,
  silent,
  sum,
  type MoneyOrder,
  type MoneyStep,
} from './testing-money.ts'
import { addTestListing } from './testing-orders.ts'

const now = new Date(placedAt.getTime() + hour)
const zone = 'Asia/Kathmandu'
const texts = textsFor('en', zone)
const actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' } as const
let serial = 0

const db = await testDatabase()
const side = scriptedPaymentSide()
const hub = testServices(db, { now: () => now })
hub.refunds = { payments: side, followers: [closeRefunded, releaseRefunded, postRefunded(hub.config)] }

/** An order of the hub and its known facts. */
interface Known extends MoneyOrder {
  shipped: number
  id: number
  number: OrderNumber
}

/** A shop with these pushed orders. */
async function begin(pushed: readonly Pick<MoneyOrder, 'currency' | 'lines' | 'extras'>[]) {
  const sellerId = await addSeller(db, `shop-${(serial += 1)}`)
  const known: Known[] = []
  for (const [nth, { currency, lines, extras }] of pushed.entries()) {
    const item = (await addTestListing(db, { sellerId, quantity: 1_000, currency })) as ItemNumber
    const order = {
      ...silent,
      id: `order-${nth}`,
      pushedAs: `${nth}`,
      currency,
      lines: lines.map(({ quantity, price, discount, shipping, tax }) => ({
        item,
        title: null,
        sku: null,
        variation: null,
        quantity,
        unitPriceMinor: price,
        discountMinor: discount,
        shippingMinor: shipping,
        taxMinor: tax,
        taxes: [],
      })),
      extras: orderExtras(extras),
    }
    const [taken] = await db.asOwnerFor(sellerId, (tx) =>
      takeOrders(tx, { sellerId, orders: [order], now, rules: hub.config }),
    )
    if (!taken?.ok) throw new Error('the order is not taken')
    const { order_number: number } = await rowOf(db.owner, 'orders', { id: taken.orderId })
    const parts = { payments: [] as MoneyOrder['payments'], refunds: [], isCancelled: false, shipped: 0 }
    // A free order is paid when placed.
    if (figuresOf({ ...parts, currency, lines, extras }).total === 0) parts.payments.push({ minor: 0, state: 'PAID' })
    known.push({ id: taken.orderId, number: number as OrderNumber, currency, lines, extras, ...parts })
  }
  return { sellerId, known }
}
type Shop = Awaited<ReturnType<typeof begin>>

/** Pays part of an order; more than the open amount is refused. */
async function pay({ sellerId }: Shop, order: Known, minor: number, state: 'PENDING' | 'PAID' | 'FAILED') {
  const open =
    figuresOf(order).total - sum(order.payments.filter((one) => one.state !== 'FAILED').map((one) => one.minor))
  const payment = {
    id: `pay-${(serial += 1)}`,
    method: 'CARD',
    state,
    amountMinor: minor,
    currency: order.currency,
  } as const
  const paidAt = state === 'PAID' ? now : null
  const outcome = await db.asSeller(sellerId, 'write', (tx) =>
    takePayment(tx, { sellerId, orderId: order.id, payment: { ...payment, paidAt }, now, rules: hub.config }),
  )
  expect(outcome.ok).toBe(state === 'FAILED' || minor <= open)
  if (outcome.ok) order.payments.push({ minor, state })
}

async function refund({ sellerId }: Shop, order: Known, input: RefundInput) {
  const { left, isSale } = figuresOf(order)
  const key = newRefundKey()
  const outcome = await db.asSeller(sellerId, 'write', (tx) =>
    refundOrder(tx, { sellerId, number: order.number, key, reason: 'OTHER_ADJUSTMENT', input, actor, now }),
  )
  if (!isSale && !order.isCancelled) expect(outcome).toEqual({ ok: false, reason: 'not-paid' })
  else if (input === 'rest') expect(outcome.ok && outcome.amountMinor).toBe(left > 0 && left)
  else if ('amountMinor' in input) expect(outcome.ok).toBe(input.amountMinor <= left)
  if (outcome.ok) order.refunds.push({ minor: outcome.amountMinor, state: 'PENDING' })
}

async function take(shop: Shop, { does, of, pick }: MoneyStep): Promise<void> {
  const { sellerId, known } = shop
  const order = known[of % known.length]!
  const common = { sellerId, number: order.number, policyPack, actor, now }
  const { total } = figuresOf(order)
  switch (does) {
    case 'pay':
      return order.isCancelled ? undefined : pay(shop, order, total, 'PAID')
    case 'part':
      return order.isCancelled ? undefined : pay(shop, order, Math.floor((total * pick) / 100), 'PAID')
    case 'later':
      return order.isCancelled ? undefined : pay(shop, order, Math.floor((total * pick) / 300), 'PENDING')
    case 'fail':
      return pay(shop, order, Math.floor((total * pick) / 100), 'FAILED')
    case 'ship': {
      const contents = pick % 2 === 0 ? 'rest' : new Map([[1, 1]])
      const parcel = { key: newParcelKey(), carrier: 'DHL', trackingNumber: null, shippedAt: now, contents } as const
      const outcome = await db.asSeller(sellerId, 'write', (tx) => shipOrder(tx, { ...common, parcels: [parcel] }))
      if (outcome.ok) order.shipped = contents === 'rest' ? figuresOf(order).units : order.shipped + 1
      return
    }
    case 'cancel': {
      const reason = 'ADDRESS_ISSUES'
      const outcome = await db.asSeller(sellerId, 'write', (tx) =>
        cancelOrder(tx, { ...common, key: newCancelKey(), reason, restocks: true }),
      )
      if (!outcome.ok) return
      const { left } = figuresOf(order)
      order.isCancelled = true
      if (left > 0) order.refunds.push({ minor: left, state: 'PENDING' })
      return
    }
    case 'refund':
      return refund(shop, order, { amountMinor: 1 + pick * 37 })
    case 'rest':
      return refund(shop, order, 'rest')
    case 'line':
      return refund(shop, order, {
        lines: new Map([[1, 1 + pick]]),
        shippingMinor: pick % 7,
        extrasMinor: pick % 3 === 0 ? pick : 0,
      })
    case 'answer':
    case 'refuse':
      side.says = does === 'answer' ? { made: true } : { made: false, refusal: 'DECLINED' }
      await settleDueRefunds(hub)
      for (const one of known.flatMap(({ refunds }) => refunds))
        if (one.state === 'PENDING') one.state = does === 'answer' ? 'REFUNDED' : 'FAILED'
      // Money in full for what was shipped in part: the rest of the units is cancelled.
      for (const each of known) {
        const { isSale, back, paid } = figuresOf(each)
        if (does === 'answer' && isSale && back === paid && back > 0 && each.shipped > 0) each.units = each.shipped
      }
  }
}

const byCurrency = (known: readonly Known[]) =>
  Object.entries(Object.groupBy(known, ({ currency }) => currency))
    .map(([currency, of = []]) => {
      const figures = of.map(figuresOf)
      return {
        currency,
        rows: of.length,
        units: sum(figures.map(({ units }) => units)),
        minor: sum(figures.map(({ total }) => total)),
      }
    })
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))

/** Checks the list, its totals, its export and the overview's sales. */
async function checkLists({ sellerId, known }: Shop): Promise<void> {
  const reader = { sellerId, role: 'owner', now, zone, policyPack } as const
  const reading = openList(ordersList, { pathname: '/sh/ord', searchParams: new URLSearchParams('limit=200') }, reader)
  const read = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'read', work)
  const { rows, totals } = await read((own) => readList(own, ordersList, reading))
  const inOrder = totals.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
  expect(inOrder.map(({ minor, ...of }) => ({ ...of, minor: Number(minor) }))).toEqual(byCurrency(known))
  for (const order of known) expect(rows.find(({ id }) => id === order.id)?.total_minor).toBe(figuresOf(order).total)
  const spans = [{ step: 0, from: new Date(placedAt.getTime() - hour), before: now, compared: true }]
  const sales = await read((own) => sumSales(own, sellerId, { current: spans, previous: [] }))
  const sold = sales.map(({ currency, orders, units, grossMinor }) => ({
    currency,
    rows: orders,
    units,
    minor: Number(grossMinor),
  }))
  expect(sold.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))).toEqual(
    byCurrency(known.filter((order) => figuresOf(order).isSale)),
  )
  await checkFile(
    shopFile(
      await read(async (own) => {
        const file = exportFile(fileColumns({ detail: 'full' }), texts)
        let text = file.header
        for await (const some of cursorBatches(own, matchingIds(ordersList, reading), (ids) =>
          readRecords(own, ordersList, sellerId, ids),
        ))
          text += some.map(file.record).join('')
        return text
      }),
    ),
    known,
  )
}

const shopFile = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true })

async function checkFile(records: Record<string, string>[], known: readonly Known[]): Promise<void> {
  for (const order of known) {
    const { currency, lines } = order
    const figures = figuresOf(order)
    const own = records.filter((record) => record['Order number'] === order.number)
    const column = (name: string) => own.map((record) => record[name]).filter(Boolean)
    const as = (minor: number) => plainDecimal(minor, currency)
    expect(own.map((record) => [record['Unit price'], record['Quantity']])).toEqual(
      lines.map(({ price, quantity }) => [as(price), String(quantity)]),
    )
    for (const [name, minor] of [
      ['Order subtotal', figures.items],
      ['Order discount', figures.lineDiscount],
      ['Order extras', order.extras.added - order.extras.reduced],
      ['Order shipping', figures.shipping],
      ['Order tax', figures.tax],
      ['Order total', figures.total],
      ['Order refunded', figures.back],
    ] as const)
      expect([name, ...column(name)]).toEqual([name, as(minor)])
  }
}

/** Checks an order's page, both APIs, its invoice and its credit notes. */
async function checkOrder({ sellerId }: Shop, order: Known): Promise<void> {
  const { currency, number, id } = order
  const figures = figuresOf(order)
  const as = (minor: number) => plainDecimal(minor, currency)
  const money = (minor: number) => texts.money({ minor, currency })
  const read = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'read', work)
  const details = assertDefined(await read((own) => loadOrder(own, sellerId, number)), 'it was taken')
  const shown = Object.fromEntries(moneyModel(details, texts).map(({ key, amount }) => [key, amount]))
  expect(shown).toEqual({
    subtotal: money(figures.items),
    'extra 0': money(order.extras.added),
    'extra 1': money(0 - order.extras.reduced),
    ...(figures.lineDiscount > 0 && { discount: money(-figures.lineDiscount) }),
    shipping: money(figures.shipping),
    'tax 0': money(order.extras.tax),
    ...(figures.lineTax > 0 && { tax: money(figures.lineTax) }),
    total: money(figures.total),
    paid: money(figures.paid),
    ...(figures.back > 0 && { refunded: money(-figures.back) }),
    net: money(figures.paid - figures.back),
  })
  expect(refundableMinor(details)).toBe(figures.left)
  const [whole] = await read((own) => readWholeOrders(own, sellerId, [id]))
  const told = writeOrder(whole!)
  const inOrders = (minor: number) => ({ value: as(minor), currency })
  for (const of of ['subtotal', 'discount', 'shipping', 'tax', 'total'] as const)
    expect([of, told[of]]).toEqual([of, inOrders(figures[of])])
  expect(told.lines).toMatchObject(
    order.lines.map(({ quantity, price, discount, shipping, tax }) => ({
      quantity,
      unitPrice: inOrders(price),
      discount: inOrders(discount),
      shipping: inOrders(shipping),
      tax: inOrders(tax),
    })),
  )
  const seller = { username: 'shop', country: 'GB' } as Parameters<typeof writeSellOrder>[0]['seller']
  const sold = writeSellOrder({ hub, seller }, { ...whole!, changedAt: now }, { alone: true })
  const { pricingSummary: parts } = sold
  const value = (amount: { value: string } | undefined) => Number(amount?.value ?? 0)
  expect(parts.total.value).toBe(as(figures.total))
  expect(sold.paymentSummary.totalDueSeller.value).toBe(as(figures.left))
  const { priceSubtotal, priceDiscount, adjustment, deliveryCost, deliveryDiscount, tax: taxes } = parts
  const summed = [priceSubtotal, priceDiscount, adjustment, deliveryCost, deliveryDiscount, taxes].map(value)
  expect(sum(summed)).toBeCloseTo(value(parts.total), 6)
  const ofLines = figures.total - (order.extras.added - order.extras.reduced + order.extras.tax)
  expect(sum(sold.lineItems.map(({ total }) => value(total)))).toBeCloseTo(Number(as(ofLines)), 6)
  await checkPapers({ sellerId, id, order })
}

const issuer = { prefix: '', seller: { name: 'Shop', lines: ['York'], country: 'GB', taxNumber: '' }, text: '' }

async function checkPapers({ sellerId, id, order }: { sellerId: number; id: number; order: Known }): Promise<void> {
  const figures = figuresOf(order)
  const issue = { sellerId, orderIds: [id], issuer, issuedBy: 'Amira', now }
  const [invoice, notes] = await db.asSeller(sellerId, 'write', async (own) => {
    await issueInvoices(own, issue)
    await issueCreditNotes(own, issue)
    return [(await readInvoices(own, sellerId, [id]))[0], await readCreditNotes(own, sellerId, [id])] as const
  })
  const { lines, ...paper } = invoice!.contents
  expect([sum(lines.map(lineMinor)), paper.totalMinor]).toEqual([figures.items, figures.total])
  expect(paper.subtotalMinor - paper.discountMinor + paper.shippingMinor + paper.taxMinor).toBe(figures.total)
  expect(notes.map(({ contents }) => contents.totalMinor).toSorted((a, b) => a - b)).toEqual(
    order.refunds.flatMap(({ minor, state }) => (state === 'REFUNDED' ? minor : [])).toSorted((a, b) => a - b),
  )
  for (const { contents } of notes)
    expect(sum(creditRows(contents.lines).map(({ minor }) => minor)) + contents.taxMinor).toBe(contents.totalMinor)
}

/** Checks an order's entries: a sale once it is paid in full, less what went back. */
async function checkBooks({ sellerId }: Shop, order: Known): Promise<void> {
  const rows = await rowsOf(db.owner, 'transactions', { seller_id: sellerId, order_id: order.id })
  const { total, paid, back, isSale } = figuresOf(order)
  const gross = sum(rows.map(({ gross_minor: minor }) => minor))
  if (paid < total) expect(rows).toEqual([])
  else if (isSale || rows.length > 0) expect(gross).toBe(total - back)
  const fees = sum(rows.map(({ fees_minor: minor }) => minor))
  // The fixed fee is left of a full refund, and nothing if the order was cancelled.
  if (rows.length > 0 && back === total) expect([0, -30, -40]).toContain(fees)
  // The schedule does not cover the other currencies.
  if (order.currency !== 'GBP') expect(fees).toBe(0)
}

it('list, sums, file, overview, order page, APIs and documents agree with a simple model after any changes of money', async () => {
  const done = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(moneyOrders, { minLength: 1, maxLength: 3 }),
      fc.array(moneySteps, { minLength: 4, maxLength: 14 }),
      async (pushed, steps) => {
        const shop = await begin(pushed)
        for (const [of, { isPaid }] of pushed.entries()) if (isPaid) await take(shop, { does: 'pay', of, pick: 0 })
        for (const step of steps) await take(shop, step)
        await expectSoundBooks(db)
        await checkLists(shop)
        for (const order of shop.known) {
          await checkOrder(shop, order)
          await checkBooks(shop, order)
          for (const { state } of [...order.payments, ...order.refunds]) done.add(state)
        }
      },
    ),
    propertyRuns(4),
  )
  expect(await findWrongSums(db.owner)).toEqual([])
  // The sequences covered these actions.
  expect([...done]).toEqual(expect.arrayContaining(['PAID', 'REFUNDED']))
})
