import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '#lib/duration.ts'
import { rowOf } from '#db/testing-row.ts'
import { testPassword } from '#features/people/accounts/testing.ts'
import { paths, withQuery } from '#web/paths.ts'
import { shop } from '../page-addresses.ts'
import { givePassword, readGerman, testHub } from '../testing.ts'
import { WebKitWindow } from './web-driver.ts'

const test = await testHub()
const owner = 'owner@demo.example'
const enter = '\uE007'
await givePassword(test, owner, testPassword)
const { id: seller } = await rowOf(test.db.owner, 'sellers', { username: shop })

// WebKitGTK’s own browser is no narrower than 447 px.
describe.each([1280, 447])('WebKit, %i px wide', (width) => {
  let window: WebKitWindow

  beforeAll(async () => {
    window = await WebKitWindow.open(width)
  })
  afterAll(() => window.close())

  const open = (address: string) => window.open(test.url + address)
  const expectSeen = (...what: Parameters<WebKitWindow['see']>) => window.see(...what)
  const orderIn = (status: 'AWAITING_SHIPMENT') =>
    test.db.owner
      .selectFrom('orders')
      .select(['id', 'order_number'])
      .where('seller_id', '=', seller)
      .where('status', '=', status)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  /** A poll of the database, which the hub writes after the page has sent. */
  const expectBecomes = (read: () => Promise<unknown>, value: unknown) =>
    expect.poll(read, { timeout: minute }).toEqual(value)
  const isWide = async () => (await window.run<number>('return document.documentElement.scrollWidth')) > width

  it('signs in with a password, and shows the overview with its tasks', async () => {
    await open(paths.signIn)
    await window.type(/^E-mail address/, owner)
    await window.type(/^Password/, `${testPassword}${enter}`)
    await expectSeen('heading', /^Overview$/)
    await expectSeen('link', /^Ship \d/)
    expect(await isWide()).toBe(false)
  })

  it('finds orders by words', async () => {
    await open(paths.orders)
    const { order_number: number } = await orderIn('AWAITING_SHIPMENT')
    await window.type(/^Search/, number + enter)
    await expectSeen('link', new RegExp(`^${number}$`))
    await expectBecomes(() => window.run('return document.querySelectorAll("#rows tbody tr").length'), 1)
  })

  it('ships an order', async () => {
    const { id, order_number: number } = await orderIn('AWAITING_SHIPMENT')
    await open(paths.shipOrder(number))
    await window.type(/^Tracking number/, 'RN473124829GB')
    await expectSeen('text', /Royal Mail/)
    await window.press('button', /^Ship$/)
    await expectBecomes(async () => (await rowOf(test.db.owner, 'orders', { seller_id: seller, id })).status, 'SHIPPED')
  })

  it('accepts a return', async () => {
    const { case_number: number } = await rowOf(
      test.db.owner,
      'cases',
      { seller_id: seller, state: 'RETURN_REQUESTED' },
      'id',
    )
    await open(paths.caseDetails(number))
    await window.press('radio', /^Accept the return/)
    await window.press('button', /^Accept the return/)
    await expectSeen('text', /Done: accepted/)
  })

  it('writes to a buyer', async () => {
    const { order_number: number } = await orderIn('AWAITING_SHIPMENT')
    await open(paths.conversation(number))
    await window.type(/^Message to the buyer/, `It leaves today, at ${width} px.`)
    await window.press('button', /^Send$/)
    await expectSeen('text', new RegExp(`It leaves today, at ${width} px`))
  })

  it('keeps a draft of a listing as it is typed', async () => {
    await open(paths.listingForm({ mode: 'AddItem' }))
    await window.type(/^Title/, `Lens hood ${width}`)
    await window.press('button', /^Save draft$/)
    await expectBecomes(async () => {
      const drafts = test.db.owner.selectFrom('listings').select('tab').where('title', '=', `Lens hood ${width}`)
      return (await drafts.executeTakeFirst())?.tab
    }, 'drafts')
  })

  it('changes a price in the list', async () => {
    await open(withQuery(paths.listings.active, { q: 'leica', status: 'on-sale' }))
    await window.press('link', /^Price of/)
    await window.type(/^Price of/, `123${width}${enter}`)
    await expectBecomes(async () => {
      const priced = test.db.owner
        .selectFrom('listings')
        .select('id')
        .where('price_minor', '=', Number(`123${width}00`))
      return (await priced.execute()).length
    }, 1)
  })

  it('counts stock by its code', async () => {
    const { sku } = await rowOf(test.db.owner, 'stock_items', { seller_id: seller, is_stocked: true }, 'sku')
    await open(paths.stockCount())
    await window.press('button', /^Begin a count$/)
    await expectSeen('text', /^Nothing is counted yet/)
    await window.keys(sku + enter)
    await expectSeen('text', /^1 SKU counted/)
  })

  it('reviews an uploaded file before it changes anything', async () => {
    const file = path.join(test.hub.config.dataDir, `prices-${width}.csv`)
    await writeFile(file, 'Item number;Price\r\n1;2.00')
    await open(paths.uploads)
    await window.choose(/^File/, file)
    await window.press('button', /^Check$/)
    await expectSeen('heading', new RegExp(`^prices-${width}.csv$`))
  })

  it('explains a payout', async () => {
    await open(paths.payouts)
    await expectSeen('heading', /^Payouts$/)
    await window.press('link', /^\d+ [A-Z][a-z]+/)
    await expectSeen('heading', /^Payout of /)
    await expectSeen('text', /add up to the payout/)
  })

  it('packs by scanning', async () => {
    const { order_number: number } = await orderIn('AWAITING_SHIPMENT')
    await open(paths.pack)
    await window.type(/^Scan/, number + enter)
    await expectSeen('heading', new RegExp(`^${number}$`))
  })

  it('shows the hub in German', async () => {
    await readGerman(test, owner)
    await open(paths.overview)
    await expectSeen('heading', /^Übersicht$/)
    await test.db.owner.updateTable('members').set({ preferences: '{}' }).where('email', '=', owner).execute()
  })
})
