import { describe, expect, it } from 'vitest'
import { dueBounds } from '#features/core/order/order.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { ActiveListingRow, ToShipRow } from './previous-tool-db.server.ts'
import { previousToolModel } from './previous-tool-view.ts'

const zone = 'Europe/London'
const now = new Date('2026-11-20T14:30:00Z')
const day = new Date('2026-11-20T00:00:00Z')

const order: ToShipRow = {
  order_number: '12-34567-89012',
  ship_by: new Date('2026-11-20T17:00:00Z'),
  buyer_username: 'anna',
  title: 'Leica M3',
  line_count: 3,
  open_units: 4,
  shipping_service: null,
  currency: 'GBP',
  total_minor: 1250,
}
const listing: ActiveListingRow = {
  item_number: '110000000001',
  title: 'Leica M3',
  sku: null,
  currency: 'JPY',
  price_minor: 98_000,
  quantity_available: 1,
  quantity_sold: 0,
  ends_at: null,
}

const model = ({ total = 1, query = '', locale = 'en' } = {}) =>
  previousToolModel(
    {
      shop: 'Harbour Camera',
      mayShip: true,
      done: null,
      toShip: { total, rows: [order] },
      listings: { total: 1, rows: [listing] },
      sales: [
        { day, currency: 'EUR', orders: 1, units: 1, grossMinor: 500 },
        { day, currency: 'GBP', orders: 2, units: 3, grossMinor: 1000 },
        { day: new Date('2026-11-19T00:00:00Z'), currency: 'GBP', orders: 1, units: 1, grossMinor: 250 },
      ],
      bounds: dueBounds(now, zone),
      url: new URL(`https://hub.example/sh/ovw${query}`),
      newParcelKey: () => '0123456789ab',
    },
    textsFor(locale, zone),
  )

describe('previousToolModel', () => {
  it('describes orders and listings', () => {
    expect(model().toShip.rows).toEqual([
      {
        number: '12-34567-89012',
        href: '/sh/ord/details?orderid=12-34567-89012',
        due: { tone: 'warn', text: 'Today 17:00' },
        buyer: 'anna',
        item: 'Leica M3 + 2 more items',
        units: '4',
        service: '',
        total: '£12.50',
        parcelKey: '0123456789ab',
      },
    ])
    expect(model().listings.rows[0]).toMatchObject({ price: 'JP¥98,000', sku: '', ends: 'no end' })
    expect(model({ locale: 'de' }).listings.rows[0]).toMatchObject({ ends: 'ohne Ende' })
  })

  it('adds up sales by currency', () => {
    expect(model().sales!.totals).toEqual([
      { day: 'Total', orders: '3', units: '4', gross: '£12.50' },
      { day: 'Total', orders: '1', units: '1', gross: '€5.00' },
    ])
    expect(model().sales!.rows).toHaveLength(3)
  })

  it('pages through a long list, and keeps the other list’s page', () => {
    expect(model({ total: 25 }).toShip.pages).toBeNull()
    expect(model({ total: 26 }).toShip.pages).toEqual({
      text: 'Page 1 of 2',
      previous: null,
      next: '/sh/ovw?ship=2#ship',
    })
    const second = model({ total: 26, query: '?listings=3&ship=2&shipped=12-34567-89012' })
    expect(second.toShip.pages).toMatchObject({ previous: '/sh/ovw?listings=3&ship=1#ship', next: null })
    // A page beyond the end still links back.
    expect(model({ total: 26, query: '?ship=9' }).toShip.pages).toMatchObject({ previous: '/sh/ovw?ship=2#ship' })
  })
})
