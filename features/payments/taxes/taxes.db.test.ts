import { updateRows, addRow } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import type { Entry } from '#features/core/ledger/entry.ts'
import { postRefund } from '#features/core/ledger/events/refund.ts'
import { postSale } from '#features/core/ledger/events/sale.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { paths } from '#web/paths.ts'
import { addPostedOrder, type PostedOrder } from '../testing.ts'
import * as taxFile from './tax-file-resource.ts'
import * as taxesPage from './taxes-page.tsx'
import { transactionsList } from '../transactions/transactions-list.server.ts'

const { db, hub } = await testHubAt('2026-11-25T12:00:00Z')
let ann: TestBrowser
let seller: number

beforeEach(async () => {
  ;({ sellerId: seller, browser: ann } = await addTestShop(hub))
})

const vat = { name: 'VAT', rate: '19', minor: 144, included: true }
const tell = ({ id }: PostedOrder, taxes: (typeof vat)[]) =>
  updateRows(db.owner, 'line_items', { seller_id: seller, order_id: id }, { taxes: JSON.stringify(taxes) })
const november = new Date('2026-11-20T10:00:00Z')
const post = (entry: Entry) => db.asSeller(seller, 'write', (own) => writeEntries(own, seller, [entry]))

async function lineOf(orderId: number): Promise<number> {
  const of = db.owner.selectFrom('line_items').select('id').where('order_id', '=', orderId)
  return (await of.executeTakeFirstOrThrow()).id
}

/** Posts a refund of this part of an order; what it gives back follows from the order. */
async function refund({ id, number }: PostedOrder, minor: number) {
  const of = { seller_id: seller, order_id: id, amount_minor: minor, currency: 'GBP', refunded_at: november } as const
  const made = await addRow(db.owner, 'refunds', { ...of, state: 'REFUNDED', reason: 'OTHER_ADJUSTMENT' })
  const place = { state: 'AVAILABLE', availableAt: november, holdId: null } as const
  const parts = [{ lineItemId: await lineOf(id), kind: 'ITEM' as const, minor }]
  const posted = {
    refundId: made.id,
    orderId: id,
    orderNumber: number,
    at: november,
    currency: 'GBP',
    feeSchedule: null,
  }
  await post(postRefund({ ...posted, place, parts, lines: [] }, { taxCollectedBy: 'SELLER' }))
}
const page = async (period = '2026-11') => (await ann.get(taxesPage, paths.taxes(period))).data.model

describe('the taxes of a period', () => {
  it('say for how many sales tax is known, and link to the others', async () => {
    const [told, untaxed] = [await addPostedOrder(db, seller), await addPostedOrder(db, seller)]
    const unknown = await addPostedOrder(db, seller)
    // Paid in another month.
    await addPostedOrder(db, seller, { paidAt: new Date('2026-10-31T10:00:00Z') })
    await tell(told, [vat])
    await tell(untaxed, [])
    const { coverage } = await page()
    const text = 'Tax is known for 2 of 3 sales.'
    expect(coverage).toMatchObject({ text, link: 'Show the 1 sale without tax data' })
    const { data } = await ann.get({ loader: listRoutes(transactionsList).page }, coverage.href)
    const { rows } = unpackModel(data.model)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).toContain(unknown.number)
    expect(await ann.download(taxFile, paths.taxFile('2026-11'))).toContain(`2026-11,,${text}`)
  })
  it('say nothing where it is known of all, and that nothing is known without any', async () => {
    const order = await addPostedOrder(db, seller)
    expect(await page()).toMatchObject({
      currencies: [],
      coverage: { text: 'Tax is known for 0 of 1 sale.' },
    })
    await tell(order, [vat])
    expect((await page()).coverage).toBeNull()
    expect((await page('2026-10')).coverage).toBeNull()
  })

  it('stand beside the sales on which they were paid, less refunds: on the page and in the file', async () => {
    const [sold, returned] = [await addPostedOrder(db, seller), await addPostedOrder(db, seller)]
    // Of £11.00, which contain the tax; the gift wrap of £1.19 contains £0.19.
    for (const order of [sold, returned]) await tell(order, [{ ...vat, minor: 176 }])
    await updateRows(
      db.owner,
      'orders',
      { id: sold.id },
      { extras: JSON.stringify([{ kind: 'GIFT_WRAP', title: 'Red', minor: 119, taxes: [{ ...vat, minor: 19 }] }]) },
    )
    const columns = ['taxable', 'collected', 'returned', 'net'] as const
    const line = async () => {
      const row = (await page()).currencies[0].rows[0]
      return columns.map((column) => row[column])
    }
    expect(await line()).toEqual(['£19.48', '£3.71', '–', '£3.71'])
    await refund(returned, 550)
    expect(await line()).toEqual(['£14.86', '£3.71', '−£0.88', '£2.83'])
    expect(await ann.download(taxFile, paths.taxFile('2026-11'))).toContain(
      '2026-11,GB,Contained in your prices,GBP,14.86,3.71,-0.88,2.83,VAT,19\r\n',
    )
    await refund(returned, 550)
    expect(await line()).toEqual(['£10.24', '£3.71', '−£1.76', '£1.95'])
  })

  it('stand beside their sales where the shop names none', async () => {
    const { id, number } = await addSold(db, seller)
    const line = await lineOf(id)
    for (const table of ['orders', 'line_items'] as const)
      await db.owner
        .updateTable(table)
        .set({ tax_minor: 220 })
        .where(table === 'orders' ? 'id' : 'order_id', '=', id)
        .execute()
    const lines = [{ lineItemId: line, group: '', itemMinor: 900, shippingMinor: 200, taxMinor: 220 }]
    const sale = { orderId: id, orderNumber: number, paidAt: november, currency: 'GBP', lines }
    const policy = { fees: null, taxCollectedBy: 'SELLER', availableAfter: 0 } as const
    await post(postSale({ ...sale, isInternational: false, isBelowStandard: false }, policy))
    expect((await page()).currencies[0].rows).toMatchObject([{ taxable: '£11.00', collected: '£2.20', net: '£2.20' }])
    await refund({ id, number }, 660)
    expect((await page()).currencies[0].rows).toMatchObject([{ taxable: '£5.50', collected: '£2.20' }])
  })

  it('say what they contain, and from which day', async () => {
    await addPostedOrder(db, seller, { paidAt: new Date('2026-10-31T10:00:00Z') })
    const contained = expect.stringContaining('Not included: tax on fees')
    expect((await page()).basis).toEqual([contained])
    const begins = 'The first sale recorded here was paid on 31 Oct 2026; nothing before it is included.'
    expect((await page('2026')).basis).toEqual([contained, begins])
  })
})
