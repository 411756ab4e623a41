import { describe, expect, it } from 'vitest'
import { createRandom } from '#lib/random.ts'
import { makeHistory, type History } from './history.ts'
import { scenesOf } from './scene.ts'
import { moveHistory } from './load.ts'
import type { OrderPlan } from './plan.ts'
import { harbourCamera, nordlichtPapier } from './shops.ts'
import { day } from '#lib/duration.ts'

// Various weekdays and hours, clock changes, leap day, end of year.
const moments = [
  '2026-11-15T00:03:00Z',
  '2026-11-16T23:58:00Z',
  '2026-03-29T01:30:00Z',
  '2026-10-25T00:30:00Z',
  '2028-02-29T12:00:00Z',
  '2027-01-01T00:00:00Z',
  '2026-07-04T17:45:00Z',
].map((text) => new Date(text))

const isOpen = (order: OrderPlan) =>
  order.shipBy !== null && order.shipments.length === 0 && order.cancellation === null && order.refunds.length === 0

describe.each(moments)('the camera shop on %s', (now) => {
  const { orders, stock } = makeHistory(createRandom('any'), harbourCamera, now, scenesOf('harbour-camera'))
  const dueWithin = (from: number, to: number) =>
    orders.filter(
      (order) =>
        isOpen(order) &&
        order.shipBy!.getTime() >= now.getTime() + from &&
        order.shipBy!.getTime() < now.getTime() + to,
    ).length

  it('has orders overdue and due soon', () => {
    expect(dueWithin(-30 * day, 0)).toBeGreaterThanOrEqual(4)
    expect(dueWithin(0, day)).toBeGreaterThanOrEqual(8)
    expect(dueWithin(day, 4 * day)).toBeGreaterThanOrEqual(6)
  })

  it('has pending payments, cancellation requests, parcels in transit and delayed parcels', () => {
    expect(
      orders.filter((order) => order.shipBy === null && order.cancellation === null).length,
    ).toBeGreaterThanOrEqual(6)
    expect(orders.filter((order) => order.cancellation && !order.cancellation.closedAt).length).toBeGreaterThanOrEqual(
      2,
    )
    const parcels = orders.flatMap((order) => order.shipments)
    expect(parcels.filter((parcel) => !parcel.deliveredAt && !parcel.trouble).length).toBeGreaterThan(10)
    expect(parcels.filter((parcel) => parcel.trouble?.state === 'EXCEPTION').length).toBeGreaterThanOrEqual(2)
    expect(orders.filter((order) => order.refunds.some((refund) => refund.state === 'PENDING')).length).toBe(1)
  })

  it('has listings in each state, on sale before they end', () => {
    expect(new Set(stock.offers.map((offer) => offer.state))).toEqual(
      new Set(['DRAFT', 'SCHEDULED', 'ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD', 'ENDED']),
    )
    for (const { startsAt, endedAt } of stock.offers) if (startsAt && endedAt) expect(startsAt < endedAt).toBe(true)
  })
})

it('shows the stationer’s Sunday', () => {
  const { orders } = makeHistory(
    createRandom('any'),
    nordlichtPapier,
    new Date('2026-11-15T09:00:00Z'),
    scenesOf('nordlicht-papier'),
  )
  expect(orders.filter(isOpen).length).toBeGreaterThanOrEqual(3)
  expect(orders.some((order) => isOpen(order) && order.shipBy! < new Date('2026-11-15T09:00:00Z'))).toBe(true)
})

it('is consistent through the hours of a day', () => {
  const morning = makeHistory(
    createRandom('any'),
    harbourCamera,
    new Date('2026-11-20T08:00:00Z'),
    scenesOf('harbour-camera'),
  )
  const evening = makeHistory(
    createRandom('any'),
    harbourCamera,
    new Date('2026-11-20T21:00:00Z'),
    scenesOf('harbour-camera'),
  )
  const placed = (orders: readonly OrderPlan[]) =>
    orders.map((order) => `${order.placedAt.toISOString()} ${order.person.username}`)
  expect(evening.orders.length).toBeGreaterThan(morning.orders.length)
  expect(placed(evening.orders).slice(0, morning.orders.length)).toEqual(placed(morning.orders))
})

it('moves to another moment whole, and each of its dates once', () => {
  const played = () =>
    makeHistory(createRandom('any'), nordlichtPapier, new Date('2026-11-20T14:05:00Z'), scenesOf('nordlicht-papier'))
  const datesOf = ({ orders, stock }: History) =>
    [...JSON.stringify([orders, stock.offers]).matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([text]) => Date.parse(text))
  const expected = datesOf(played()).map((time) => time + day / 4)
  expect(expected.length).toBeGreaterThan(1_000)
  expect(datesOf(moveHistory(played(), day / 4))).toEqual(expected)
})
