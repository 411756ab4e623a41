import { beforeEach, describe, expect, it } from 'vitest'
import * as itemPage from '#features/selling/inventory/stock-item-page.tsx'
import { addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import { addLocation, readDividedStock } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { addTestColleague, addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as page from './stock-moves-page.tsx'

const { db, hub, now } = await testHubAt('2026-11-22T10:40:00Z')

let seller_id: number
let ann: TestBrowser

beforeEach(async () => {
  ;({ sellerId: seller_id, browser: ann } = await addTestShop(hub, { name: 'Ann Example' }))
})

const addPlace = (name: string) =>
  db.asSeller(seller_id, 'write', (own) => addLocation(own, { sellerId: seller_id, name, first: 'Warehouse', now }))

const read = async () => (await ann.get(page, paths.stockMoves())).data

const send = (step: string, fields: Record<string, string>, as = ann) =>
  as.post(page, paths.stockMoves(), { step, ...fields })

const list = async (codes: string, more: Record<string, string> = {}) => ({
  key: (await read()).key,
  fromLocation: '1',
  toLocation: '2',
  codes,
  ...more,
})

/** Items of SKUs at each location. */
async function stock(...skus: string[]): Promise<number[][]> {
  return Promise.all(
    skus.map((sku) =>
      db.asSeller(seller_id, 'read', async (own) => {
        const divided = await readDividedStock(own, { sellerId: seller_id, sku, onHand: 4 })
        return divided.map(({ items }) => items)
      }),
    ),
  )
}

const addThree = async () => {
  for (const sku of ['A', 'B', 'C']) await addStocked(db, seller_id, sku)
  await addPlace('Shop')
}

describe('a list of codes', () => {
  it('is checked, moves nothing before it is confirmed, and then moves all of it once', async () => {
    await addThree()
    const wanted = await list('A\nA\nB\t3')
    const { data, status } = await send('check', wanted)
    expect(status).toBe(200)
    expect(data.check).toMatchObject({
      summary: '2 SKUs, 5 items from Warehouse to Shop',
      submit: 'Move 5 items',
      problems: null,
      lines: [
        { sku: 'A', title: 'Film A', there: '4', items: '2', left: '2', problem: '' },
        { sku: 'B', there: '4', items: '3', left: '1', problem: '' },
      ],
      values: { codes: 'A\nA\nB\t3' },
    })
    expect(await stock('A', 'B')).toEqual([
      [4, 0],
      [4, 0],
    ])
    for (let sent = 0; sent < 2; sent += 1)
      expect(await send('move', wanted)).toMatchObject({ status: 303, location: paths.stockMoves('moved') })
    expect(await stock('A', 'B', 'C')).toEqual([
      [2, 2],
      [1, 3],
      [4, 0],
    ])
    expect((await read()).moves).toMatchObject([
      { id: wanted.key, what: 'Moved by Ann Example', from: 'Warehouse', to: 'Shop', skus: '2', items: '5' },
    ])
  })

  it('moves nothing if one line is wrong, and says of each what is', async () => {
    await addThree()
    const own = { seller_id, listing_id: await addStocked(db, seller_id, 'SHIRT') }
    await addVariations(db, own, { 'SHIRT-S': 4 })
    const wanted = await list('A,1\nB,5\nC,0\nSHIRT\nnothing')
    for (const step of ['check', 'move'])
      expect(await send(step, wanted)).toMatchObject({
        status: 422,
        data: {
          errors: { codes: '4 lines cannot be moved. Correct them, and check the list again.' },
          values: { codes: wanted.codes },
          check: {
            lines: [
              { sku: 'B', problem: 'Only 4 items are at Warehouse.' },
              { sku: 'C', problem: 'Enter a whole number from 1 to 1,000,000.' },
              { sku: 'SHIRT', problem: 'No listing has this SKU at present.' },
              { sku: 'A', problem: '' },
            ],
            unknown: ['nothing'],
          },
        },
      })
    expect(await stock('A', 'B')).toEqual([
      [4, 0],
      [4, 0],
    ])
    expect((await read()).moves).toEqual([])
  })

  it('is checked again when it is confirmed', async () => {
    await addThree()
    const wanted = await list('A,4\nB,1')
    expect((await send('check', wanted)).status).toBe(200)
    await send('move', await list('A,1'))
    expect(await send('move', wanted)).toMatchObject({
      status: 422,
      data: { check: { lines: [{ sku: 'A', problem: 'Only 3 items are at Warehouse.' }, { sku: 'B' }] } },
    })
    expect(await stock('B')).toEqual([[4, 0]])
  })

  it('needs two locations and codes', async () => {
    await addStocked(db, seller_id, 'A')
    expect(await read()).toMatchObject({ places: [], moves: [] })
    expect(await send('check', await list('A'))).toMatchObject({
      status: 422,
      data: { errors: { toLocation: expect.stringContaining('one of your locations') } },
    })
    await addPlace('Shop')
    const refusals = [
      [{ toLocation: '1' }, { toLocation: 'Choose two different locations.' }],
      [{ fromLocation: 'x' }, { fromLocation: expect.stringContaining('one of your locations') }],
      [{ codes: ' \n ' }, { codes: 'Scan or type at least one code.' }],
      [
        { codes: Array.from({ length: 1001 }, (_, n) => `N-${n}`).join('\n') },
        { codes: '1,001 lines cannot be moved. Correct them, and check the list again.' },
      ],
    ] as const
    for (const [change, errors] of refusals)
      expect(await send('check', await list('A', change))).toMatchObject({ status: 422, data: { errors } })
    expect((await send('check', { ...(await list('A')), key: 'x' })).status).toBe(400)
  })

  it('is for those who edit listings', async () => {
    const browser = await addTestColleague(hub, seller_id, 'viewer')
    expect((await browser.get(page, paths.stockMoves())).status).toBe(403)
    expect((await send('move', await list('A'), browser)).status).toBe(403)
  })
})

describe('a move of several SKUs', () => {
  const undo = (undoes: string) => send('undo', { undoes })

  it('is taken back as a whole, once, without what was moved back alone', async () => {
    await addThree()
    const wanted = await list('A,2\nB,3')
    await send('move', wanted)
    const item = await db.owner
      .selectFrom('stock_items as i')
      .innerJoin('stock_transfers as t', (join) =>
        join.onRef('t.seller_id', '=', 'i.seller_id').onRef('t.sku', '=', 'i.sku'),
      )
      .select(['i.stock_number as number', 't.id'])
      .where('i.seller_id', '=', seller_id)
      .where('i.sku', '=', 'A')
      .executeTakeFirstOrThrow()
    await ann.post(itemPage, paths.stockItem(item.number), { step: 'undo', undoes: item.id })
    for (let sent = 0; sent < 2; sent += 1)
      expect(await undo(wanted.key)).toMatchObject({ status: 303, location: paths.stockMoves('undone') })
    expect(await stock('A', 'B')).toEqual([
      [4, 0],
      [4, 0],
    ])
    const { moves } = await read()
    expect(moves).toHaveLength(2)
    expect(moves.map(({ undo: offered }: { undo: string | null }) => offered)).toEqual([null, null])
  })

  it('stays if one of its items is gone', async () => {
    await addThree()
    const wanted = await list('A,2\nB,3')
    await send('move', wanted)
    await send('move', await list('B,1', { fromLocation: '2', toLocation: '1' }))
    expect(await undo(wanted.key)).toMatchObject({
      status: 422,
      data: { errors: { form: 'Nothing was moved back. B: Only 2 items are at Shop.' } },
    })
    expect(await stock('A', 'B')).toEqual([
      [2, 2],
      [2, 2],
    ])
    expect((await undo('f'.repeat(16))).status).toBe(422)
  })
})
