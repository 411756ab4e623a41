import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderOf } from '#api/testing-orders.ts'
import { testApi, type TestApi } from '#api/testing.ts'
import type { TestDatabase } from '#db/testing.ts'
import { signedInBrowser, type TestBrowser, type TestPage } from '#features/people/accounts/testing-browser.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import * as paymentsPage from '#features/payments/summary/payments-page.tsx'
import { transactionsList } from '#features/payments/transactions/transactions-list.server.ts'
import * as orderPage from '#features/order-page/details/order-details-page.tsx'
import * as overviewPage from '#features/home/overview/overview-page.tsx'
import type { ReportContent } from '#features/insights/sales-report/report-view.server.ts'
import * as salesFile from '#features/insights/sales-report/sales-report-export-resource.ts'
import * as salesPage from '#features/insights/sales-report/sales-report-page.tsx'
import { sumSoldDays } from '#features/insights/sales-report/sum-sold-days.server.ts'
import { addDays, startOfDay } from '#lib/zoned-time.ts'
import { demoDatabase, demoMoment } from '#marketplace/demo/testing.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'

const zone = 'Europe/London'
const today = '2026-11-20'
const shop = 'harbour-camera'

let api: TestApi
let owner: TestBrowser

beforeAll(async () => {
  const db = await demoDatabase()
  api = await testApi(db, { now: () => demoMoment.now })
  owner = await signedInBrowser(api.hub, 'owner@demo.example')
  // One day is summed with its extras, the other is read from its orders.
  await pushWithExtras(db, '2026-11-18')
  await sumSoldDays(db, { quietMs: 0 })
  await pushWithExtras(db, '2026-11-19')
  // In an hour whose sums are kept, and in the one that is not over.
  await payElsewhere(db, ['2026-11-12T09:30:00Z', '2026-11-20T14:01:00Z'])
  await postDueOrders(db, { rules: api.hub.config })
})

/** Has the seller pay refunds of 30.00 another way, one at each of these times. */
const payElsewhere = ({ owner: own }: TestDatabase, times: readonly string[]) =>
  sql`
    insert into refunds (seller_id, order_id, reason, state, currency, amount_minor, refunded_at, requested_at, settled)
    select o.seller_id, o.id, 'OTHER_ADJUSTMENT', 'REFUNDED', 'GBP', 3000, at, at, 'ELSEWHERE'
    from unnest(${times}::timestamptz[]) with ordinality each (at, nth)
    join (
      select o.seller_id, o.id, row_number() over (order by o.id desc) as nth from orders o join sellers s on s.id = o.seller_id
      where s.username = ${shop} and o.status = 'DELIVERED' and o.currency = 'GBP' and o.total_minor > 3000
        and o.payment_status = 'PAID'
    ) o on o.nth = each.nth`.execute(own)

/** Sends a paid order with 5.20 of extras. */
async function pushWithExtras({ owner: own }: TestDatabase, day: string): Promise<void> {
  const { rows } = await sql<{ item: string }>`
    select l.item_number as item from listings l join sellers s on s.id = l.seller_id
    where s.username = ${shop} and l.state = 'ACTIVE' and l.format = 'FIXED_PRICE' and l.currency = 'GBP' and l.quantity_available > 3
      and not exists (select from listing_variations v where v.seller_id = l.seller_id and v.listing_id = l.id)
    order by l.id limit 1`.execute(own)
  const gbp = (value: string) => ({ value, currency: 'GBP' })
  const body = {
    ...orderOf(`extras-${day}`, rows[0]!.item),
    placedAt: `${day}T09:30:00Z`,
    extras: [
      {
        kind: 'GIFT_WRAP',
        title: 'Red paper',
        amount: gbp('3.50'),
        taxes: [{ name: 'VAT', rate: '20', amount: gbp('0.70') }],
      },
      { kind: 'TIP', title: 'Tip', amount: gbp('2.00') },
      { title: 'Loyalty', amount: gbp('-1.00') },
    ],
    payment: { id: `paid-${day}`, method: 'CARD', state: 'PAID', paidAt: `${day}T09:31:00Z` },
  }
  expect(await api.ask('POST', `/sellers/${shop}/orders`, { body })).toMatchObject({ status: 201 })
}

const orders = listRoutes(ordersList)
const transactions = listRoutes(transactionsList)

async function report(query: Record<string, string>): Promise<ReportContent> {
  const { data } = await owner.get(salesPage, paths.sales(query))
  return data.model.content
}

/** Totals below a list, as texts. */
async function totalsAt(list: { page: unknown }, href: string): Promise<string[]> {
  const { data } = await owner.get({ loader: list.page } as TestPage, href)
  return unpackModel(data.model).totals.map(({ text }) => text)
}

type Records = Record<string, string>[]

/** Records of a download. */
async function fileAt(loader: unknown, href: string): Promise<Records> {
  return parse(await owner.download({ loader } as TestPage, href), { bom: true, columns: true })
}

/** Records of a list's export. */
const exportAt = (list: { export: unknown }, path: string, href: string) =>
  fileAt(list.export, listPaths(path).export + new URL(href, 'http://hub').search)

/** The sum of a column in pence, of the records in pounds. */
const sumOf = (records: Records, column: string) =>
  records.reduce((sum, record) => sum + (record['Currency'] === 'GBP' ? pence(record[column] ?? '') : 0), 0)

/** An amount in pence: "−£1,234.50", "-1234.50" or nothing. */
const pence = (text: string) => Math.round(Number(text.replaceAll(/[£,]/g, '').replace('−', '-') || '0') * 100)

/** The amount in a sentence: "up from £1,234.50". */
const amountIn = (text: string) => /[−-]?£[\d,.]*\d/.exec(text)?.[0] ?? ''

/** The first number of a text. */
const numberIn = (text: string | undefined) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))

const amountOf = ({ rows, sum }: ReportContent['books'], key: string) =>
  pence([...rows, sum].find((row) => row.key === key)?.amount ?? '')

/** All items of a list of the API. */
async function everyItem<Item>(path: string): Promise<Item[]> {
  const items: Item[] = []
  for (let after: string | null = ''; after !== null;) {
    const { status, body }: Awaited<ReturnType<TestApi['ask']>> = await api.ask(
      'GET',
      `${path}?limit=200${after && `&after=${encodeURIComponent(after)}`}`,
    )
    expect(status, path).toBe(200)
    items.push(...body.items)
    // Orders are a feed, which says whether there is more.
    after = (body.more ?? body.next !== null) ? body.next : null
  }
  return items
}

interface ApiMoney {
  value: string
  currency: string
}

const pounds = ({ value, currency }: ApiMoney) => (currency === 'GBP' ? pence(value) : 0)

const total = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0)

const since = (days: number) => startOfDay(addDays(today, 1 - days), zone)

interface ApiOrder {
  id: string
  placedAt: string
  paymentStatus: string
  cancelState: string
  total: ApiMoney
  extras: { amount: ApiMoney; taxes: { amount: ApiMoney; included: boolean }[] }[]
}

interface ApiProfit {
  order: string
  costOfGoods: ApiMoney
  profit: ApiMoney
  margin: number | null
  lines: { profit: ApiMoney }[]
}

/** The sales of these days, as the API has them. */
const soldSince = async (days: number) =>
  (await everyItem<ApiOrder>(`/sellers/${shop}/orders`)).filter(
    ({ placedAt, paymentStatus, cancelState }) =>
      new Date(placedAt) >= since(days) && !['PENDING', 'FAILED'].includes(paymentStatus) && cancelState !== 'CANCELED',
  )

describe('the figures of sales', () => {
  it('are the same on the overview, the sales page, in lists, files and the API', async () => {
    const { figures, parts, file } = await report({ period: '90d' })
    const [gross, count, items] = figures
    const { data } = await owner.get(overviewPage, `${paths.overview}?days=90&whole=1`)
    const { value } = await data.overview.parts.sales
    expect(value.figures.map((figure: { value: string }) => figure.value)).toEqual(
      figures.map((figure) => figure.value),
    )
    expect(parts.sum.amount).toBe(gross!.value)
    expect(total(parts.rows, (row) => pence(row.amount))).toBe(pence(gross!.value))

    const [ordersText, itemsText, moneyText] = await totalsAt(orders, gross!.href!)
    expect([ordersText, itemsText]).toEqual([`${count!.value} orders`, `${items!.value} items`])
    expect(moneyText!.split(' + ')).toContain(gross!.value)
    const exported = await fileAt(
      orders.export,
      listPaths(paths.orders).export + new URL(gross!.href!, 'http://hub').search,
    )
    expect(sumOf(exported, 'Order total')).toBe(pence(gross!.value))
    expect(sumOf(await fileAt(salesFile.loader, file), 'Total sales')).toBe(pence(gross!.value))

    expect(total(await soldSince(90), (order) => pounds(order.total))).toBe(pence(gross!.value))
  })

  it('divide into parts whose orders the lists find, and which add up to all', async () => {
    const { figures } = await report({ period: '31d' })
    for (const by of ['category', 'listing', 'country', 'buyers']) {
      const { breakdown, file } = await report({ period: '31d', by })
      const { lines, total: sum } = breakdown!
      const records = await fileAt(salesFile.loader, file)
      const isWhole = by === 'country' || by === 'buyers'
      expect([by, sum.sales]).toEqual([by, figures[0]!.value])
      expect(total(lines, ({ sales }) => pence(sales))).toBe(pence(sum.sales))
      const rowsOf = lines.filter((line) => line.orders !== '')
      for (const line of [...rowsOf.slice(0, 4), ...rowsOf.slice(4).slice(-1), sum]) {
        const { name, href, beforeHref, knownHref, orders: n, sales, before, profits } = line
        const [count, , money] = n === '0' ? ['0 orders'] : await totalsAt(orders, href!)
        expect([name, count]).toEqual([name, n === '1' ? '1 order' : `${n} orders`])
        const earlier = beforeHref === null ? [] : await totalsAt(orders, beforeHref)
        const told = records.find((record) => Object.values(record).includes(name))
        if (told)
          expect([name, beforeHref === null ? 0 : numberIn(earlier[0])]).toEqual([
            name,
            Number(told['Orders, previous period']),
          ])
        else expect(line).toBe(sum)
        if (!isWhole && line !== sum) continue
        expect([name, n === '0' ? sales : money!.split(' + ')[0]]).toEqual([name, sales])
        expect([name, beforeHref === null ? '£0.00' : earlier[2]]).toEqual([name, before])
        const known = knownHref === null ? [] : await exportAt(orders, paths.orders, knownHref)
        expect([name, sumOf(known, 'Order profit')]).toEqual([name, pence(profits[1]!.replace('–', ''))])
      }
      const others = lines.filter((line) => line.orders === '')
      expect(others.filter(({ href, beforeHref }) => href === null && beforeHref === null)).toEqual([])
      expect([by, sumOf(records, 'Total sales')]).toEqual([by, pence(sum.sales)])
    }
  })

  it('lead from each day to its orders', async () => {
    const { chart } = await report({ period: '7d' })
    const days = chart!.points.filter(({ details }) => details !== null && details !== '0 orders')
    expect(days.length).toBeGreaterThan(2)
    for (const { step, href, details, previousHref, previous, moreHref, more } of days) {
      expect([step, (await totalsAt(orders, href!))[0]]).toEqual([step, details])
      if (previousHref) expect([step, (await totalsAt(orders, previousHref))[2]]).toEqual([step, previous])
      else expect([step, previous]).toEqual([step, '£0.00'])
      const known = moreHref ? await exportAt(orders, paths.orders, moreHref) : []
      expect([step, sumOf(known, 'Order profit')]).toEqual([step, pence(more![1]!.replace('–', ''))])
    }
  })

  it('lead to their rows, those of the period before up to the same time of day', async () => {
    const { figures, parts, profit, books } = await report({ period: '31d' })
    const [gross, count, items, average] = figures
    const sides = [
      { href: gross!.href!, of: (figure: typeof gross) => figure!.value, amount: 'amount', link: 'href' },
      { href: gross!.beforeHref!, of: (figure: typeof gross) => figure!.before, amount: 'before', link: 'beforeHref' },
    ] as const
    expect(sides[1].href).toContain('until=')
    for (const { href, of, amount, link } of sides) {
      const [ordersText, itemsText, money] = await totalsAt(orders, href)
      expect([numberIn(ordersText), numberIn(itemsText)]).toEqual([numberIn(of(count)), numberIn(of(items))])
      expect(money!.split(' + ')[0]).toBe(amountIn(of(gross)))
      expect(pence(amountIn(of(average)))).toBe(Math.round(pence(amountIn(of(gross))) / numberIn(of(count))))
      for (const figure of [count, items, average, ...parts.rows, parts.sum]) expect(figure![link]).toBe(href)
      const sold = await exportAt(orders, paths.orders, href)
      const shown = (model: typeof parts, key: string) => {
        const row = [...model.rows, model.sum].find((each) => each.key === key)
        return pence(row?.[amount] ?? '')
      }
      expect(['Order shipping', 'Order tax', 'Order total'].map((column) => sumOf(sold, column))).toEqual(
        ['shippingMinor', 'taxMinor', 'total'].map((key) => shown(parts, key)),
      )

      const { amounts } = profit!
      const known = amounts.sum[link]!
      expect(amounts.rows.map((row) => row[link])).toEqual(amounts.rows.map(() => known))
      const costed = await exportAt(orders, paths.orders, known)
      expect([sumOf(costed, 'Order profit'), sumOf(costed, 'Order cost of goods')]).toEqual([
        shown(amounts, 'profit'),
        -shown(amounts, 'cost'),
      ])

      const booked = async (key: string) => {
        const to = [...books.rows, books.sum].find((each) => each.key === key)?.[link]
        return to ? exportAt(transactions, paths.transactions, to) : []
      }
      for (const key of ['sales', 'refunds', 'labels'])
        expect([key, sumOf(await booked(key), 'Amount')]).toEqual([key, shown(books, key)])
      expect(sumOf(await booked('net'), 'Net')).toBe(shown(books, 'net'))
      const linked = books.rows.filter((row) => pence(row[amount]) !== 0).map((row) => row[link])
      expect(linked).not.toContain(null)
    }
  })

  it('have the extras of orders beside listings and categories, the same in the file and the API', async () => {
    const name = 'Gift wrap, tips and other extras'
    const told = total(await soldSince(31), ({ extras }) =>
      total(extras, ({ amount, taxes }) =>
        total([amount, ...taxes.flatMap((tax) => (tax.included ? [] : tax.amount))], pounds),
      ),
    )
    expect(told).toBe(1_040)
    for (const [by, column] of [
      ['category', 'Category'],
      ['listing', 'Listing'],
    ] as const) {
      const { breakdown, file } = await report({ period: '31d', by })
      const shown = breakdown!.lines.filter((line) => line.name === name)
      expect([by, shown.map(({ orders: n, units, sales }) => [n, units, pence(sales)])]).toEqual([
        by,
        [['2', '', told]],
      ])
      const records = (await fileAt(salesFile.loader, file)).filter((record) => record[column] === name)
      expect([by, records.length, sumOf(records, 'Total sales')]).toEqual([by, 1, told])
    }
  })

  it('of what is left are those of the transactions, the payments summary, files and the API', async () => {
    const { books, booksFile } = await report({ period: '90d' })
    const net = amountOf(books, 'net')
    expect(total(books.rows, (row) => pence(row.amount))).toBe(net)
    expect(
      total(await fileAt(salesFile.loader, booksFile), (row) =>
        row['What'] === 'Net earnings' ? pence(row['Amount']!) : 0,
      ),
    ).toBe(net)

    const [, money] = await totalsAt(transactions, books.sum.href!)
    expect(money!.split(' + ')).toContain(books.sum.amount)
    const exported = await fileAt(
      transactions.export,
      listPaths(paths.transactions).export + new URL(books.sum.href!, 'http://hub').search,
    )
    const told = (
      await everyItem<{ kind: string; happenedAt: string; gross: ApiMoney; fees: ApiMoney; net: ApiMoney }>(
        `/sellers/${shop}/transactions`,
      )
    ).filter(({ happenedAt }) => new Date(happenedAt) >= since(90))
    const earned = told.filter(({ kind }) => kind !== 'OWN_PAYMENT')
    const ofKind = (kind: string) =>
      total(
        told.filter((one) => one.kind === kind),
        (one) => pounds(one.gross),
      )
    expect([sumOf(exported, 'Net'), total(earned, (one) => pounds(one.net))]).toEqual([net, net])
    // The funds lost nothing by them.
    expect(ofKind('OWN_PAYMENT')).toBe(6_000)
    expect(ofKind('REFUND')).toBeLessThanOrEqual(-6_000)
    expect([amountOf(books, 'sales'), amountOf(books, 'refunds'), amountOf(books, 'labels')]).toEqual([
      ofKind('SALE'),
      ofKind('REFUND'),
      ofKind('LABEL'),
    ])
    const fees = books.rows.filter(({ key }) => key.startsWith('fees:') || key === 'advertising')
    expect(total(fees, (row) => pence(row.amount))).toBe(total(told, (one) => pounds(one.fees)))
    expect(sumOf(exported, 'Fees')).toBe(total(told, (one) => pounds(one.fees)))

    const month = await report({ period: 'month' })
    const { data } = await owner.get(paymentsPage, paths.payments)
    expect(data.model.earnings.chart.points.at(-1).current).toBe(month.books.sum.amount)
  })

  it('of profit are the same on the sales page, in lists, files, the API and on order pages', async () => {
    const { figures, profit, file } = await report({ period: '90d' })
    const { amounts, hint } = profit!
    const profitMinor = amountOf(amounts, 'profit')
    expect(total(amounts.rows, (row) => pence(row.amount))).toBe(profitMinor)
    expect(profitMinor).toBeGreaterThan(0)

    const [, , moneyText] = await totalsAt(orders, amounts.sum.href!)
    expect(hint).toContain(`${moneyText} of ${figures[0]!.value}`)
    const listed = await fileAt(
      orders.export,
      listPaths(paths.orders).export + new URL(amounts.sum.href!, 'http://hub').search,
    )
    expect(sumOf(listed, 'Order profit')).toBe(profitMinor)
    expect(sumOf(listed, 'Line profit')).toBe(profitMinor)
    expect(sumOf(listed, 'Order cost of goods')).toBe(-amountOf(amounts, 'cost'))
    expect(sumOf(listed, 'Line cost of goods')).toBe(-amountOf(amounts, 'cost'))
    const sales = await fileAt(salesFile.loader, file)
    expect([sumOf(sales, 'Profit'), sumOf(sales, 'Cost of goods')]).toEqual([profitMinor, -amountOf(amounts, 'cost')])
    expect(sumOf(sales, 'Total sales with known cost')).toBe(pence(moneyText!))

    for (const by of ['category', 'listing', 'country', 'buyers']) {
      const { breakdown, file: divided } = await report({ period: '90d', by })
      expect([by, total(breakdown!.lines, ({ profits }) => pence(profits[1]!.replace('–', '')))]).toEqual([
        by,
        profitMinor,
      ])
      expect([by, pence(breakdown!.total.profits[1]!)]).toEqual([by, profitMinor])
      expect([by, sumOf(await fileAt(salesFile.loader, divided), 'Profit')]).toEqual([by, profitMinor])
    }

    const told = new Map(
      (await everyItem<ApiProfit>(`/sellers/${shop}/profits`)).map((profits) => [profits.order, profits]),
    )
    const sold = (await soldSince(90)).flatMap(({ id }) => told.get(id) ?? [])
    expect(total(sold, (order) => pounds(order.profit))).toBe(profitMinor)
    expect(total(sold, ({ lines }) => total(lines, (line) => pounds(line.profit)))).toBe(profitMinor)
    expect(total(sold, (order) => pounds(order.costOfGoods))).toBe(-amountOf(amounts, 'cost'))

    const known = listed.filter((record) => record['Order profit'] !== '').slice(0, 5)
    for (const record of known) {
      const number = record['Order number']!
      const { data } = await owner.get(orderPage, paths.orderDetails(number))
      const { amount } = data.earnings.amounts.find(({ key }: { key: string }) => key === 'profit')
      expect([number, pence(amount)]).toEqual([number, pence(record['Order profit']!)])
      const { body } = await api.ask('GET', `/sellers/${shop}/orders/${number}/profit`)
      const marginBps = pence(record['Order margin (%)']!)
      expect([number, pounds(body.profit), Math.round(body.margin * 10_000)]).toEqual([
        number,
        pence(amount),
        marginBps,
      ])
    }
  })
})
