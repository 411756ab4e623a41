import { rowOf, updateRows, addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openChanges } from '#db/changes.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import {
  addTestColleague,
  addTestShop,
  signedInBrowser,
  type TestBrowser,
} from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { roles } from '#web/roles.ts'
import { holdsList } from '../holds/holds-list.server.ts'
import * as payoutPage from '../payouts/payout-page.tsx'
import { payoutsList } from '../payouts/payouts-list.server.ts'
import * as summaryPage from './payments-page.tsx'
import { addHold, addPayout, addTransaction } from '../transactions/testing-money.ts'
import * as transactionPage from '../transactions/transaction-page.tsx'
import { transactionsHref, transactionsList } from '../transactions/transactions-list.server.ts'

const now = new Date('2026-11-22T10:40:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)
const db = await testDatabase()
const hub = testServices(db, { now: () => now })

const lists = {
  transactions: { loader: listRoutes(transactionsList).page },
  payouts: { loader: listRoutes(payoutsList).page },
  holds: { loader: listRoutes(holdsList).page },
}

let owner: TestBrowser
let newcomer: TestBrowser
let sellerId: number
let sale: { id: number; number: string }
let held: { id: number; number: string }
let saleNumber: string
let payout: { id: number; number: string }

beforeAll(async () => {
  ;({ sellerId, browser: owner } = await addTestShop(hub))
  const bea = await addTestMember(hub)
  await addTestSeller(db, { [bea.id]: 'owner' })
  newcomer = await signedInBrowser(hub, bea.email)
  sale = await addSold(db, sellerId)
  held = await addSold(db, sellerId)
  const { id: lineItemId } = await rowOf(db.owner, 'line_items', { order_id: sale.id })
  payout = await addPayout(db, sellerId, { amount: 4_800, at: ago(5) })
  const paid = { state: 'PAID_OUT', payout: payout.id } as const
  saleNumber = await addTransaction(db, sellerId, {
    ...paid,
    at: ago(8),
    gross: 5_940,
    fees: -766,
    order: sale,
    lineItemId,
  })
  await addTransaction(db, sellerId, { ...paid, kind: 'LABEL', at: ago(7), gross: -374, description: '1 label' })
  const hold = await addHold(db, sellerId, { orderId: held.id, at: ago(2), reason: 'RETURN_OPEN', latest_at: ago(-10) })
  await addTransaction(db, sellerId, { state: 'ON_HOLD', at: ago(3), gross: 7_775, order: held, hold })
  await addTransaction(db, sellerId, { state: 'PROCESSING', at: ago(1), gross: 1_000, availableAt: ago(-2) })
  await addTransaction(db, sellerId, { at: ago(1), gross: 9_800, currency: 'JPY' })
})

const rowsOf = async (page: keyof typeof lists, url: string) => {
  const { data } = await owner.get(lists[page], url)
  return unpackModel(data.model)
}

describe('the list of transactions', () => {
  it('counts each tab and adds up what it shows, by currency', async () => {
    const { tabs, totals, rows } = await rowsOf('transactions', paths.transactions)
    expect(tabs?.map(({ label, count }) => [label, count])).toEqual([
      ['All transactions', '5'],
      ['Processing', '1'],
      ['Available', '1'],
      ['On hold', '1'],
      ['In a payout', '0'],
      ['Paid out', '2'],
    ])
    expect(totals.map(({ text }) => text)).toEqual(['5 transactions', '£135.75 + JP¥9,800'])
    expect(rows.map(({ cells }) => cells['kind'])).toEqual(['Sale', 'Sale', 'Sale', 'Label', 'Sale'])
  })

  it('says where the money is, and since or from when', async () => {
    const { rows } = await rowsOf('transactions', paths.transactions)
    const places = rows.map(({ cells }) => cells['place'])
    expect(places).toContainEqual({
      kind: 'status',
      tone: 'neutral',
      text: 'Processing',
      second: 'available Tue 24 Nov',
    })
    expect(places).toContainEqual({ kind: 'status', tone: 'warn', text: 'On hold', second: 'Return open' })
    expect(places).toContainEqual({ kind: 'status', tone: 'good', text: 'Paid out', second: 'on Tue 17 Nov' })
  })

  it.each([
    ['a payout', () => transactionsHref({ payout: [payout.number] }), 2],
    ['an order', () => transactionsHref({ order: [sale.number] }), 1],
    ['words of an order', () => `${paths.transactions}?q=${sale.number}`, 1],
    ['another order', () => transactionsHref({ order: ['99-00000-00000'] }), 0],
    ['a kind', () => transactionsHref({ kind: ['LABEL'] }), 1],
    ['days', () => transactionsHref({ time: ['2026-11-14', '2026-11-15'] }), 2],
  ])('is narrowed to those of %s', async (_what, href, count) => {
    expect((await rowsOf('transactions', href())).rows).toHaveLength(count)
  })

  it('keeps its counts while transactions move and go', async () => {
    const other = await addTestSeller(db)
    const number = await addTransaction(db, other, { at: ago(1), gross: 50 })
    await updateRows(db.owner, 'transactions', { transaction_number: number }, { state: 'PROCESSING' })
    expect(await findWrongSums(db.owner)).toEqual([])
    await sql`delete from transactions where transaction_number = ${number}`.execute(db.owner)
    expect(await findWrongSums(db.owner)).toEqual([])
  })
})

describe('the summary', () => {
  it('has the balances of each currency by itself', async () => {
    const { data } = await owner.get(summaryPage, paths.payments)
    const blocks = data.model.currencies.map(
      ({ name, figures }: { name: string; figures: { key: string; value: string }[] }) => [
        name,
        Object.fromEntries(figures.map(({ key, value }) => [key, value])),
      ],
    )
    expect(blocks).toEqual([
      ['GBP', { available: '£0.00', processing: '£10.00', held: '£77.75', next: 'Not planned', all: '£87.75' }],
      ['JPY', { available: 'JP¥9,800', processing: 'JP¥0', held: 'JP¥0', next: 'Not planned', all: 'JP¥9,800' }],
    ])
    const notes = data.model.currencies.flatMap(({ figures }: { figures: { key: string; note: string }[] }) =>
      figures.filter(({ key }) => key === 'held').map(({ note }) => note),
    )
    expect(notes).toEqual(['1 transaction, released by Wed 2 Dec at the latest, see below', 'nothing is held'])
  })

  it('adds up the earnings of each month', async () => {
    const { data } = await owner.get(summaryPage, paths.payments)
    const { points } = data.model.earnings.chart
    expect(points).toHaveLength(12)
    expect(points.at(-1)).toMatchObject({ step: 'November 2026', current: '£135.75', details: 'so far' })
    expect(points[0]).toMatchObject({ step: 'December 2025', previousStep: 'December 2024', current: '£0.00' })
  })

  it('has one chart, of the most frequent currency or of a chosen one', async () => {
    const chartOf = async (address: string) => {
      const { chart, currencies } = (await owner.get(summaryPage, address)).data.model.earnings
      return [chart.label, currencies.map(({ text, active }: { text: string; active: boolean }) => [text, active])]
    }
    const inPounds = [
      'Net earnings by month in GBP',
      [
        ['GBP', true],
        ['JPY', false],
      ],
    ]
    expect(await chartOf(paths.payments)).toEqual(inPounds)
    expect(await chartOf(paths.paymentsIn('XXX'))).toEqual(inPounds)
    expect((await chartOf(paths.paymentsIn('JPY')))[0]).toBe('Net earnings by month in JPY')
  })

  it('of a new shop says what will be there', async () => {
    expect((await newcomer.get(summaryPage, paths.payments)).data.model).toBeNull()
  })
})

describe('a transaction', () => {
  it('says what it is made of, with the rate and the schedule of its fee', async () => {
    const { data } = await owner.get(transactionPage, paths.transactionDetails(saleNumber))
    const { title, rows, net } = data.model
    expect([title, net]).toEqual(['Sale, £51.74', '£51.74'])
    expect(rows.map(({ what, amount }: { what: string; amount: string }) => [what, amount])).toEqual([
      ['Items', '£59.40'],
      ['Final value fee, 12.9% of £59.40, schedule GB 2026-01-01', '−£7.66'],
    ])
    expect(rows[0].item).toBe('Item 1')
  })

  it('of another seller is not found', async () => {
    expect((await newcomer.get(transactionPage, paths.transactionDetails(saleNumber))).status).toBe(404)
    expect((await owner.get(transactionPage, paths.transactionDetails('no number'))).status).toBe(404)
  })
})

describe('a payout', () => {
  it('adds up to its rows', async () => {
    const { data } = await owner.get(payoutPage, paths.payoutDetails(payout.number))
    const { title, rows, sum, proof, status } = data.model
    expect([title, status.text]).toEqual(['Payout of Tue 17 Nov, £48.00', 'Paid, on Tue 17 Nov'])
    expect(rows).toHaveLength(2)
    expect(sum).toEqual({ text: '2 rows', amount: '£55.66', fees: '−£7.66', net: '£48.00' })
    expect(proof).toEqual({
      isRight: true,
      parts: '1 sale £51.74, 1 label −£3.74',
      text: 'The rows add up to the payout; nothing is unexplained.',
    })
  })

  it('says how much is unexplained if they do not', async () => {
    const wrong = await addPayout(db, sellerId, { amount: 1_001, at: ago(20) })
    await addTransaction(db, sellerId, { at: ago(21), gross: 1_000, state: 'PAID_OUT', payout: wrong.id })
    const { data } = await owner.get(payoutPage, paths.payoutDetails(wrong.number))
    expect(data.model.proof).toMatchObject({
      isRight: false,
      text: 'The rows do not add up to the payout: £0.01 is unexplained. Contact the marketplace.',
    })
    await sql`delete from payouts where id = ${wrong.id}`.execute(db.owner)
  })

  it('that failed has the rows that it would have paid, with a link to where their money is', async () => {
    const [at, amount] = [ago(40), 700]
    const failed = await addPayout(db, sellerId, { amount, at, state: 'TERMINAL_FAILED', failure: 'BANK_REFUSED' })
    const number = await addTransaction(db, sellerId, { at, gross: amount })
    const { id } = await rowOf(db.owner, 'transactions', { transaction_number: number })
    await addRows(db.owner, 'returned_payout_rows', { seller_id: sellerId, payout_id: failed.id, transaction_id: id })
    const { data } = await owner.get(payoutPage, paths.payoutDetails(failed.number))
    const { rows, proof, returned } = data.model
    expect([rows.length, proof.isRight]).toEqual([1, true])
    expect((await rowsOf('transactions', returned.href)).rows.map(({ key }) => key)).toEqual([number])
    await sql`delete from payouts where id = ${failed.id}`.execute(db.owner)
    await sql`delete from transactions where id = ${id}`.execute(db.owner)
  })

  it('that failed before its rows were kept says why and what to do, and has none', async () => {
    const failed = await addPayout(db, sellerId, {
      amount: 1_000,
      at: ago(30),
      state: 'TERMINAL_FAILED',
      failure: 'ACCOUNT_CLOSED',
    })
    const { data } = await owner.get(payoutPage, paths.payoutDetails(failed.number))
    expect(data.model).toMatchObject({
      failure: { text: 'The account is closed', todo: expect.stringContaining('another account') },
      sum: null,
      fileHref: null,
    })
    const { tabs, rows } = await rowsOf('payouts', paths.payouts)
    expect(tabs?.map(({ count }) => count)).toEqual(['2', '0', '1', '1'])
    expect(rows.map(({ urgent }) => urgent)).toEqual([false, true])
  })
})

it('the list of payouts leads with the day, and links without an empty state', async () => {
  const { columns, rows } = await rowsOf('payouts', `${paths.payouts}?state=SUCCEEDED`)
  expect(columns[0]).toMatchObject({ id: 'initiated', isKey: true })
  expect(rows[0]).toMatchObject({ title: 'Payout of Tue 17 Nov, £48.00' })
  const { rows: all } = await rowsOf('payouts', paths.payouts)
  expect(all[0]?.href).toBe(`${paths.payouts}/details?payout=${payout.number}`)
  const { rows: money } = await rowsOf('transactions', paths.transactions)
  expect(money[0]?.href).toMatch(/\/details\?transaction=[0-9a-z]{12}$/)
})

describe('money on hold', () => {
  it('says why, what releases it, and what to do', async () => {
    const number = newCaseNumber('RETURN')
    await db.asSeller(sellerId, 'write', (own) =>
      openCase(own, {
        sellerId,
        order: held.number as never,
        line: 1,
        units: 1,
        kind: 'RETURN',
        reason: 'DEFECTIVE_ITEM',
        words: 'It hums.',
        photos: [],
        number,
        key: 'open',
        now,
        policyPack,
      }),
    )
    const { rows } = await rowsOf('holds', `${paths.holds}?state=HELD`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.cells).toMatchObject({
      order: held.number,
      why: { main: 'Return open' },
      released: { text: 'when the case is closed', second: 'answer by Wed 25 Nov' },
      todo: { text: 'Answer', action: { URL: paths.caseDetails(number) } },
      amount: { text: '£77.75' },
    })
    const { data } = await owner.get(summaryPage, paths.payments)
    expect(data.model.held.rows).toMatchObject([{ amount: '£77.75', action: { text: 'Answer' } }])
  })

  it('that was released has the amount that was held', async () => {
    const order = await addSold(db, sellerId)
    const hold = await addHold(db, sellerId, { orderId: order.id, at: ago(9), state: 'RELEASED', released_at: ago(4) })
    const { rows: entries } = await sql<{ id: number }>`
      insert into ledger_entries (seller_id, entry_key, kind, happened_at, currency, order_id)
      values (${sellerId}, ${`hold ${hold}`}, 'HOLD_PLACED', ${ago(9)}, 'GBP', ${order.id}) returning id`.execute(
      db.owner,
    )
    await sql`
      insert into ledger_postings (seller_id, entry_id, position, account, currency, amount_minor, happened_at)
      values (${sellerId}, ${entries[0]!.id}, 1, 'funds:hold', 'GBP', 640, ${ago(9)}),
        (${sellerId}, ${entries[0]!.id}, 2, 'funds:available', 'GBP', -640, ${ago(9)})`.execute(db.owner)
    const { rows } = await rowsOf('holds', `${paths.holds}?state=RELEASED`)
    expect(rows[0]?.cells).toMatchObject({ amount: { text: '£6.40' }, released: { text: 'on Wed 18 Nov' }, todo: null })
    await sql`delete from orders where id = ${order.id}`.execute(db.owner)
  })
})

it('tells open pages of the seller that money came in, was held or was paid out', async () => {
  const other = await addTestSeller(db)
  const order = await addSold(db, other)
  const heard: string[] = []
  const ready = Promise.withResolvers<void>()
  const changes = openChanges({ url: db.url, onError: () => {} })
  changes.start((change) => (change ? heard.push(`${change.sellerId} ${change.what}`) : ready.resolve()))
  await ready.promise
  onTestFinished(() => changes.stop())
  const news = async (work: () => Promise<unknown>) => {
    heard.length = 0
    await work()
    await vi.waitFor(() => expect(heard).toEqual([`${other} money`]), 30_000)
  }
  await news(() => addTransaction(db, other, { at: ago(1), gross: 50 }))
  await news(() => addHold(db, other, { orderId: order.id, at: ago(1) }))
  await news(() => addPayout(db, other, { amount: 50, at: ago(1) }))
})

it('is read by roles that may see money, and by no other', async () => {
  const pages = [
    [lists.transactions, paths.transactions],
    [lists.payouts, paths.payouts],
    [lists.holds, paths.holds],
    [summaryPage, paths.payments],
    [transactionPage, paths.transactionDetails(saleNumber)],
    [payoutPage, paths.payoutDetails(payout.number)],
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
