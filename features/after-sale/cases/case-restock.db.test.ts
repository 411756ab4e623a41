import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { expectSoundBooks, testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { CaseNumber, CaseStep } from '#features/core/order/order-case.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as casePage from './case-page.tsx'
import { moveCase } from './move-case-db.server.ts'
import { newCaseNumber, openCase } from './open-case-db.server.ts'
import { addSold } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-11-18T19:26:00Z')
let sellerId: number
const by = {} as Record<'owner' | 'shipper', TestBrowser>
let serial = 0

beforeAll(async () => {
  const [owner, shipper] = [
    await addTestMember(hub, { name: 'Ann Example' }),
    await addTestMember(hub, { name: 'Sam Example' }),
  ]
  sellerId = await addTestSeller(db, { [owner.id]: 'owner', [shipper.id]: 'shipper' })
  by.owner = await signedInBrowser(hub, owner.email)
  by.shipper = await signedInBrowser(hub, shipper.email)
})

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)

/** A paid order of two shipped units, of five that were bought for 7.00 each, and its return. */
async function addReturn() {
  const order = await addSold(db, sellerId, { units: 2 })
  const sku = `MET-${(serial += 1)}`
  await db.owner.updateTable('orders').set({ subtotal_minor: 200 }).where('id', '=', order.id).execute()
  const line = await db.owner
    .updateTable('line_items')
    .set({ sku })
    .where('order_id', '=', order.id)
    .returning('listing_id')
    .executeTakeFirstOrThrow()
  await own((tx) => postOrders(tx, { sellerId, orderIds: [order.id], rules }))
  const purchase = { sku, key: 'p-1', currency: 'GBP', unitCostMinor: 700, quantity: 5, since: new Date('2026-11-01') }
  const enter = (unitCostMinor = 700) =>
    own((tx) =>
      enterCosts(tx, { sellerId, costs: [{ ...purchase, unitCostMinor }], source: 'API', enteredBy: null, now }),
    )
  await enter()
  const number = newCaseNumber('RETURN')
  await own((tx) =>
    openCase(tx, {
      sellerId,
      order: order.number,
      line: 1,
      units: 2,
      kind: 'RETURN',
      reason: 'NO_LONGER_NEED_ITEM',
      words: '',
      photos: [],
      number,
      key: `open ${number}`,
      now,
      policyPack,
    }),
  )
  return { number, order: order.number, orderId: order.id, sku, listingId: line.listing_id!, enter }
}

type Return = Awaited<ReturnType<typeof addReturn>>

const actor: Actor = { kind: 'MEMBER', id: 'ann', name: 'Ann Example' }

async function take(number: CaseNumber, ...steps: CaseStep[]) {
  for (const step of steps) {
    const parcel = step === 'send-back' ? { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' } : null
    const moved = await own((tx) =>
      moveCase(tx, { sellerId, number, step, parcel, key: `${number} ${step}`, actor, now, policyPack }),
    )
    expect([step, moved.ok]).toEqual([step, true])
  }
}

const restock = (number: CaseNumber, units: string, who = by.owner) =>
  who.post(casePage, paths.caseDetails(number), { step: 'restock', units })
const undo = (number: CaseNumber, who = by.owner) =>
  who.post(casePage, paths.caseDetails(number), { step: 'undo-restock' })
const shown = async (number: CaseNumber, who = by.owner) =>
  (await who.get(casePage, paths.caseDetails(number))).data.model.restock

/** Units that can be sold, units of the stock of costs, and the order's cost and profit. */
async function booksOf({ orderId, sku, listingId }: Return) {
  const { rows } = await sql<{ onHand: number; units: number; cost: number; profit: number }>`
    select l.on_hand as "onHand", c.stock_units as units, p.cost_minor as cost, p.profit_minor as profit
    from listings l, costed_skus c, order_profits p
    where l.id = ${listingId} and c.seller_id = ${sellerId} and c.sku = ${sku} and p.order_id = ${orderId}`.execute(
    db.owner,
  )
  return rows[0]!
}

/** Units that the listing has sold. */
async function soldOf({ listingId }: Return): Promise<number> {
  const sold = db.owner.selectFrom('listings').select('quantity_sold as units').where('id', '=', listingId)
  return (await sold.executeTakeFirstOrThrow()).units
}

async function expectSound() {
  await expectSoundBooks(db)
  const wrong = await findWrongSums(db.owner)
  expect(wrong.filter(({ table }) => table.includes('profit'))).toEqual([])
}

describe('a returned item', () => {
  it('is put back in stock once, with the cost that it left with', async () => {
    const back = await addReturn()
    await take(back.number, 'accept', 'send-back', 'delivered-back')
    const before = await booksOf(back)
    expect(before).toMatchObject({ onHand: 3, units: 3, cost: 1400 })
    expect(await shown(back.number)).toMatchObject({ stand: 'open', units: 2 })
    for (let sent = 0; sent < 2; sent += 1)
      expect(await restock(back.number, '2')).toMatchObject({
        status: 303,
        location: paths.caseDetails(back.number, undefined, 'restock'),
      })
    expect(await booksOf(back)).toEqual({ onHand: 5, units: 5, cost: 0, profit: before.profit + 1400 })
    const moved = db.owner.selectFrom('stock_movements').select(['on_hand_change', 'cause'])
    expect(await moved.where('listing_id', '=', back.listingId).orderBy('id', 'desc').limit(1).execute()).toEqual([
      { on_hand_change: 2, cause: { kind: 'RETURN', order: back.order } },
    ])
    expect(await shown(back.number)).toEqual({
      stand: 'done',
      text: expect.stringContaining('2 items put back into stock by Ann Example'),
      canUndo: true,
      hint: null,
    })
    await expectSound()
  })

  it('is taken out of stock again with its cost, once, and may be put back once more', async () => {
    const back = await addReturn()
    await take(back.number, 'accept', 'send-back', 'delivered-back')
    const before = await booksOf(back)
    await db.owner.updateTable('listings').set({ quantity_sold: 2 }).where('id', '=', back.listingId).execute()
    await restock(back.number, '2')
    expect(await soldOf(back)).toBe(0)
    for (let sent = 0; sent < 2; sent += 1)
      expect(await undo(back.number)).toMatchObject({
        status: 303,
        location: paths.caseDetails(back.number, undefined, 'undo-restock'),
      })
    expect(await booksOf(back)).toEqual(before)
    expect(await shown(back.number)).toMatchObject({ stand: 'open', units: 2 })
    const { data } = await by.owner.get(casePage, paths.caseDetails(back.number, undefined, 'undo-restock'))
    expect(data.done).toBe('Taken out of stock again.')
    await restock(back.number, '1')
    expect(await booksOf(back)).toMatchObject({ onHand: 4, units: 4, cost: 700 })
    await undo(back.number)
    expect(await booksOf(back)).toEqual(before)
    await back.enter(900)
    expect(await booksOf(back)).toMatchObject({ units: 3, cost: 1800 })
    const moved = db.owner.selectFrom('stock_movements').select('on_hand_change as change')
    const rows = await moved.where('listing_id', '=', back.listingId).orderBy('id', 'desc').limit(4).execute()
    expect(rows.map(({ change }) => change)).toEqual([-1, 1, -2, 2])
    expect(await soldOf(back)).toBe(2)
    await expectSound()
  })

  it('stays in stock where it was sold since, and the page says so', async () => {
    const back = await addReturn()
    await take(back.number, 'accept', 'send-back', 'delivered-back')
    await restock(back.number, '2')
    await db.owner.updateTable('listings').set({ on_hand: 1 }).where('id', '=', back.listingId).execute()
    expect(await shown(back.number)).toMatchObject({
      canUndo: false,
      hint: 'They were sold or taken out of stock since. Correct the stock of their listing instead.',
    })
    expect((await undo(back.number)).status).toBe(409)
    expect(await booksOf(back)).toMatchObject({ onHand: 1, units: 5, cost: 0 })
    await expectSound()
  })

  it('may be partly lost, and follows a cost that is corrected', async () => {
    const back = await addReturn()
    await take(back.number, 'accept', 'send-back', 'delivered-back')
    await restock(back.number, '1')
    expect(await booksOf(back)).toMatchObject({ onHand: 4, units: 4, cost: 700 })
    await back.enter(900)
    expect(await booksOf(back)).toMatchObject({ units: 4, cost: 900 })
    const { rows } = await sql<{ kind: string; minor: number }>`
      select e.kind, p.amount_minor as minor from ledger_entries e
      join ledger_postings p on p.seller_id = e.seller_id and p.entry_id = e.id
      where e.order_id = ${back.orderId} and p.account = 'cogs' order by e.id`.execute(db.owner)
    expect(rows.map(({ kind, minor }) => [kind, minor])).toEqual([
      ['COST_OF_GOODS', 1400],
      ['COST_OF_GOODS', -700],
      ['REVERSAL', -1400],
      ['REVERSAL', 700],
      ['COST_OF_GOODS', 1800],
      ['COST_OF_GOODS', -900],
    ])
    await expectSound()
  })

  it('cannot be put back before it is there, nor more of it than came back', async () => {
    const back = await addReturn()
    await take(back.number, 'accept', 'send-back')
    expect(await shown(back.number)).toBeNull()
    expect((await restock(back.number, '1')).status).toBe(409)
    await take(back.number, 'mark-delivered')
    expect((await restock(back.number, '3')).status).toBe(409)
    for (const units of ['', '0', '1.5', '-1']) expect((await restock(back.number, units)).status).toBe(400)
    expect(await booksOf(back)).toMatchObject({ onHand: 3, cost: 1400 })
  })

  it('is not put back in the hub where the marketplace’s shop counts the stock, and the page says so', async () => {
    const back = await addReturn()
    await take(back.number, 'accept', 'send-back', 'delivered-back')
    const countedBy = (owner: 'SHOP' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', sellerId).execute()
    onTestFinished(async () => void (await countedBy(null)))
    await countedBy('SHOP')
    expect(await shown(back.number)).toEqual({ stand: 'of-shop', text: expect.stringContaining('shop keeps count') })
    expect((await restock(back.number, '1')).status).toBe(409)
    expect(await booksOf(back)).toMatchObject({ onHand: 3, cost: 1400 })
  })

  it('is put back only by roles that answer returns', async () => {
    const back = await addReturn()
    await take(back.number, 'accept', 'send-back', 'delivered-back')
    expect(await shown(back.number, by.shipper)).toBeNull()
    expect((await restock(back.number, '1', by.shipper)).status).toBe(403)
    await restock(back.number, '1')
    expect(await shown(back.number, by.shipper)).toMatchObject({ canUndo: false, hint: null })
    expect((await undo(back.number, by.shipper)).status).toBe(403)
  })
})
