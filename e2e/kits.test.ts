import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { finishedOrder } from '#features/orders/order-intake/finished-order.ts'
import { takeOrdersIsolated } from '#features/orders/order-intake/take-orders-db.server.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { shop } from './page-addresses.ts'
import { guidePicture, hydrated, newPage, openPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
/** Listings with a SKU and nothing reserved, on sale. */
const listings = await test.db.owner
  .selectFrom('listings as l')
  .innerJoin('sellers as s', 's.id', 'l.seller_id')
  .innerJoin('listing_contents as c', (join) =>
    join.onRef('c.seller_id', '=', 'l.seller_id').onRef('c.listing_id', '=', 'l.id'),
  )
  .innerJoin('stock_items as i', (join) =>
    join.onRef('i.seller_id', '=', 'l.seller_id').onRef('i.listing_id', '=', 'l.id'),
  )
  .select(['l.seller_id', 'l.id', 'l.item_number as item', 'l.sku', 'l.title', 'l.on_hand as onHand'])
  .where('s.username', '=', shop)
  .where('i.position', 'is', null)
  .where('l.state', '=', 'ACTIVE')
  .where('l.reserved', '=', 0)
  .where('l.buffer', '=', 0)
  .where('l.shares_stock', '=', false)
  .where('l.format', '=', 'FIXED_PRICE')
  .where('c.best_offer', '=', false)
  .where('l.on_hand', '>=', 4)
  .orderBy('l.id')
  .limit(2)
  .execute()
const part = assertDefined(listings[0], 'the demo has one')
const kit = assertDefined(listings[1], 'the demo has one')

const availableOf = async (id: number) =>
  (
    await test.db.owner
      .selectFrom('listings')
      .select('quantity_available as n')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).n

/** Sells one kit, as the shop reports it. */
async function sell(): Promise<string> {
  const now = test.hub.now()
  const order = finishedOrder(
    {
      id: 'kit-1',
      placedAt: now,
      buyer: { id: 'kit-buyer', username: null, name: 'Dora Miles', email: null },
      shipTo: {
        name: 'Dora Miles',
        company: null,
        line1: '1 High Street',
        line2: null,
        line3: null,
        city: 'Leeds',
        region: null,
        postal_code: 'LS1 1AA',
        country: 'GB',
        phone: null,
      },
      currency: 'GBP',
      lines: [{ sku: kit.sku, title: kit.title, quantity: 1, unitPriceMinor: 4_000, discountMinor: 0 }],
      shippingMinor: 0,
      discountMinor: 0,
      taxMinor: 0,
      shippingService: null,
      buyerNote: null,
      history: {
        status: 'SHIPPED',
        shipBy: null,
        payments: [],
        parcels: [],
        refunds: [],
        cancellations: [],
        feedback: null,
      },
    },
    new Map([[kit.sku ?? '', assertDefined(parseItemNumber(kit.item), 'it is one')]]),
  )
  const paid = { id: 'p', method: 'CARD', state: 'PAID', amountMinor: null, currency: 'GBP', paidAt: now } as const
  const taken = await takeOrdersIsolated(test.db, {
    sellerId: kit.seller_id,
    orders: [{ ...order, history: null, payments: [paid] }],
    now,
    rules,
  })
  expect(taken).toMatchObject([{ value: { outcome: { ok: true } } }])
  const row = await rowOf(test.db.owner, 'orders', { external_id: 'kit-1' })
  return row.order_number
}

/** The kit has come, and its buyer sends it back; the buyer and the carrier are elsewhere. */
const elsewhere = {
  sellerId: kit.seller_id,
  policyPack: test.hub.config.policyPack,
  now: test.hub.now(),
  actor: { kind: 'BUYER' },
} as const
const write = <T>(work: Parameters<typeof test.db.asSeller<T>>[2]) => test.db.asSeller(kit.seller_id, 'write', work)

async function requestReturn(order: string): Promise<CaseNumber> {
  const number = newCaseNumber('RETURN')
  await write(async (db) => {
    const parcel = { carrier: 'Royal Mail', trackingNumber }
    await trackParcel(db, { sellerId: kit.seller_id, parcel, kind: 'DELIVERED', at: test.hub.now() })
    const opened = await openCase(db, {
      ...elsewhere,
      order: assertDefined(parseOrderNumber(order), 'it is one'),
      line: 1,
      units: 1,
      number,
      key: 'opened',
      kind: 'RETURN',
      reason: 'DEFECTIVE_ITEM',
      words: 'One is broken.',
      photos: [],
    })
    expect(opened).toEqual({ ok: true, repeated: false })
  })
  return number
}

const sendBack = (number: CaseNumber) =>
  write(async (db) => {
    const parcel = { carrier: 'Royal Mail', trackingNumber: 'RN473124846GB' }
    for (const step of ['send-back', 'delivered-back'] as const)
      expect(await moveCase(db, { ...elsewhere, number, step, parcel, key: step })).toMatchObject({ ok: true })
  })

const trackingNumber = 'RN473124829GB'

it('a listing becomes a pack of two, is sold, packed, shipped, returned and refunded by its parts', async () => {
  const page = await newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, test, 'owner@demo.example')
  await openPage(page, test.url + paths.listingForm({ mode: 'ReviseItem', itemId: kit.item }))
  await page.getByText('Kit or multipack').click()
  await page.getByLabel('Made of').fill('2 NO-SUCH-SKU')
  await page.getByRole('button', { name: 'Publish changes', exact: true }).click()
  await page.getByRole('link', { name: 'You have no listing with the SKU NO-SUCH-SKU.' }).first().waitFor()
  await page.getByLabel('Made of').fill(`2 ${part.sku}`)
  await expectAccessible(page)
  await page.getByLabel('Made of').scrollIntoViewIfNeeded()
  await guidePicture(page, 'kits')
  await page.getByRole('button', { name: 'Publish changes', exact: true }).click()
  await expect.poll(() => availableOf(kit.id)).toBe(Math.floor(part.onHand / 2))

  const number = await sell()
  expect(await availableOf(part.id)).toBe(part.onHand - 2)
  await openPage(page, test.url + paths.pack)
  await hydrated(page)
  for (const code of [number, part.sku ?? '', part.sku ?? '']) {
    await page.getByRole('textbox').first().fill(code)
    await page.keyboard.press('Enter')
  }
  await page.getByText(`of ${kit.title}`).waitFor()
  await expect
    .poll(
      async () =>
        (await test.db.owner.selectFrom('pack_events').select('part_sku').where('part_sku', '=', part.sku).execute())
          .length,
    )
    .toBe(2)

  await openPage(page, test.url + paths.shipOrder(number))
  await page.getByLabel('Tracking number').fill(trackingNumber)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await page.waitForURL(/order\/details|ord\/details/)
  expect(await availableOf(part.id)).toBe(part.onHand - 2)

  const back = await requestReturn(number)
  await openPage(page, test.url + paths.caseDetails(back))
  await page.getByRole('radio', { name: 'Accept the return' }).check()
  await page.getByRole('button', { name: 'Accept the return' }).click()
  await page.getByRole('status').getByText('Done: accepted.').waitFor()
  await page.getByRole('radio', { name: 'Send the label' }).check()
  await page.getByLabel('Tracking number').fill('RN473124846GB')
  await page.getByRole('button', { name: 'Send the label' }).click()
  await page
    .getByRole('status')
    .getByText(/^Done: label sent/)
    .waitFor()
  await sendBack(back)
  await page.reload()
  await hydrated(page)
  await expectAccessible(page)
  await page.getByText(`2 × ${part.sku}`).waitFor()
  await page.getByRole('radio', { name: /^Refund £40/ }).check()
  await page.getByRole('button', { name: /^Refund £40/ }).click()
  await page.getByRole('status').getByText('Done: refund of').waitFor()
  const item = page.getByRole('region', { name: 'Returned item' })
  await item.getByRole('button', { name: 'Put back into stock' }).click()
  await item.getByText(/ put back into stock by /).waitFor()
  expect(await availableOf(part.id)).toBe(part.onHand)
  expect(await availableOf(kit.id)).toBe(Math.floor(part.onHand / 2))
  await expectAccessible(page)
})
