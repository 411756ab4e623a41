import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/shop/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/shop/accounts/testing.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { paths } from '#web/paths.ts'
import { addPostedOrder, type PostedOrder } from '../testing.ts'
import * as taxFile from './tax-file-resource.ts'
import * as taxesPage from './taxes-page.tsx'
import { transactionsList } from '../transactions/transactions-list.server.ts'

const db = await testDatabase()
const hub = testServices(db, { now: () => new Date('2026-11-25T12:00:00Z') })
let ann: TestBrowser
let seller: number

beforeEach(async () => {
  const owner = await addTestMember(hub)
  seller = await addTestSeller(db, { [owner.id]: 'owner' })
  ann = await signedInBrowser(hub, owner.email)
})

const vat = { name: 'VAT', rate: '19', minor: 144, included: true }
const tell = ({ id }: PostedOrder, taxes: (typeof vat)[]) =>
  db.owner
    .updateTable('line_items')
    .set({ taxes: JSON.stringify(taxes) })
    .where('seller_id', '=', seller)
    .where('order_id', '=', id)
    .execute()
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
    expect(coverage).toMatchObject({
      text: 'Tax is known for 2 of 3 sales.',
      link: 'Show the 1 sale without tax data',
    })
    const { data } = await ann.get({ loader: listRoutes(transactionsList).page }, coverage.href)
    const { rows } = unpackModel(data.model)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).toContain(unknown.number)
    expect(await ann.download(taxFile, paths.taxFile('2026-11'))).toContain('2026-11,,Tax is known for 2 of 3 sales.')
  })
  it('say nothing where it is known of all, and that nothing is known without any', async () => {
    const order = await addPostedOrder(db, seller)
    expect(await page()).toMatchObject({ currencies: [], coverage: { text: 'Tax is known for 0 of 1 sale.' } })
    await tell(order, [vat])
    expect((await page()).coverage).toBeNull()
    expect((await page('2026-10')).coverage).toBeNull()
  })

  it('say what they contain, and from which day', async () => {
    await addPostedOrder(db, seller, { paidAt: new Date('2026-10-31T10:00:00Z') })
    const contained = expect.stringContaining('Not included: tax on fees')
    expect((await page()).basis).toEqual([contained])
    const begins = 'The first sale recorded here was paid on 31 Oct 2026; nothing before it is included.'
    expect((await page('2026')).basis).toEqual([contained, begins])
  })
})
