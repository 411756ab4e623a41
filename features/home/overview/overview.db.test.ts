import { addRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { votesOf, type FeedbackMark, type Rating } from '#features/orders/feedback/feedback.ts'
import { readFeedback } from '#features/orders/feedback/feedback-db.server.ts'
import { readTotals, rowsOf } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { dueBounds } from '#features/core/order/order.ts'
import { countOrders } from '#features/orders/order-list/order-counts-db.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import { createRandom } from '#lib/random.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { orderCountsModel, readStart } from './overview-waits.server.ts'
import { sumSales } from '#features/insights/sales/sales-db.server.ts'
import {
  compareSales,
  currentSpans,
  previousSpans,
  salesPeriods,
  type SalesPeriod,
} from '#features/insights/sales/sales-period.ts'
import { addSales } from '#features/insights/sales/sales.ts'
import { salesModel } from './sales-view.server.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'

const now = new Date('2026-10-27T14:30:00Z')
// Clocks changed two days before, so every period but today has a 25-hour day.
const zone = 'Europe/London'
const bounds = dueBounds(now, zone)
const texts = textsFor('en', zone)

const db = await testDatabase()
const seller = await addSeller(db, 'ann')
const known = await addOrders(db, { sellerId: seller, count: 450, now, seed: 'york' })
const other = await addSeller(db, 'bob')
await addOrders(db, { sellerId: other, count: 30, now, seed: 'other' })

const read = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(seller, 'read', work)

it('counts of orders match exactly the orders they link to', async () => {
  const counts = await read((own) => countOrders(own, seller, bounds))
  for (const { key, value, href } of orderCountsModel(counts, texts).lines) {
    const when = { sellerId: seller, role: 'owner', now, zone, policyPack } as const
    const reading = openList(ordersList, new URL(href, 'http://hub'), when)
    expect(reading.problems).toEqual([])
    const totals = await read((own) =>
      readTotals(own, ordersList, reading, { counts, bounds, countries: [], tags: [] }),
    )
    expect(String(rowsOf(totals)), key).toBe(value)
  }
})

describe('sumSales', () => {
  const counts = (order: KnownOrder) =>
    order.paidAt !== null && order.status !== 'CANCELLED' && order.status !== 'AWAITING_PAYMENT'

  const figuresOf = async (days: SalesPeriod) => {
    const comparison = compareSales(now, days, zone)
    const current = currentSpans(comparison)
    const previous = previousSpans(comparison, zone)
    const rows = await read((own) => sumSales(own, seller, { current, previous }))
    return { comparison, figures: addSales({ rows, current, previous, comparison, currency: 'GBP' }) }
  }

  it.each(salesPeriods)('adds up %i days like a plain count', async (days) => {
    const { comparison, figures } = await figuresOf(days)
    const start = comparison.current[0]!.from
    const before = comparison.previous[0]!.from
    // The same local time some days ago; before the clock change that was an hour earlier in UTC.
    const sameTime = new Date(now.getTime() - days * day - (days > 1 ? hour : 0))
    const sold = known.filter(counts)
    const within = (from: Date, until: Date) => sold.filter(({ placedAt }) => placedAt >= from && placedAt < until)
    const pounds = (orders: KnownOrder[]) => orders.filter(({ currency }) => currency === 'GBP')
    expect(figures.main.current).toMatchObject(naive(pounds(within(start, now))))
    expect(figures.main.previous).toMatchObject(naive(pounds(within(before, sameTime))))
    expect(total([figures.main, ...figures.others].map(({ current }) => current.orders))).toBe(
      within(start, now).length,
    )
    // Orders and items are in the same currency as gross and average.
    const shown = salesModel(figures, comparison, texts).figures
    const { orders, units } = naive(pounds(within(start, now)))
    expect(shown.map(({ value }) => value).slice(1, 3)).toEqual([texts.number(orders), texts.number(units)])
    expect(figures.steps.previous.map((sum) => sum.grossMinor)).toEqual(
      comparison.previous.map((step) => naive(pounds(within(step.from, step.before))).grossMinor),
    )
    expect(figures.steps.current.map((sum) => sum?.grossMinor ?? null)).toEqual(
      comparison.current.map((step) =>
        step.from > now ? null : naive(pounds(within(step.from, step.before))).grossMinor,
      ),
    )
  })

  it('adds up any periods of whole and partial hours', async () => {
    const moments = fc.integer({ min: 0, max: 144_000 }).map((minutes) => new Date(now.getTime() - minutes * minute))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(moments, moments), { maxLength: 6 }), async (pairs) => {
        const current = pairs.map(([from, before], step) => ({ step, from, before, compared: true }))
        const rows = await read((own) => sumSales(own, seller, { current, previous: [] }))
        for (const [span, { from, before }] of current.entries())
          for (const currency of ['EUR', 'GBP', 'JPY']) {
            const summed = rows.filter((row) => row.span === span && row.currency === currency)
            const orders = known.filter((order) => counts(order) && order.currency === currency)
            expect({
              orders: total(summed.map((row) => row.orders)),
              units: total(summed.map((row) => row.units)),
              grossMinor: total(summed.map((row) => Number(row.grossMinor))),
            }).toEqual(naive(orders.filter(({ placedAt }) => placedAt >= from && placedAt < before)))
          }
      }),
      propertyRuns(30),
    )
  })

  it('keeps hourly sums right, whatever happens to orders', async () => {
    const moved = await addSeller(db, 'cay')
    await addOrders(db, { sellerId: moved, count: 120, now, seed: 'moved' })
    for (const change of [
      `update orders set cancel_state = 'CANCELED' where id % 3 = 0`,
      `update orders set cancel_state = 'NONE_REQUESTED' where id % 6 = 0`,
      `update orders set payment_status = 'PENDING', paid_at = null where id % 5 = 1`,
      `update orders set payment_status = 'PAID' where id % 10 = 1`,
      `update orders set placed_at = placed_at + interval '47 minutes', unit_count = unit_count + 1`,
      `update orders set subtotal_minor = subtotal_minor + 500 where id % 2 = 0`,
      `delete from orders where id % 4 = 0`,
    ]) {
      await sql.raw(`${change} ${change.includes(' where ') ? 'and' : 'where'} seller_id = ${moved}`).execute(db.owner)
      const { rows: kept } = await sql`
        select hour, currency, orders, units, gross_minor from sales_hours where seller_id = ${moved} and orders > 0 order by 1, 2`.execute(
        db.owner,
      )
      const { rows: counted } = await sql`
        select date_trunc('hour', placed_at, 'UTC') as hour, currency, count(*) as orders, sum(unit_count) as units, sum(total_minor)::bigint as gross_minor
        from orders where seller_id = ${moved} and status <> 'CANCELLED' and payment_status not in ('PENDING', 'FAILED')
        group by 1, 2 order by 1, 2`.execute(db.owner)
      expect(kept, change).toEqual(counted)
      expect(await findWrongSums(db.owner), change).toEqual([])
      expect(counted.length).toBeGreaterThan(10)
    }
    await db.owner.deleteFrom('sellers').where('id', '=', moved).execute()
  })

  function naive(orders: KnownOrder[]) {
    return {
      orders: orders.length,
      units: total(orders.map((order) => order.units)),
      grossMinor: total(orders.map((order) => order.totalMinor)),
    }
  }
})

it('readFeedback agrees with the rule', async () => {
  const random = createRandom('votes')
  const marks: FeedbackMark[] = Array.from({ length: 400 }, () => ({
    buyer: random.pick(['ana', 'ben', 'cleo', 'dan']),
    rating: random.weighted<Rating>([
      ['POSITIVE', 6],
      ['NEUTRAL', 1],
      ['NEGATIVE', 2],
    ]),
    leftAt: new Date(now.getTime() - random.int(0, 400 * 24 * 60) * minute),
  }))
  await addRows(
    db.owner,
    'feedback',
    marks.map((mark) => ({
      seller_id: seller,
      buyer_username: mark.buyer,
      rating: mark.rating,
      left_at: mark.leftAt,
    })),
  )
  // Also mid-week: earlier sales are neither counted nor weighed.
  for (const since of [new Date('2025-10-27T14:30Z'), new Date('2026-10-21T12:00Z'), now]) {
    const { votes } = await read((own) => readFeedback(own, { sellerId: seller, since, limit: 0 }))
    expect(votes).toEqual(votesOf(marks.filter(({ leftAt }) => leftAt >= since)))
  }
  const { latest } = await read((own) => readFeedback(own, { sellerId: seller, since: now, limit: 5 }))
  const newest = marks.map(({ leftAt }) => leftAt).toSorted((a, b) => b.getTime() - a.getTime())
  expect(latest.map((row) => row.left_at)).toEqual(newest.slice(0, 5))
})

describe('the first steps', () => {
  it('are true of the shop', async () => {
    const fresh = await addSeller(db, 'new')
    const facts = () => db.asSeller(fresh, 'read', (own) => readStart(own, fresh))
    const nothing = {
      address: false,
      calendar: false,
      policies: false,
      bank: false,
      listing: false,
      parcel: false,
      payout: false,
    }
    expect(await facts()).toEqual({ ...nothing, sale: false, hasBusiness: false, isEstablished: false })
    await addOrders(db, { sellerId: fresh, count: 1, now, seed: 'one' })
    const policy = { seller_id: fresh, name: 'Usual', terms: '' }
    await addRows(db.owner, 'seller_policies', { ...policy, kind: 'FULFILMENT', shipping: flatShipping(0) })
    expect(await facts()).toMatchObject({ policies: false, sale: true, hasBusiness: true })
    await addRows(db.owner, 'seller_policies', [
      { ...policy, kind: 'PAYMENT' },
      { ...policy, kind: 'RETURN', days: 30 },
    ])
    await db.owner.updateTable('sellers').set({ handling_days: 3 }).where('id', '=', fresh).execute()
    const sender = { sender: '1 Quay', paper: 'A4' as const, label_format: 'a4-2x7' }
    await addRows(db.owner, 'print_settings', { seller_id: fresh, ...sender })
    expect(await facts()).toMatchObject({
      address: true,
      policies: true,
      calendar: true,
      bank: false,
      isEstablished: false,
    })
  })

  it('are over for a shop of a hundred orders', async () => {
    const isEstablished = async (count: number) => {
      const sellerId = await addSeller(db, `of-${count}`)
      await addOrders(db, { sellerId, count, now, seed: 'many' })
      return (await db.asSeller(sellerId, 'read', (own) => readStart(own, sellerId))).isEstablished
    }
    expect(await isEstablished(99)).toBe(false)
    expect(await isEstablished(100)).toBe(true)
  })
})

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
