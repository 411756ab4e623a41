import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { newCaseNumber, openCase, type NewCase } from './open-case-db.server.ts'

const now = new Date('2026-11-18T19:26:00Z')
const db = await testDatabase()
const ann = await addSeller(db, 'ann')

it('a case depends on the parcels of its line, not on others of the order', async () => {
  const order = await addOrderToShip(db, ann, [1, 1], { placedAt: new Date('2026-11-09T10:00:00Z') })
  const expectedAt = new Date(now.getTime() + day)
  await sql`update orders set estimated_delivery_max = ${expectedAt} where id = ${order.id}`.execute(db.owner)
  for (const [line, state, at] of [
    [1, 'DELIVERED', new Date(now.getTime() - day)],
    [2, 'RETURNED_TO_SENDER', null],
  ] as const)
    await sql`
      with sent as (
        insert into shipments (seller_id, order_id, carrier, state, shipped_at, delivered_at)
        values (${ann}, ${order.id}, 'DHL', ${state}, '2026-11-10T10:00:00Z', ${at}) returning id
      )
      insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
      select ${ann}, sent.id, l.id, 1 from sent, line_items l where l.order_id = ${order.id} and l.position = ${line}`.execute(
      db.owner,
    )
  const open = (more: Partial<NewCase>) => {
    const number = newCaseNumber(more.kind ?? 'RETURN')
    const said = { units: 1, words: 'The needle sticks.', photos: [], number, key: `open ${number}` }
    const about = { order: parseOrderNumber(order.number)!, line: 1 }
    const why = { kind: 'RETURN', reason: 'NOT_AS_DESCRIBED' } as const
    const newCase = { sellerId: ann, now, policyPack, ...about, ...why, ...said, ...more }
    return db.asSeller(ann, 'write', (own) => openCase(own, newCase))
  }
  const lost = { kind: 'NOT_RECEIVED', reason: 'ITEM_NOT_RECEIVED' } as const
  const outcomes = [
    await open({ line: 2 }),
    await open({ ...lost, line: 1, now: expectedAt }),
    await open({ ...lost, line: 2 }),
    await open({ ...lost, line: 2, now: expectedAt }),
    await open({ line: 1 }),
  ]
  expect(outcomes.map((outcome) => outcome.ok || outcome.reason)).toEqual([
    'not-delivered',
    'delivered',
    'too-early',
    true,
    true,
  ])
})
