import { rowOf } from '#db/testing-row.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { addTestColleague, addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { postPayoutFailed, postPayoutPaid, postPayoutStarted } from '#features/core/ledger/events/payout.ts'
import { postRefund } from '#features/core/ledger/events/refund.ts'
import { postSale, type SaleLine } from '#features/core/ledger/events/sale.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { paths } from '#web/paths.ts'
import { roles } from '#web/roles.ts'
import * as taxFile from '../taxes/tax-file-resource.ts'
import * as taxesPage from '../taxes/taxes-page.tsx'
import { addTransaction } from '../transactions/testing-money.ts'
import * as statementFile from './statement-file-resource.ts'
import * as statementPage from './statement-page.tsx'
import * as statementPrint from './statement-print-resource.ts'
import * as statementsPage from './statements-page.tsx'

const { db, hub } = await testHubAt('2026-11-22T10:40:00Z')

let owner: TestBrowser
let sellerId: number

/** Posts the sale of an order with tax, and returns it. */
async function addSale(paidAt: string, tax: Pick<SaleLine, 'itemMinor' | 'taxMinor'>, by: 'SELLER' | 'MARKETPLACE') {
  const order = await addSold(db, sellerId)
  const { id: lineItemId } = await rowOf(db.owner, 'line_items', { order_id: order.id })
  const sale = {
    orderId: order.id,
    orderNumber: order.number,
    paidAt: new Date(paidAt),
    currency: 'GBP',
    lines: [{ lineItemId, group: 'DEFAULT', shippingMinor: 0, ...tax }],
    isInternational: false,
    isBelowStandard: false,
  }
  await post(postSale(sale, { fees: null, taxCollectedBy: by, availableAfter: 0 }))
  return { ...order, lineItemId }
}

const post = (...entries: Parameters<typeof writeEntries>[2]) =>
  db.asSeller(sellerId, 'write', (own) => writeEntries(own, sellerId, entries))

async function refundTax(order: { id: number; number: OrderNumber; lineItemId: number }, at: string, minor: number) {
  const { id: orderId, number: orderNumber, lineItemId } = order
  const place = { state: 'AVAILABLE', availableAt: new Date(at), holdId: null } as const
  const parts = [{ lineItemId, kind: 'TAX', minor }] as const
  const refund = { refundId: orderId, orderId, orderNumber, at: new Date(at), currency: 'GBP', parts, lines: [] }
  await post(postRefund({ ...refund, feeSchedule: null, place }, { taxCollectedBy: 'SELLER' }))
}

beforeAll(async () => {
  ;({ sellerId, browser: owner } = await addTestShop(hub))
  const sold = await addSale('2026-09-30T22:59:00Z', { itemMinor: 10_000, taxMinor: 2_000 }, 'SELLER')
  await refundTax(sold, '2026-10-15T12:00:00Z', 500)
  // One minute into October in London.
  const french = await addSale('2026-09-30T23:01:00Z', { itemMinor: 4_000, taxMinor: 800 }, 'MARKETPLACE')
  await db.owner.updateTable('orders').set({ ship_to_country: 'FR' }).where('id', '=', french.id).execute()
  const payout = { payoutId: 1, currency: 'GBP', amountMinor: 9_000 }
  await post(postPayoutStarted({ ...payout, at: new Date('2026-10-06T09:00:00Z') }))
  await post(postPayoutPaid({ ...payout, at: new Date('2026-11-02T09:00:00Z') }))
  await post(postPayoutFailed({ ...payout, at: new Date('2026-11-09T09:00:00Z'), wasPaid: true }))
  await addTransaction(db, sellerId, { at: new Date('2025-12-24T12:00:00Z'), gross: 700, currency: 'EUR' })
})

/** Reads a file or a complete page. */
async function textOf({ loader }: { loader: (args: never) => Promise<Response> }, path: string): Promise<string> {
  const { data } = await owner.get({ loader: async (args: never) => (await loader(args)).text() }, path)
  return data
}

const months = async (path: string) => {
  const { data } = await owner.get(statementsPage, path)
  return data.model.currencies.map(
    ({ name, rows }: { name: string | null; rows: { month: string; amounts: string[] }[] }) => [
      name,
      ...rows.map(({ month, amounts }) => [month, ...amounts.map((amount) => amount || '–')].join(' ')),
    ],
  )
}

describe('statements', () => {
  it('have the months of a year, newest first, each beginning with what the one before left', async () => {
    expect(await months(paths.statements())).toEqual([
      [
        'GBP',
        'November 2026, so far £65.00 – – – – – £90.00 £155.00',
        'October 2026 £120.00 £35.00 – – – – −£90.00 £65.00',
        'September 2026 £0.00 £120.00 – – – – – £120.00',
      ],
      [
        'EUR',
        ...[
          'November 2026, so far',
          'October 2026',
          'September 2026',
          'August 2026',
          'July 2026',
          'June 2026',
          'May 2026',
          'April 2026',
          'March 2026',
          'February 2026',
          'January 2026',
        ].map((month) => `${month} €7.00 – – – – – – €7.00`),
      ],
    ])
    expect(await months(paths.statements('2025'))).toEqual([[null, 'December 2025 €0.00 €7.00 – – – – – €7.00']])
    expect((await owner.get(statementsPage, paths.statements('2024'))).status).toBe(404)
  })

  it('prove a month by the balance with which the next one begins', async () => {
    const { data } = await owner.get(statementPage, paths.statement('2026-10'))
    const [pounds] = data.model.currencies
    expect(pounds.lines.map(({ text, amount }: { text: string; amount: string }) => [text, amount])).toEqual([
      ['Items', '£40.00'],
      ['Tax that you pay to the tax authority', '−£5.00'],
      ['Payouts', '−£90.00'],
    ])
    expect(pounds.proof).toEqual({
      isRight: true,
      text: '£120.00 − £55.00 = £65.00.',
      result: 'The next month begins with this balance; nothing is unexplained.',
    })
    expect((await owner.get(statementPage, paths.statement('2026-12'))).status).toBe(404)
  })

  it('divide the hour that two months share, in a zone with half hours', async () => {
    await db.owner.updateTable('sellers').set({ time_zone: 'Asia/Kolkata' }).where('id', '=', sellerId).execute()
    try {
      for (const [at, gross] of [
        ['2026-10-31T18:29:00Z', 100],
        ['2026-10-31T18:31:00Z', 20],
      ] as const)
        await addTransaction(db, sellerId, { at: new Date(at), gross, currency: 'INR' })
      const payout = { payoutId: 2, currency: 'INR', amountMinor: 50 }
      await post(postPayoutStarted({ ...payout, at: new Date('2026-10-31T18:29:30Z') }))
      const { data } = await owner.get(statementPage, paths.statement('2026-10'))
      const rupees = data.model.currencies.find(({ currency }: { currency: string }) => currency === 'INR')
      expect([rupees.opening, rupees.closing]).toEqual(['₹0.00', '₹0.50'])
      expect(rupees.proof.isRight).toBe(true)
    } finally {
      await db.owner.updateTable('sellers').set({ time_zone: 'Europe/London' }).where('id', '=', sellerId).execute()
    }
  })

  it('are files that add up to the closing balance', async () => {
    const file = await textOf(statementFile, paths.statementFile({ month: '2026-10' }))
    const rows: string[][] = parse(file, { bom: true })
    const pounds = rows.filter(([, currency]) => currency === 'GBP').map((row) => Math.round(Number(row[4]) * 100))
    expect(pounds).toEqual([12_000, 4_000, -500, -9_000, 6_500])
  })

  it('are printed on a sheet for each currency', async () => {
    const sheets = await textOf(statementPrint, paths.statementPrint('2026-10'))
    expect(sheets.match(/<article class="sheet filled">/g)).toHaveLength(3)
    expect(sheets).toContain('Statement of October 2026')
    expect(sheets).toContain('£65.00')
  })
})

describe('taxes', () => {
  const rows = async (period: string) => {
    const { data } = await owner.get(taxesPage, paths.taxes(period))
    return data.model.currencies.flatMap(({ rows: own }: { rows: Record<string, string>[] }) =>
      own.map(({ country, kind, collected, returned, net }) => [country, kind, collected, returned, net].join(' | ')),
    )
  }

  it('are told apart by month, country and who pays them', async () => {
    expect(await rows('2026-09')).toEqual(['United Kingdom | Collected by you | £20.00 | – | £20.00'])
    expect(await rows('2026-10')).toEqual([
      'France | Collected and paid by the marketplace | £8.00 | – | £8.00',
      'United Kingdom | Collected by you | – | −£5.00 | −£5.00',
    ])
    expect(await rows('2026')).toContain('United Kingdom | Collected by you | £20.00 | −£5.00 | £15.00')
    expect(await rows('2026-Q3')).toHaveLength(1)
    expect((await owner.get(taxesPage, paths.taxes('2026-Q5'))).status).toBe(404)
  })

  it('are what the ledger has', async () => {
    const [, ...records]: string[][] = parse(await textOf(taxFile, paths.taxFile('2026')), { bom: true })
    const net = records.reduce((sum, record) => sum + Math.round(Number(record[7]) * 100), 0)
    const { minor } = await db.owner
      .selectFrom('ledger_accounts')
      .select((of) => of.fn.sum<number>(of.fn<number>('abs', ['balance_minor'])).as('minor'))
      .where('seller_id', '=', sellerId)
      .where('account', 'in', ['tax:seller', 'tax:marketplace_collected'])
      .executeTakeFirstOrThrow()
    expect(net).toBe(minor)
  })
})

it('are read by roles that may see money, and by no other', async () => {
  const pages = [
    [statementsPage, paths.statements()],
    [statementPage, paths.statement('2026-10')],
    [statementFile, paths.statementFile({ year: '2026' })],
    [statementPrint, paths.statementPrint('2026-10')],
    [taxesPage, paths.taxes()],
    [taxFile, paths.taxFile('2026')],
  ] as const
  for (const role of roles) {
    const browser = await addTestColleague(hub, sellerId, role)
    const answers = await Promise.all(pages.map(([page, path]) => browser.get(page as never, path)))
    const allowed = ['owner', 'manager', 'accountant'].includes(role)
    expect(
      answers.map(({ status }) => status),
      role,
    ).toEqual(pages.map(() => (allowed ? 200 : 403)))
  }
})
