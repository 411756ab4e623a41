import { updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip, testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { takeParcelsBack, type ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import { knownRequests } from '#features/core/order/order-events-db.server.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { takeUndos } from '#features/machinery/undo/undos-db.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { readChosen } from './chosen-orders-db.server.ts'
import { readShipmentRequests, shipSheet, type SentSheet } from './ship-sheet.server.ts'
import { shipRows } from './ship-many-view.server.ts'
import { parcelKeyOf } from './sheet-form.ts'
import { emptyRow } from './sheet.ts'

const now = new Date('2026-11-20T14:30:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)
const ada = { id: 'ada', name: 'Ada' }
const ben = { id: 'ben', name: 'Ben' }

const db = await testDatabase()
const seller = await addSeller(db, 'ann')

async function addOrders(count: number): Promise<OrderNumber[]> {
  const numbers: OrderNumber[] = []
  for (let n = 0; n < count; n += 1) numbers.push(parseOrderNumber((await addOrderToShip(db, seller, [2])).number)!)
  return numbers
}

type Sending = Partial<Pick<SentSheet, 'sheetKey' | 'shipped'>> & { by?: typeof ada }

/** Ships orders with these numbers, as the page's form does. */
const send = (
  orders: readonly OrderNumber[],
  tracking: readonly string[],
  { by = ada, sheetKey = '0123456789abcdef', shipped = '' }: Sending = {},
) =>
  db.asSeller(seller, 'write', async (own) => {
    const sheet = orders.map((order, index) => ({ ...emptyRow(order), tracking: tracking[index] ?? '' }))
    const known = await readChosen(own, seller, orders)
    const keys = sheet.flatMap((row) => parcelKeyOf(sheetKey, row) ?? [])
    const against = {
      orders: known,
      known: await knownRequests(own, seller, keys),
      carriers: testCarriers,
      zone,
      now,
      texts,
    }
    const { requests, errors } = readShipmentRequests({ sheetKey, sheet, service: '', shipped }, against)
    return { ...(await shipSheet(own, requests, { sellerId: seller, member: by, now, texts })), errors }
  })

const rowsOf = async (orders: readonly OrderNumber[], role: 'shipper' | 'viewer' = 'shipper') =>
  shipRows(await db.asSeller(seller, 'read', (own) => readChosen(own, seller, orders)), {
    texts,
    role,
    zone,
    now,
  })

describe('a sheet', () => {
  it('ships what it can, reports who was first and what is wrong, and is idempotent', async () => {
    const orders = await addOrders(4)
    await send([orders[1]!], ['RN473124829GB'], { by: ben, sheetKey: 'fedcba9876543210' })
    const first = await send(orders, ['RN000000014GB', 'RN473124829GB', 'RN473124828GB'])
    expect(first).toMatchObject({ shipped: 1, refused: { [orders[1]!]: 'Ben was first, 20 Nov, 14:30.' } })
    expect(Object.keys(first.errors)).toEqual([`tracking.${orders[2]}`])
    expect(await send(orders, ['RN000000014GB'])).toMatchObject({ shipped: 1, undo: null, refused: {} })
    expect((await rowsOf(orders)).map(({ cannot }) => cannot?.why ?? null)).toEqual([
      'RN000000014GB · Ada, 20 Nov, 14:30',
      'RN473124829GB · Ben, 20 Nov, 14:30',
      null,
      null,
    ])
  })

  it('shows the buyer’s note to roles that see addresses', async () => {
    const orders = await addOrders(2)
    await updateRows(db.owner, 'orders', { order_number: orders[1]! }, { buyer_note: 'Signature please.' })
    expect((await rowsOf(orders)).map(({ note }) => note)).toEqual([null, 'Note from the buyer: Signature please.'])
    expect((await rowsOf(orders, 'viewer')).map(({ note }) => note)).toEqual([null, null])
  })

  it('is taken back completely, except scanned parcels', async () => {
    const orders = await addOrders(3)
    const { undo } = await send(orders, ['RN000000014GB', 'RN000000028GB', 'RN000000031GB'])
    await updateRows(
      db.owner,
      'shipments',
      { seller_id: seller, tracking_number: 'RN000000028GB' },
      { state: 'IN_TRANSIT' },
    )
    const back = await db.asSeller(seller, 'write', async (own) => {
      const [step] = await takeUndos(own, { sellerId: seller, memberId: ada.id, ids: [undo!], now })
      const actor = { kind: 'MEMBER', ...ada } as const
      return takeParcelsBack(own, { sellerId: seller, inverse: step!.inverse as ParcelsInverse, actor, now })
    })
    expect(back).toEqual({ back: 2, left: 1 })
    expect((await rowsOf(orders)).map(({ cannot }) => cannot === null)).toEqual([true, false, true])
  })

  it('needs some input, a past date, and a page that is not too old', async () => {
    const orders = await addOrders(1)
    const number = ['RN000000014GB']
    expect((await send(orders, [])).errors).toHaveProperty('form')
    expect((await send(orders, number, { sheetKey: '' })).errors).toHaveProperty('form')
    expect((await send(orders, number, { shipped: '2026-11-21' })).errors).toHaveProperty('shipped')
    for (const none of ['2026-11-18', '2026-11-31', 'today'])
      expect((await send(orders, number, { shipped: none })).errors).toHaveProperty('shipped')
    expect(await send(orders, number, { shipped: '2026-11-20' })).toMatchObject({ shipped: 1, errors: {} })
  })
})
