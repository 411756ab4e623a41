import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { matchingIds } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import type { PrintDocument } from '#features/core/order/print-documents.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { listBins, replaceBins } from './bins-db.server.ts'
import { readPackedOrders } from './packed-orders-db.server.ts'
import { forgetRun, loadRun, readChosen, runOrders, startRun } from './print-runs-db.server.ts'
import { readPrintSettings, savePrintSettings } from './print-settings-db.server.ts'
import { minute } from '#lib/duration.ts'

const now = new Date('2026-11-20T14:30:00Z')
const texts = textsFor('en', 'Europe/London')

const db = await testDatabase()
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')
const known = await addOrders(db, { sellerId: seller, count: 60, now, seed: 'printing' })
await addOrders(db, { sellerId: other, count: 5, now, seed: 'printing' })

function asked(search: string) {
  const reader = { sellerId: seller, role: 'owner', now, zone: 'Europe/London', policyPack } as const
  return openList(ordersList, { pathname: '/sh/ord', searchParams: new URLSearchParams(search) }, reader)
}

function start(document: PrintDocument, orderIds: number[], printedBy = 'Ada', at = now): Promise<string> {
  const label = document === 'label' ? { format: 'a4-2x7', used: 3 } : null
  return db.asSeller(seller, 'write', (own) =>
    startRun(own, { sellerId: seller, document, orderIds, printedBy, now: at, label }),
  )
}

const found = async (search: string) =>
  (await db.asSeller(seller, 'read', (own) => matchingIds(ordersList, asked(search)).execute(own))).rows.map(
    ({ id }) => id,
  )

describe('what was printed', () => {
  it('is stored in its order, and read in parts', async () => {
    const ids = known.map(({ id }) => id).toReversed()
    const id = await start('label', ids)
    const parts = await db.asSeller(seller, 'read', async (own) => {
      const run = (await loadRun(own, seller, id))!
      expect(run).toMatchObject({
        orders: 60,
        label_format: 'a4-2x7',
        labels_used: 3,
        printed_by: 'Ada',
        order_number: null,
      })
      return [
        await runOrders(own, run, { after: 0, limit: 40 }),
        await runOrders(own, run, { after: 40, limit: 40 }),
        await runOrders(own, run, { after: 60, limit: 40 }),
      ]
    })
    expect(parts.map((part) => part.length)).toEqual([40, 20, 0])
    expect(parts.flat()).toEqual(ids)
    expect(await db.asSeller(other, 'read', (own) => loadRun(own, other, id))).toBeNull()
  })

  it('is found by the filter for each document, until its mark is removed', async () => {
    const [first, second] = known
    const slip = await start('slip', [first!.id, second!.id])
    await start('slip', [first!.id], 'Bea', new Date(now.getTime() + minute))
    const unprinted = new Set(await found('unprinted=slip'))
    expect(unprinted.size).toBe(58)
    expect([first, second].some((order) => unprinted.has(order!.id))).toBe(false)
    expect(await found('unprinted=pick-list')).toHaveLength(60)
    const { orders, last } = await db.asSeller(seller, 'read', (own) =>
      readChosen(own, { ...asked(''), keys: [first!.number] }),
    )
    expect(orders).toMatchObject([{ id: first!.id, printed: expect.arrayContaining(['slip', 'label']) }])
    expect(last.find(({ document }) => document === 'slip')).toMatchObject({ printed_by: 'Bea' })
    expect(await db.asSeller(other, 'write', (own) => forgetRun(own, other, slip))).toBe(false)
    expect(await db.asSeller(seller, 'write', (own) => forgetRun(own, seller, slip))).toBe(true)
    const left = await found('unprinted=slip')
    expect(left).toContain(second!.id)
    expect(left).not.toContain(first!.id)
  })

  it('is recorded or removed, and never rewritten', async () => {
    const change = (table: 'print_runs' | 'printed_orders') =>
      db.asSeller(seller, 'write', (own) =>
        own.updateTable(table).set({ document: 'slip' }).where('seller_id', '=', seller).execute(),
      )
    await expect(change('print_runs')).rejects.toThrow('permission denied')
    await expect(change('printed_orders')).rejects.toThrow('permission denied')
  })
})

describe('what is packed', () => {
  it('is read with its lines, their bins and the parcels that left, in the order asked for', async () => {
    await db.asSeller(seller, 'write', (own) => replaceBins(own, seller, [{ sku: 'SKU-1', bin: 'A-03' }]))
    const ids = known
      .slice(0, 20)
      .map(({ id }) => id)
      .toReversed()
    const orders = await db.asSeller(seller, 'read', (own) => readPackedOrders(own, seller, ids))
    expect(orders.map(({ id }) => id)).toEqual(ids)
    for (const { number, lines, address } of orders) {
      const { lines: wanted, country, name } = known.find((order) => order.number === number)!
      expect(lines.map(({ title, sku, quantity }) => ({ title, sku, quantity }))).toEqual(
        wanted.map(({ title, sku, quantity }) => ({ title, sku, quantity })),
      )
      for (const { sku, bin } of lines) expect(bin).toBe(sku === 'SKU-1' ? 'A-03' : null)
      expect(address).toMatchObject({ name, country, line1: '1 Secret Street' })
    }
    expect(await db.asSeller(other, 'read', (own) => readPackedOrders(own, other, ids))).toEqual([])
  })

  it('has the bin of the latest list of bins', async () => {
    await db.asSeller(seller, 'write', (own) =>
      replaceBins(own, seller, [
        { sku: 'B', bin: '2' },
        { sku: 'A', bin: '2' },
      ]),
    )
    // An impatient double click: concurrent identical requests.
    const replace = () => db.asSeller(seller, 'write', (own) => replaceBins(own, seller, [{ sku: 'B', bin: '1' }]))
    await Promise.all([replace(), replace(), replace()])
    expect(await db.asSeller(seller, 'read', (own) => listBins(own, seller))).toEqual([{ sku: 'B', bin: '1' }])
    expect(await db.asSeller(other, 'read', (own) => listBins(own, other))).toEqual([])
  })
})

describe('how a seller prints', () => {
  const read = (id: number, country: string) =>
    db.asSeller(id, 'read', (own) => readPrintSettings(own, { id, displayName: 'Ann’s Shop', country }, texts))

  it('depends on the shop’s country until it is set', async () => {
    expect(await read(seller, 'GB')).toEqual({
      sender: { name: 'Ann’s Shop', lines: [], country: 'GB' },
      slipText: 'Thank you for buying from Ann’s Shop.',
      paper: 'A4',
      labelFormat: 'a4-2x7',
      invoice: { prefix: '', taxNumber: '', text: '' },
    })
    expect(await read(seller, 'US')).toMatchObject({ paper: 'LETTER', labelFormat: 'letter-2x5' })
    const settings = {
      sender: '1 High Street\nLondon',
      slipText: '',
      paper: 'LETTER',
      labelFormat: 'roll-4x6',
      invoice: { prefix: 'R-', taxNumber: 'GB 1', text: 'T' },
    } as const
    await db.asSeller(seller, 'write', (own) => savePrintSettings(own, seller, settings))
    expect(await read(seller, 'GB')).toEqual({
      sender: { name: 'Ann’s Shop', lines: ['1 High Street', 'London'], country: 'GB' },
      slipText: '',
      paper: 'LETTER',
      labelFormat: 'roll-4x6',
      invoice: { prefix: 'R-', taxNumber: 'GB 1', text: 'T' },
    })
    expect(await read(other, 'GB')).toMatchObject({ paper: 'A4' })
  })
})
