import { updateRows } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { minute } from '#lib/duration.ts'
import { sellHub } from './testing.ts'

let read: (filter: string) => Promise<string[]>

const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minute)
const after = (at: Date, minutes: number) => later(at, minutes).toISOString()

const db = await testDatabase()
const sell = await sellHub(db)
const seller = await addSeller(db, 'harbour')

beforeAll(async () => {
  const tool = sell.toolOf(await sell.makeKey(seller))
  read = async (filter) => {
    const { orders } = await tool.sell.fulfillment.getOrders({ filter })
    return (orders ?? []).map(({ orderId }: { orderId: string }) => orderId)
  }
})

/** Sets the order's last change to this time. */
const changedAt = (id: number, at: Date) =>
  updateRows(db.owner, 'changes', { seller_id: seller, kind: 'ORDER', subject_id: id }, { changed_at: at })

describe('orders by time of change', () => {
  it('are complete if the range has no end, even if another clock is ahead', async () => {
    const now = sell.hub.now()
    const { id, number } = await addOrderToShip(db, seller, [1], { placedAt: later(now, 1) })
    await changedAt(id, later(now, 1))
    const [from, to] = [after(now, -5), after(now, 0)]
    expect(await read(`lastmodifieddate:[${from}..]`)).toEqual([number])
    expect(await read(`creationdate:[${from}..]`)).toEqual([number])
    expect(await read('')).toEqual([number])
    expect(await read(`lastmodifieddate:[${from}..${to}]`)).toEqual([])
    expect(await read(`creationdate:[${from}..${to}]`)).toEqual([])
    await db.owner.deleteFrom('orders').where('seller_id', '=', seller).where('id', '=', id).execute()
  })

  // As documented in `docs/ebay-tools.md` on time ranges.
  it('have the time of change, not of commit: overlapping ranges miss none', async () => {
    const { id, number } = await addOrderToShip(db, seller, [1])
    const begin = sell.hub.now()
    await changedAt(id, later(begin, -60))
    const end = await db.asSeller(seller, 'write', async (slow) => {
      await slow
        .updateTable('orders')
        .set({ buyer_note: 'Please ring' })
        .where('seller_id', '=', seller)
        .where('id', '=', id)
        .execute()
      expect(await read(`lastmodifieddate:[${after(begin, -5)}..]`)).toEqual([])
      return sell.hub.now()
    })
    expect(await read(`lastmodifieddate:[${after(end, 0)}..]`)).toEqual([])
    expect(await read(`lastmodifieddate:[${after(end, -5)}..]`)).toEqual([number])
  })
})
