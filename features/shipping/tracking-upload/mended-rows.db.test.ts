import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { checkTestFile, countsOf, queueTestFile, rowsOfUpload, workOnUploads } from './testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const member = { id: 'amira', name: 'Amira Farouk' }

const db = await testDatabase()
const hub = testServices(db, { now: () => now })
const ann = await addSeller(db, 'ann')

const write = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(ann, 'write', work)

/** Checks a file; returns its id and the verdicts. */
async function check(rows: readonly string[]) {
  const text = ['Order ID;Line Item ID;Quantity;Shipment Carrier;Shipment Tracking', ...rows].join('\n')
  const { id, rows: found } = await checkTestFile(hub, { sellerId: ann, text })
  return { id, verdicts: found.map(({ verdict }) => verdict) }
}

async function apply({ id }: { id: string }) {
  await queueTestFile(hub, { sellerId: ann, id })
  await workOnUploads(hub)
  return countsOf(hub, { sellerId: ann, id })
}

/** Contents of an order's parcels, oldest first. */
async function parcelsOf(order: string) {
  const { rows } = await sql<{ number: string; contents: string }>`
    select s.tracking_number as number, string_agg(c.quantity || ' of ' || l.position, ', ' order by l.position) as contents
    from shipments s join shipment_lines c on c.seller_id = s.seller_id and c.shipment_id = s.id
    join line_items l on l.seller_id = c.seller_id and l.id = c.line_item_id
    join orders o on o.seller_id = s.seller_id and o.id = s.order_id
    where o.order_number = ${order} group by s.id, s.tracking_number order by s.id`.execute(db.owner)
  return rows.map(({ number, contents }) => `${number}: ${contents}`)
}

const statusOf = async (order: string) =>
  (await rowOf(db.owner, 'orders', { seller_id: ann, order_number: order })).status

const byHand = (order: string, line: number, units: number, trackingNumber: string | null) =>
  write((own) =>
    shipOrder(own, {
      sellerId: ann,
      number: assertDefined(parseOrderNumber(order), 'it was made by its form'),
      parcels: [
        { key: newParcelKey(), carrier: 'DHL', trackingNumber, shippedAt: now, contents: new Map([[line, units]]) },
      ],
      actor: { kind: 'MEMBER', ...member },
      now,
    }),
  )

describe('a row with a number that its order already has', () => {
  it('is applied once corrected: its lines join the parcel that the other row created', async () => {
    const { number } = await addOrderToShip(db, ann, [1, 2])
    const first = await check([`${number};1;1;DHL;0034 1`, `${number};2;3;DHL;0034 1`])
    expect(first.verdicts).toEqual(['CHANGE', 'PROBLEM'])
    await apply(first)
    expect(await statusOf(number)).toBe('PARTLY_SHIPPED')
    const mended = await check([`${number};2;2;DHL;0034 1`])
    expect(mended.verdicts).toEqual(['CHANGE'])
    expect(await apply(mended)).toMatchObject({ DONE: 1, REFUSED: 0 })
    expect(await parcelsOf(number)).toEqual(['0034 1: 1 of 1', '0034 1: 2 of 2'])
    expect(await statusOf(number)).toBe('SHIPPED')
    const again = await check([`${number};1;1;DHL;0034 1`, `${number};2;2;DHL;00341`, `${number};;;DHL;0034 1`])
    expect(again.verdicts).toEqual(['SAME', 'SAME', 'SAME'])
  })

  it('ships its line if another line was shipped under that number by hand, and says so without a line', async () => {
    const { number } = await addOrderToShip(db, ann, [1, 2, 1])
    await byHand(number, 1, 1, '0034 2')
    await byHand(number, 2, 1, '0034 2')
    const file = await check([
      `${number};1;1;DHL;0034 2`,
      `${number};2;2;DHL;0034 2`,
      `${number};;;DHL;0034 2`,
      `${number};3;;DHL;0034 2`,
    ])
    expect(file.verdicts).toEqual(['SAME', 'PROBLEM', 'PROBLEM', 'CHANGE'])
    const rows = await rowsOfUpload(hub, { sellerId: ann, id: file.id }, ['PROBLEM'])
    expect(rows.map(({ problems }) => problems)).toEqual([
      [{ column: 'tracking', value: '0034 2', rule: 'part-inside', values: { left: 1 } }],
      [{ column: 'tracking', value: '0034 2', rule: 'part-inside', values: { left: 2 } }],
    ])
    await apply(file)
    expect(await parcelsOf(number)).toEqual(['0034 2: 1 of 1', '0034 2: 1 of 2', '0034 2: 1 of 3'])
    expect(await statusOf(number)).toBe('PARTLY_SHIPPED')
  })

  it('is distinguished from parcels without a number or with another one', async () => {
    const { number } = await addOrderToShip(db, ann, [1, 1, 1])
    await byHand(number, 1, 1, null)
    expect((await check([`${number};;;DHL;0034 3`])).verdicts).toEqual(['CHANGE'])
    await byHand(number, 2, 1, '0034 3')
    const rows = ['1', '2', '3'].map((line) => `${number};${line};;DHL;0034 3`)
    expect((await check(rows)).verdicts).toEqual(['PROBLEM', 'SAME', 'CHANGE'])
    await byHand(number, 3, 1, '0034 4')
    expect((await check([...rows, `${number};;;DHL;0034 3`])).verdicts).toEqual(['PROBLEM', 'SAME', 'PROBLEM', 'SAME'])
  })

  it('is not “already shipped” if the parcel’s contents are unknown', async () => {
    const { id, number } = await addOrderToShip(db, ann, [1])
    const empty = { seller_id: ann, order_id: id, carrier: 'DHL', tracking_number: '0034 6' }
    await db.owner.insertInto('shipments').values(empty).execute()
    expect((await check([`${number};;;DHL;0034 6`])).verdicts).toEqual(['CHANGE'])
  })

  it('is “already shipped” if several parcels with the number contain what it says', async () => {
    const { number } = await addOrderToShip(db, ann, [3])
    for (const tracking of ['0034 5', '00345']) await byHand(number, 1, 1, tracking)
    expect((await check([`${number};1;2;DHL;0034-5`])).verdicts).toEqual(['SAME'])
  })
})
