import { sql } from 'kysely'
import { findWrongSums } from '#db/kept-sums.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { restockCase, undoRestock } from '#features/after-sale/cases/case-restock-db.server.ts'
import { postDueGoods } from '#features/core/costs/post-due-goods.server.ts'
import { unitCostOf } from '#features/core/costs/unit-cost.server.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { readKit } from '#features/core/listing/kit.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { describe, expect, it } from 'vitest'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import { postDueStock } from '#features/core/costs/post-due-stock.server.ts'
import { checkLedger } from '#features/core/ledger/check-ledger-db.server.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { createRandom } from '#lib/random.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { cancelWhole, shipWhole } from './testing-kits.ts'
import { addTestListing, orderOf, gbp } from './testing-orders.ts'
import { testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop()

const today = dateAt(new Date(), 'UTC')
const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
const report = (error: unknown) => {
  throw error
}
const job = () => postDueStock(db, { report })

let serial = 0
async function addSku(quantity: number) {
  const sku = `VALUED-${++serial}`
  return { sku, item: await addTestListing(db, { sellerId, quantity, sku }) }
}

const enter = async (
  sku: string,
  key: string,
  value: string,
  { quantity = null as number | null, since = '2026-01-01' } = {},
) =>
  expect(
    await api.ask('PUT', `${seller}/skus/${sku}/costs/${key}`, {
      body: { unitCost: gbp(value), quantity, since: `${since}T08:00:00Z` },
    }),
  ).toMatchObject({ status: expect.toBeOneOf([200, 201]) })

async function push(item: string, quantity: number): Promise<OrderNumber> {
  const at = new Date().toISOString()
  const { status, body } = await api.ask('POST', `${seller}/orders`, {
    body: {
      ...orderOf(`V-${++serial}`, item, { quantity }),
      placedAt: at,
      payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: at },
    },
  })
  expect(status).toBe(201)
  return body.number
}

const ship = (number: OrderNumber) => own((tx) => shipWhole(tx, sellerId, number))

const count = (item: string, quantity: number) =>
  api.ask('PUT', `${seller}/listings/${item}/stock`, { body: { onHand: quantity } })

async function valueOf(sku: string, query = '') {
  let after = ''
  for (;;) {
    const { body } = await api.ask('GET', `${seller}/stock-values?limit=50${query}${after}`)
    const found = body.items.find((item: { sku: string }) => item.sku === sku)
    if (found || !body.more) return found
    after = `&after=${encodeURIComponent(body.next)}`
  }
}

const expectBooks = async () =>
  expect(await checkLedger(db.owner, new Date())).toMatchObject({ wrongStock: 0, unbalanced: 0 })

/** The stock that is due becomes that of a past day. */
async function passDay(day: string) {
  await updateRows(db.owner, 'stock_due', { seller_id: sellerId }, { noted_at: new Date(`${day}T12:00:00Z`) })
  await job()
}

describe('the value of stock', () => {
  it('follows sales, counts and costs in their transaction, and equals the books', async () => {
    const { sku, item } = await addSku(10)
    await enter(sku, 'c-1', '3.00')
    expect(await valueOf(sku)).toMatchObject({ units: 10, value: gbp('30.00'), opening: gbp('0.00') })
    await ship(await push(item, 2))
    expect(await valueOf(sku)).toMatchObject({ units: 8, value: gbp('24.00'), sold: gbp('-6.00') })
    await count(item, 7)
    await job()
    expect(await valueOf(sku)).toMatchObject({
      units: 7,
      value: gbp('21.00'),
      received: gbp('27.00'),
      counted: gbp('0.00'),
    })
    await enter(sku, 'c-1', '4.00')
    expect(await valueOf(sku)).toMatchObject({ value: gbp('28.00'), sold: gbp('-8.00'), received: gbp('36.00') })
    expect((await api.ask('DELETE', `${seller}/skus/${sku}/costs/c-1`)).status).toBe(204)
    expect(await valueOf(sku)).toBeUndefined()
    await expectBooks()
  })

  it('is known for each past day, with what changed it between two', async () => {
    const [first, second, third] = [addDays(today, -30), addDays(today, -20), addDays(today, -10)]
    const { sku, item } = await addSku(10)
    await enter(sku, 'c-1', '3.00')
    // The units of today are not those of the first day: what was there is counted anew.
    await db.owner.deleteFrom('stock_days').where('seller_id', '=', sellerId).where('sku', '=', sku).execute()
    await count(item, 12)
    await passDay(first)
    await count(item, 15)
    await passDay(second)
    await enter(sku, 'c-2', '4.00', { quantity: 5, since: second })
    await enter(sku, 'c-3', '5.00', { since: third })
    expect(await valueOf(sku, `&to=${addDays(first, -1)}`)).toBeUndefined()
    expect(await valueOf(sku, `&to=${first}`)).toMatchObject({ units: 12, value: gbp('36.00'), received: gbp('36.00') })
    expect(await valueOf(sku, `&from=${addDays(first, 1)}&to=${second}`)).toMatchObject({
      units: 15,
      // Five that were bought, and ten that cost what the latest do.
      value: gbp('60.00'),
      opening: gbp('36.00'),
      received: gbp('20.00'),
      recosted: gbp('12.00'),
      counted: gbp('-8.00'),
    })
    expect(await valueOf(sku, `&from=${addDays(second, 1)}&to=${today}`)).toMatchObject({
      value: gbp('75.00'),
      opening: gbp('60.00'),
      recosted: gbp('15.00'),
      counted: gbp('0.00'),
    })
    await expectBooks()
  })

  it('is refused for a day that is none', async () => {
    const { status, body } = await api.ask('GET', `${seller}/stock-values?to=2026-02-30`)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('to')])
  })

  it('equals the books after a wrong amount is found', async () => {
    const { sku } = await addSku(3)
    await enter(sku, 'c-1', '3.00')
    const row = { seller_id: sellerId, sku }
    const { counted_minor: minor } = await rowOf(db.owner, 'stock_values', row)
    await updateRows(db.owner, 'stock_values', row, { counted_minor: minor + 1 })
    expect(await checkLedger(db.owner, new Date())).toMatchObject({ wrongStock: 1 })
    await updateRows(db.owner, 'stock_values', row, { counted_minor: minor })
    await expectBooks()
  })

  it.skipIf(isCoreRun).each([1, 2, 3])(
    'is lost by no cent when members, buyers and the job change it at once (%i)',
    async (seed) => {
      const random = createRandom(seed)
      const below = (n: number) => random.int(0, n - 1)
      const skus = [await addSku(40), await addSku(40), await addSku(40)]
      const placed: OrderNumber[] = []
      for (let round = 0; round < 4; round += 1) {
        const acts = Array.from({ length: 8 }, () => {
          const { sku, item } = skus[below(3)]!
          const [what, n] = [below(6), below(9) + 1]
          return async () => {
            if (what === 0)
              await enter(sku, `c-${below(4)}`, `${n}.33`, { quantity: below(2) ? n : null, since: addDays(today, -n) })
            else if (what === 1) await count(item, 30 + n)
            else if (what === 2 && placed.length > 0)
              await own((tx) => cancelWhole(tx, sellerId, { number: placed.pop()!, restocks: true }))
            else if (what === 3) await job()
            else {
              const number = await push(item, 1 + below(3))
              if (what === 4) placed.push(number)
              else await ship(number)
            }
          }
        })
        await Promise.all(acts.map((act) => act()))
      }
      await job()
      await expectBooks()
      for (const { sku } of skus) {
        const listing = await rowOf(db.owner, 'listings', { seller_id: sellerId, sku })
        const known = await db.owner.selectFrom('costed_skus').select('sku').where('sku', '=', sku).executeTakeFirst()
        if (known) expect((await valueOf(sku)).units).toBe(listing.on_hand)
      }
    },
  )
})

describe('a kit', () => {
  it('costs what its parts do, in profit, stock value and lists, also once it is back', async () => {
    const [mug, box] = [await addSku(20), await addSku(20)]
    const kit = { sku: `KIT-${++serial}`, item: '' }
    kit.item = await addTestListing(db, { sellerId, quantity: 0, sku: kit.sku })
    const listing = await rowOf(db.owner, 'listings', { seller_id: sellerId, sku: kit.sku })
    const parts = assertDefined(readKit(`2 ${mug.sku}, 1 ${box.sku}`), 'these are parts')
    await own((tx) => storeKits(tx, sellerId, [{ listingId: listing.id, position: 0, parts }]))
    await enter(mug.sku, 'c-1', '3.00')
    // Its own cost counts no more.
    await enter(kit.sku, 'c-1', '1.00')
    const number = await push(kit.item, 2)
    await ship(number)
    const profit = () => api.ask('GET', `${seller}/orders/${number}/profit`)
    expect((await profit()).status).toBe(404)
    await enter(box.sku, 'c-1', '0.50')
    await postDueGoods(db, { report })
    expect((await profit()).body).toMatchObject({ costOfGoods: gbp('13.00'), lines: [{ sku: kit.sku }] })
    expect(await valueOf(mug.sku)).toMatchObject({ units: 16, value: gbp('48.00'), sold: gbp('-12.00') })
    expect(await valueOf(box.sku)).toMatchObject({ units: 18, value: gbp('9.00'), sold: gbp('-1.00') })
    await enter(box.sku, 'c-1', '1.50')
    expect((await profit()).body).toMatchObject({ costOfGoods: gbp('15.00') })
    const { rows } = await sql<{ cost: number }>`
      select ${unitCostOf(sellerId, { sku: sql`${kit.sku}::text`, currency: sql`'GBP'` })} as cost`.execute(db.owner)
    expect(rows).toEqual([{ cost: 750 }])
    const { id: orderId } = await rowOf(db.owner, 'orders', { seller_id: sellerId, order_number: number })
    await updateRows(
      db.owner,
      'shipments',
      { seller_id: sellerId, order_id: orderId },
      { state: 'DELIVERED', delivered_at: new Date() },
    )
    const opened = newCaseNumber('RETURN')
    const now = new Date()
    const of = { sellerId, number: opened, now, policyPack }
    const why = {
      line: 1,
      units: 1,
      kind: 'RETURN',
      reason: 'DEFECTIVE_ITEM',
      words: 'It does not work',
      photos: [],
    } as const
    expect(await own((tx) => openCase(tx, { ...of, ...why, order: number, key: opened }))).toMatchObject({ ok: true })
    for (const step of ['accept', 'give-label', 'send-back', 'delivered-back'] as const) {
      const parcel = step === 'give-label' ? { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' } : null
      const moved = await own((tx) =>
        moveCase(tx, {
          ...of,
          step,
          parcel,
          key: `${opened} ${step}`,
          actor: { kind: 'MEMBER', id: 'ann', name: 'Ann' },
        }),
      )
      expect([step, moved]).toMatchObject([step, { ok: true }])
    }
    expect(await own((tx) => restockCase(tx, { ...of, units: 1, by: 'Ann' }))).toMatchObject({ ok: true })
    expect((await profit()).body).toMatchObject({ costOfGoods: gbp('7.50') })
    expect(await valueOf(mug.sku)).toMatchObject({ units: 18, value: gbp('54.00'), returned: gbp('6.00') })
    expect(await own((tx) => undoRestock(tx, of))).toEqual({ ok: true })
    expect((await profit()).body).toMatchObject({ costOfGoods: gbp('15.00') })
    await expectBooks()
    expect((await findWrongSums(db.owner)).map(({ table }) => table)).toEqual([])
  })
})
