import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { readDefects } from './level-effect-db.server.ts'

const now = new Date('2026-11-19T10:30:00Z')
const placedAt = new Date('2026-11-19T10:00:00Z')
const db = await testDatabase()

it('counts an order once, whether cancelled as out of stock or lost in several cases', async () => {
  const seller = await addSeller(db, 'judged')
  const add = () => addOrderToShip(db, seller, [1], { placedAt })
  const [judged, twice, won, old] = [await add(), await add(), await add(), await add()]
  let cases = 0
  const decide = async ({ id }: { id: number }, state: 'CLOSED_BUYER' | 'CLOSED_SELLER', closedAt = now) =>
    sql`insert into cases (seller_id, case_number, kind, state, reason, order_id, line_item_id, units, words, currency, amount_minor,
        opened_at, answer_by, closed_at)
      select ${seller}, ${`5-${String((cases += 1)).padStart(8, '0')}`}, 'RETURN', ${state}, 'DEFECTIVE_ITEM', ${id}, id, 1, '', 'GBP', 100, ${placedAt}, '{}', ${closedAt}
      from line_items where seller_id = ${seller} and order_id = ${id}`.execute(db.owner)
  await decide(judged, 'CLOSED_BUYER')
  await decide(twice, 'CLOSED_BUYER')
  await decide(twice, 'CLOSED_BUYER')
  await decide(won, 'CLOSED_SELLER')
  await decide(old, 'CLOSED_BUYER', new Date(now.getTime() - 366 * day))
  await db.owner
    .insertInto('cancellations')
    .values({
      seller_id: seller,
      order_id: twice.id,
      initiator: 'SELLER',
      reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
      state: 'CLOSED_NO_REFUND',
      requested_at: now,
    })
    .execute()
  const stands = (orderId: number) =>
    db.asSeller(seller, 'read', (own) =>
      readDefects(own, { sellerId: seller, orderId, standards: policyPack.standards, zone: 'UTC', now }),
    )
  expect(await stands(judged.id)).toMatchObject({ orders: 4, defects: 2, buyers: 2, hasBuyer: true })
  expect(await stands(won.id)).toMatchObject({ defects: 2, hasBuyer: false })
})

it('measures the last full months of a busy seller, else a year', async () => {
  const seller = await addSeller(db, 'busy')
  const add = async (date: string) =>
    (await addOrderToShip(db, seller, [1], { placedAt: new Date(`${date}T12:00:00Z`) })).id
  // July and November are not among the three full months.
  const [orderId] = [await add('2026-07-31'), await add('2026-08-01'), await add('2026-11-01')]
  const busy = { orders: 2, months: 3 }
  const measured = async () => {
    const standards = { ...policyPack.standards, busy }
    const wanted = { sellerId: seller, orderId, standards, zone: 'Europe/London', now }
    const { since, orders } = await db.asSeller(seller, 'read', (own) => readDefects(own, wanted))
    return [since.toISOString(), orders]
  }
  expect(await measured()).toEqual([new Date(now.getTime() - 365 * day).toISOString(), 3])
  await add('2026-10-31')
  expect(await measured()).toEqual(['2026-07-31T23:00:00.000Z', 3])
  expect(policyPack.standards).toMatchObject({ lookBack: 365 * day, busy: { orders: 400, months: 3 } })
})
