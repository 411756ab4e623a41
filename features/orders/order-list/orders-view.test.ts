import { describe, expect, it } from 'vitest'
import { filterRange } from '#lib/grid-query.ts'
import { parseGridQuery } from '#lib/read-grid-query.ts'
import type { NavItemModel } from '#shui/navigation/navigation-model.ts'
import { plainText, type TextModel } from '#shui/text/text-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Role } from '#web/roles.ts'
import { dueBounds, type OrderStatus } from '#features/core/order/order.ts'
import { listModel } from '#features/machinery/grid/list-model.ts'
import { gridDefinition, openList } from '#features/machinery/grid/list-query.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { OrderCounts } from './order-counts-db.server.ts'
import type { OrderRow } from './orders-list-row.server.ts'
import { ordersList, orderTabHref, tabOf } from './orders-list.server.ts'
import { ordersNavigation } from '#features/order-page/navigation/orders-navigation.ts'
import { periodDays, placedSpan } from './placed-periods.ts'
import { dueWords } from './order-words.ts'
import { backToList, readViewDraft } from '#features/machinery/grid/saved-views.ts'
import { testCarriers as carriers } from '#features/shipping/fulfilment/testing.ts'
import { paths } from '#web/paths.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const texts = textsFor('en', 'Europe/London')
const bounds = dueBounds(now, 'Europe/London')
const definition = gridDefinition(ordersList, {
  detail: 'full',
  tab: 'all',
  mayShip: true,
  mayTalk: true,
  mayRefund: true,
  seesMoney: true,
})

const count = (status: OrderStatus, rows: number, currency = 'GBP') => ({
  status,
  currency,
  rows,
  units: rows * 2,
  minor: rows * 100,
})
const counts: OrderCounts = {
  byStatus: [count('AWAITING_SHIPMENT', 40), count('PARTLY_SHIPPED', 7, 'JPY'), count('DELIVERED', 2781)],
  overdue: 4,
  dueToday: 11,
  unread: 2,
}
const row: OrderRow = {
  id: 7,
  order_number: '14-20931-77120',
  external_id: null,
  status: 'AWAITING_SHIPMENT',
  delivery: 'SHIP',
  placed_at: new Date('2026-11-18T09:12:00Z'),
  paid_at: new Date('2025-01-18T09:12:00Z'),
  ship_by: new Date('2026-11-19T14:00:00Z'),
  shipped_at: null,
  buyer_username: 'l.okonkwo',
  ship_to_country: 'GB',
  shipping_service: 'Special Delivery',
  buyer_note: null,
  gift_message: null,
  gift_hides_prices: null,
  oversold: 0,
  currency: 'GBP',
  total_minor: 124_900,
  line_count: 3,
  unit_count: 4,
  title: 'Leica M3 body',
  sku: 'CAM-0031',
  image_url: null,
  parcels: [],
  tags: [],
  private_note: null,
  buyer_orders: 1,
  messages: 0,
  offered_less: null,
  profit_minor: null,
  margin_bps: null,
  is_unread: false,
}

function modelOf(
  search: string,
  { role = 'owner', rows = [row], seen = counts }: Partial<{ role: Role; rows: OrderRow[]; seen: OrderCounts }> = {},
) {
  const url = new URL(`/sh/ord?${search}`, 'http://hub')
  const totals =
    rows.length > 0
      ? [
          { currency: 'GBP', rows: 46, units: 60, minor: 391_820 },
          { currency: 'JPY', rows: 1, units: 1, minor: 98_000 },
        ]
      : []
  const facts = { counts: seen, bounds, countries: ['GB', 'DE'], tags: [] }
  const reading = openList(ordersList, url, { sellerId: 1, role, now, zone: 'Europe/London', policyPack, carriers })
  return listModel(ordersList, reading, { facts, rows, totals, stopped: null, tabCounts: null }, { texts, views: [] })
}

describe('the list', () => {
  it.each([
    ['KWD', '3.7020'],
    ['GBP', '3702'],
  ])('reads a total as typed in %s', (currency, total) => {
    const reader = { sellerId: 1, role: 'owner', now, zone: 'UTC', policyPack, carriers, currency } as const
    const { query } = openList(ordersList, new URL('http://hub/sh/ord?totalFrom=3.702'), reader)
    expect(query.filters).toEqual({ total: [total, ''] })
  })

  it('describes an order in words', () => {
    const model = modelOf('status=awaiting-shipment&cols=order,status,shipBy,buyer,item,quantity,total,paid,placed')
    expect(model.title).toBe('Awaiting shipment')
    expect(model.note).toBe('times in London (GMT)')
    expect(model.rows[0]).toMatchObject({
      key: '14-20931-77120',
      urgent: true,
      cells: {
        shipBy: { kind: 'status', tone: 'bad', text: 'Overdue 1 d' },
        buyer: { main: 'l.okonkwo', second: 'United Kingdom' },
        item: { main: 'Leica M3 body', second: 'CAM-0031 · + 2 more items' },
        quantity: '4',
        total: { text: '£1,249.00' },
        placed: { text: '18 Nov, 09:12' },
        paid: { text: '18 Jan 2025' },
      },
    })
    expect(model.totals.map(({ text }) => text)).toEqual(['47 orders', '61 items', '£3,918.20 + JP¥98,000'])
    expect(model.export?.label).toBe('Export 47')
  })

  it('links a row to its shipping form and its parcels', () => {
    const cellOf = (over: Partial<OrderRow>, role: Role = 'owner') =>
      modelOf('cols=order,tracking', { role, rows: [{ ...row, ...over }] }).rows[0]!.cells.tracking
    const ship = {
      text: 'Ship',
      accessibilityText: 'Ship 14-20931-77120',
      action: { type: 'NAV', URL: paths.shipOrder('14-20931-77120', 'cols=order,tracking') },
    }
    expect(cellOf({})).toEqual(ship)
    for (const nothing of [cellOf({}, 'viewer'), cellOf({ status: 'AWAITING_PAYMENT' })]) expect(nothing).toBeNull()
    const parcels = [
      { carrier: 'royal mail', number: 'RN 4731 2482 9 GB' },
      { carrier: 'A courier of ours', number: '7' },
    ]
    // Partly shipped orders show the ship link; readers who may not ship see the parcels.
    expect(cellOf({ status: 'PARTLY_SHIPPED', parcels })).toEqual(ship)
    expect(cellOf({ status: 'PARTLY_SHIPPED', parcels }, 'viewer')).toMatchObject({ second: '+ 1 more parcel' })
    const followed = cellOf({ status: 'SHIPPED', parcels: parcels.slice(0, 1) }, 'viewer') as TextModel
    expect(followed).toMatchObject({ text: 'RN 4731 2482 9 GB', action: { type: 'NAV', newWindow: true } })
    expect((followed.action as { URL: string }).URL).toContain('RN473124829GB')
    expect(cellOf({ status: 'SHIPPED', parcels }, 'viewer')).toEqual({
      kind: 'two-line',
      main: followed,
      second: '+ 1 more parcel',
    })
    expect(cellOf({ status: 'SHIPPED', parcels: parcels.slice(1) }, 'viewer')).toEqual({ text: '7' })
    const shown = (tab: string) => modelOf(tab).columns.map(({ id }) => id)
    expect(shown('status=shipped')).toContain('tracking')
    expect(shown('status=awaiting-payment')).not.toContain('tracking')
  })

  it('offers cancelling to permitted roles for unpaid rows', () => {
    const steps = (role: Role) => modelOf('', { role }).actions!.map(({ id }) => id)
    expect(steps('manager')).toContain('cancel')
    expect(steps('shipper')).not.toContain('cancel')
    const rows = [row, { ...row, status: 'AWAITING_PAYMENT' as const }]
    expect(modelOf('', { rows }).rows.map(({ cannot }) => cannot)).toEqual(['cancel', 'ship'])
  })

  it('says which actions a row’s state refuses', () => {
    const rows = (['AWAITING_SHIPMENT', 'SHIPPED'] as const).map((status) => ({ ...row, status }))
    expect(modelOf('', { rows, role: 'shipper' }).rows.map(({ cannot }) => cannot)).toEqual([undefined, 'ship'])
  })

  it('shows no addresses to roles that may not see them', () => {
    const model = modelOf('cols=order,buyer,country', { role: 'lister' })
    expect(JSON.stringify(model.rows)).not.toContain('United Kingdom')
    expect(model.filters.map(({ name }) => name)).not.toContain('country')
    expect(model.columnChoices!.map(({ id }) => id)).not.toContain('country')
    expect(model.columnChoices!.map(({ id }) => id)).not.toContain('note')
  })

  it('shows a count for each tab, and links to exactly its rows', () => {
    const { tabs } = modelOf('q=leica&several=1&limit=25')
    const flat = tabs!.flatMap((tab) => [tab, ...(tab.children ?? [])])
    expect(flat.map(({ id, count: n }) => `${id} ${n}`)).toContain('awaiting-shipment 47')
    expect(flat.map(({ id, count: n }) => `${id} ${n}`)).toContain('all 2,828')
    expect(flat.find(({ id }) => id === 'overdue')).toMatchObject({ count: '4', urgent: true })
    for (const { id, href } of flat) {
      const { query, problems } = parseGridQuery(new URL(href, 'http://hub').searchParams, definition)
      expect([tabOf(query), query.q, query.limit, problems]).toEqual([id, 'leica', 25, []])
    }
  })

  it('says what to do where there is nothing', () => {
    const empty = { byStatus: [], overdue: 0, dueToday: 0, unread: 0 }
    expect(modelOf('', { rows: [], seen: empty }).empty).toMatchObject({ kind: 'nothing', title: 'No orders yet' })
    expect(modelOf('status=refunded', { rows: [] }).empty).toMatchObject({
      kind: 'nothing',
      title: 'Nothing here: Refunded',
    })
    expect(modelOf('status=awaiting-shipment&shipBy=overdue', { rows: [] }).empty?.kind).toBe('nothing')
    expect(modelOf('q=leica', { rows: [] }).empty).toMatchObject({ kind: 'no-match' })
  })

  it('reports what it did not understand', () => {
    expect(modelOf('shipBy=never&totalFrom=abc').problems).toHaveLength(2)
  })

  it('reports the filters of a shared view that its reader may not use', () => {
    const shared = 'country=DE&unprinted=slip&together=1&unread=1&noted=1&several=1'
    const leftOut = (role: Role) =>
      modelOf(shared, { role }).problems!.map((text) => {
        expect(text).toContain('not available to you here')
        return text.split(':')[0]
      })
    const ofWork = [
      'Not printed',
      'Several open orders, same buyer and address',
      'Unread message',
      'With a private note',
    ]
    expect(leftOut('viewer')).toEqual(ofWork)
    expect(leftOut('lister')).toEqual(['Country', ...ofWork])
    expect(leftOut('shipper')).toEqual([])
  })

  it('shows how countries are sorted', () => {
    expect(modelOf('sort=country').sorting?.text).toBe('Country, A to Z')
  })
})

describe('the navigation', () => {
  const navigation = (url: string) =>
    ordersNavigation({
      counts: {
        state: 'ready',
        value: { ...counts, cases: { RETURN: casesOf(2, 1, 7), NOT_RECEIVED: casesOf(0, 0, 1) } },
      },
      savedViews: [{ id: '5', name: 'Germany', query: 'country=DE', shared: false, own: true, left: false }],
      mayShip: true,
      url: new URL(url, 'http://hub'),
      texts,
    })
  const casesOf = (seller: number, buyer: number, closed: number) => ({
    SELLER: seller,
    BUYER: buyer,
    CARRIER: 0,
    MARKETPLACE: 0,
    PAYMENT: 0,
    NOBODY: closed,
  })
  const marked = (items: readonly NavItemModel[]) =>
    items
      .flatMap((item) => [item, ...(item.navItems ?? [])])
      .filter((item) => item.active)
      .map((item) => plainText(item.label, 'en'))
  const active = (url: string) => marked(navigation(url).navGroups.flatMap((group) => group.navItems))

  it('marks the current item, also within an order', () => {
    expect(active('/sh/ord')).toEqual(['All orders'])
    expect(active('/sh/ord?status=awaiting-shipment&sort=shipBy')).toEqual(['Awaiting shipment'])
    expect(active('/sh/ord?status=awaiting-shipment&shipBy=overdue')).toEqual(['Overdue'])
    // A tab of all orders.
    expect(active('/sh/ord?status=cancelled')).toEqual(['All orders'])
    expect(active('/sh/ord?country=DE&view=5')).toEqual(['Germany'])
    expect(active('/sh/ord/details?orderid=14-20931-77120&from=status%3Dshipped')).toEqual(['Shipped'])
    expect(active('/sh/ord/pack')).toEqual(['Pack station'])
    expect(active('/sh/ord/returns?turn=open')).toEqual(['Returns'])
    expect(active('/sh/ord/case?case=6-00000001')).toEqual(['Not received'])
    expect(active('/sh/ovw')).toEqual([])
  })

  it('marks the same top item, and the parent only if no child is current', () => {
    const activeAtTop = (url: string) => marked([navigation(url).navItem])
    for (const url of [
      '/sh/ord',
      '/sh/ord?status=awaiting-shipment&shipBy=overdue',
      '/sh/ord?status=shipped',
      '/sh/ovw',
    ])
      expect(activeAtTop(url), url).toEqual(active(url))
    expect(activeAtTop('/sh/ord?country=DE&view=5')).toEqual(['Orders'])
    expect(activeAtTop('/sh/ord/conversations')).toEqual([])
    expect(activeAtTop('/sh/ord/details?orderid=14-20931-77120')).toEqual(['Orders'])
  })

  it('shows counts and late orders', () => {
    const { navGroups, navItem } = navigation('/sh/ovw')
    const shipment = navGroups[0]!.navItems.find((item) => item.navItems)!
    expect(shipment.count).toEqual({ text: '47' })
    expect(shipment.navItems![0]!.count).toEqual({ text: '4', urgent: true, accessibilityText: '4 overdue' })
    expect(navItem.active).toBe(false)
    // Open cases, whoever's turn it is.
    expect(navGroups[1]!.navItems.slice(-2).map((item) => item.count)).toEqual([{ text: '3' }, { text: '0' }])
  })
})

it('words say how much time is left', () => {
  const words = (at: string) => dueWords(new Date(at), bounds, texts)
  expect(words('2026-11-20T14:29:30Z')).toEqual({ tone: 'bad', text: 'Overdue 1 min' })
  expect(words('2026-11-20T11:00:00Z')).toEqual({ tone: 'bad', text: 'Overdue 3 h' })
  expect(words('2026-11-20T17:00:00Z')).toEqual({ tone: 'warn', text: 'Today 17:00' })
  expect(words('2026-11-21T23:59:59Z')).toEqual({ tone: 'neutral', text: 'Tomorrow' })
  expect(words('2026-11-24T10:00:00Z')).toEqual({ tone: 'neutral', text: 'Tue 24 Nov' })
  expect(dueWords(null, bounds, texts)).toBeNull()
  expect(momentWords(new Date('2025-11-20T10:00:00Z'), now, texts)).toBe('20 Nov 2025')
})

describe('the query', () => {
  it('uses days in the shop’s time zone', () => {
    const resolved = (search: string, zone: string) => {
      const { query } = parseGridQuery(new URLSearchParams(search), definition)
      return placedSpan(filterRange(query, 'placed'), { now, zone, deadlines: policyPack.deadlines })
    }
    expect(resolved('placed=today', 'Asia/Tokyo')).toEqual({
      from: new Date('2026-11-19T15:00:00Z'),
      before: new Date('2026-11-20T15:00:00Z'),
    })
    expect(resolved('placedFrom=2026-03-29&placedTo=2026-03-29', 'Europe/Berlin')).toEqual({
      from: new Date('2026-03-28T23:00:00Z'),
      before: new Date('2026-03-29T22:00:00Z'),
    })
    expect(periodDays('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(periodDays('7d', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  })

  it('sorts tabs of orders to ship by urgency', () => {
    expect(orderTabHref('awaiting-shipment')).toBe('/sh/ord?status=awaiting-shipment&sort=shipBy')
    expect(orderTabHref('all')).toBe('/sh/ord')
  })
})

describe('saved views', () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }

  it('store a canonical query under a name', () => {
    expect(readViewDraft(form({ name: '  My   view ', query: 'offset=50&view=3&country=DE&x=1' }), definition)).toEqual(
      {
        ok: true,
        name: 'My view',
        query: 'country=DE',
      },
    )
    expect(readViewDraft(form({ name: ' ', query: '' }), definition)).toEqual({ ok: false, problem: 'name' })
    expect(readViewDraft(form({ name: 'x'.repeat(61) }), definition)).toEqual({ ok: false, problem: 'name' })
  })

  it('return to the list and nowhere else', () => {
    expect(backToList('/sh/ord', '/sh/ord?status=shipped', definition, { view: '4' })).toBe(
      '/sh/ord?status=shipped&view=4',
    )
    expect(backToList('/sh/ord', 'https://evil.example/?status=shipped', definition)).toBe('/sh/ord?status=shipped')
    expect(backToList('/sh/ord', null, definition, { problem: 'exists' })).toBe('/sh/ord?viewProblem=exists')
  })
})
