import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { signedNumber } from '#features/selling/inventory/signed-number.ts'
import { addHeld, addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { ownRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import { applyCount } from './apply-count.server.ts'
import { addLocation } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import * as uploadPage from '#features/reports/upload-page/upload-page.tsx'
import * as countEvents from './count-events-resource.ts'
import type { CountModel } from './stock-count-page.server.ts'
import * as page from './stock-count-page.tsx'

let clock = new Date('2026-11-22T10:40:00Z').getTime()
/** Milliseconds by which each look at the clock is later than the one before. */
let late = 0
const db = await testDatabase()
const hub = testServices(db, {
  now: () => {
    clock += late
    return new Date(clock)
  },
})

let seller_id: number
let ann: TestBrowser

beforeEach(async () => {
  const owner = await addTestMember(hub, { name: 'Ann Example' })
  seller_id = await addTestSeller(db, { [owner.id]: 'owner' })
  ann = await signedInBrowser(hub, owner.email)
})

/** Sends codes to a new count, or to one that was begun; returns the address of the count. */
async function add(codes: string, to = paths.stockCount()): Promise<string> {
  const { data } = await ann.get(page, to)
  const { location } = await ann.post(page, to, { step: 'add', key: data.key, codes })
  return assertDefined(location, 'the codes were taken')
}

/** Adds listings of the SKUs N0, N1 …, of each of which four are on hand. */
async function addManyStocked(n: number): Promise<void> {
  await sql`
    insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available, starts_at)
    select ${seller_id}, 'Film', 'N' || n, 'Film', 'NEW', 'ACTIVE', 500, 'GBP', 4, ${new Date(clock)}
    from generate_series(0, ${n - 1}::integer) n`.execute(db.owner)
}

const step = (count: string, name: string, more: Record<string, string> = {}) =>
  ann.post(page, count, { step: name, ...more })

async function review(count: string) {
  const { data } = await ann.get(page, count)
  const { items, sums }: CountModel = data.count
  return {
    done: data.count.done,
    summary: [sums.rows, sums.differing],
    unknown: sums.unknown.map(({ code, counted }) => `${code}: ${counted}`),
    rows: items.map(({ sku, expected, counted, note }) =>
      [sku, expected, counted, signedNumber(counted - expected, { number: String }), note].join(' | '),
    ),
    numbers: items.map(({ number }) => number),
  }
}

const onHand = async () => {
  const rows = await db.owner
    .selectFrom('listings')
    .select(['sku', 'on_hand'])
    .where('seller_id', '=', seller_id)
    .orderBy('sku')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.sku, row.on_hand]))
}

describe('a count', () => {
  it('shows what was expected beside what was scanned, changes nothing before it is applied, and then only that', async () => {
    await addStocked(db, seller_id, 'A')
    await addStocked(db, seller_id, 'B')
    await addStocked(db, seller_id, 'C')
    const count = await add('A\nA\nB,4\nnothing\nA')
    expect(await review(count)).toMatchObject({
      summary: [2, 1],
      done: 'Counted. Nothing is changed yet.',
      unknown: ['nothing: 1'],
      rows: ['A | 4 | 3 | −1 | ', 'B | 4 | 4 | 0 | '],
    })
    expect(await onHand()).toEqual({ A: 4, B: 4, C: 4 })
    await step(count, 'apply')
    expect(await onHand()).toEqual({ A: 3, B: 4, C: 4 })
    expect((await review(count)).rows).toEqual(['A | 4 | 3 | −1 | Applied', 'B | 4 | 4 | 0 | Applied'])
    const [movement] = await db.owner
      .selectFrom('stock_movements')
      .select(['on_hand_change', 'cause'])
      .where('seller_id', '=', seller_id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    const id = new URL(count, 'http://hub').searchParams.get('count')
    expect(movement).toEqual({
      on_hand_change: -1,
      cause: { kind: 'COUNT', count: id, by: 'Ann Example', sku: 'A' },
    })
  })

  it('goes on: more codes are added, and the same form is counted once', async () => {
    await addStocked(db, seller_id, 'A')
    const count = await add('A')
    const { data } = await ann.get(page, count)
    const send = () => ann.post(page, count, { step: 'add', key: data.key, codes: 'A\nA' })
    await send()
    await send()
    expect((await review(count)).rows).toEqual(['A | 4 | 3 | −1 | '])
    // Also after a colleague has counted on.
    await add('A', count)
    await send()
    expect((await review(count)).rows).toEqual(['A | 4 | 4 | 0 | '])
  })

  it('leaves what changed since, and what orders have reserved, and names both', async () => {
    const changed = await addStocked(db, seller_id, 'CHANGED')
    const listing_id = await addStocked(db, seller_id, 'SOLD')
    const count = await add('CHANGED,3\nSOLD,1')
    await db.owner.updateTable('listings').set({ on_hand: 9 }).where('id', '=', changed).execute()
    await addHeld(db, { seller_id, listing_id }, { quantity: 2 })
    await step(count, 'apply')
    expect(await onHand()).toEqual({ CHANGED: 9, SOLD: 4 })
    expect((await review(count)).rows).toEqual([
      'CHANGED | 4 | 3 | −1 | Left as it is: it changed since it was counted. 9 items are on hand now.',
      'SOLD | 4 | 1 | −3 | Left as it is: 2 items are reserved for orders.',
    ])
    // Counted again, it is compared with what is there now.
    await add('CHANGED,8', count)
    await step(count, 'apply')
    expect(await onHand()).toMatchObject({ CHANGED: 8 })
  })

  it('is applied once by two requests at once, also where the stock is again what was expected', async () => {
    const listing_id = await addStocked(db, seller_id, 'A')
    const count = await add('A,3')
    const id = assertDefined(new URL(count, 'http://hub').searchParams.get('count'), 'the count has an id')
    const { read, write } = ownRows(hub, seller_id)
    const reads: typeof read = async (work) => {
      const found = await read(work)
      // Another request applies the count meanwhile, and a colleague then finds the fourth item.
      await step(count, 'apply')
      await db.owner.updateTable('listings').set({ on_hand: 4 }).where('id', '=', listing_id).execute()
      return found
    }
    const seller = { currency: 'GBP' }
    await applyCount({ hub, seller, member: { name: 'Ann Example' }, read: reads, write }, { sellerId: seller_id, id })
    expect(await onHand()).toEqual({ A: 4 })
  })

  it('knows variations, and products by their GTIN with or without zeros in front', async () => {
    const { id: product_id } = await db.owner
      .insertInto('products')
      .values({ epid: String(900_000 + seller_id), gtin: '0012345678905', title: 'Film', category: 'Film' })
      .onConflict((conflict) => conflict.column('gtin').doUpdateSet((row) => ({ title: row.ref('excluded.title') })))
      .returning('id')
      .executeTakeFirstOrThrow()
    await addStocked(db, seller_id, 'FILM', { product_id })
    const listing_id = await addStocked(db, seller_id, 'SHIRT', { quantity_available: 5 })
    await addVariations(db, { seller_id, listing_id }, { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    const count = await add('012345678905\n0012345678905\nSHIRT-M,2')
    expect((await review(count)).rows).toEqual(['FILM | 4 | 2 | −2 | ', 'SHIRT-M | 3 | 2 | −1 | '])
    await step(count, 'apply')
    expect(await onHand()).toEqual({ FILM: 2, SHIRT: 4 })
  })

  it('is neither begun nor applied where the marketplace’s shop counts the stock', async () => {
    await addStocked(db, seller_id, 'A')
    const count = await add('A')
    await db.owner.updateTable('sellers').set({ stock_owner: 'SHOP' }).where('id', '=', seller_id).execute()
    const text = expect.stringContaining('shop keeps count')
    for (const [name, to] of [
      ['apply', count],
      ['add', paths.stockCount()],
    ] as const) {
      const { data } = await ann.get(page, to)
      expect(data).toMatchObject({ countedByShop: text })
      expect(await ann.post(page, to, { step: name, key: data.key, codes: 'A' })).toMatchObject({
        status: 422,
        data: { errors: { codes: text } },
      })
    }
    expect(await onHand()).toEqual({ A: 4 })
    expect((await review(count)).rows).toEqual(['A | 4 | 1 | −3 | '])
    await step(count, 'discard')
    expect((await ann.get(page, count)).status).toBe(404)
  })

  it('can leave a SKU out, and be discarded', async () => {
    await addStocked(db, seller_id, 'A')
    await addStocked(db, seller_id, 'B')
    const count = await add('A\nB')
    const { numbers } = await review(count)
    await step(count, 'remove', { item: numbers[0]! })
    expect((await review(count)).rows).toEqual(['B | 4 | 1 | −3 | '])
    const listed = (await ann.get(page, paths.stockCount())).data.lines
    expect(listed).toMatchObject([{ by: 'Ann Example', rows: '1', differing: '1', state: 'Not applied' }])
    await step(count, 'discard')
    expect((await ann.get(page, count)).status).toBe(404)
    expect(await onHand()).toEqual({ A: 4, B: 4 })
  })

  it('counts several variations of a listing at once, and each movement names its own', async () => {
    await addStocked(db, seller_id, 'A')
    const listing_id = await addStocked(db, seller_id, 'SHIRT', { quantity_available: 9 })
    await addVariations(db, { seller_id, listing_id }, { S: 2, M: 3, L: 4 })
    const count = await add('A,9\nS,1\nM,7\nL,4')
    expect((await review(count)).rows).toEqual([
      'A | 4 | 9 | +5 | ',
      'L | 4 | 4 | 0 | ',
      'M | 3 | 7 | +4 | ',
      'S | 2 | 1 | −1 | ',
    ])
    await step(count, 'apply')
    expect(await onHand()).toEqual({ A: 9, SHIRT: 12 })
    const variations = await db.owner
      .selectFrom('listing_variations')
      .select(['sku', 'quantity'])
      .where('listing_id', '=', listing_id)
      .orderBy('sku')
      .execute()
    expect(variations.map(({ sku, quantity }) => `${sku} ${quantity}`)).toEqual(['L 4', 'M 7', 'S 1'])
    const movements = await db.owner
      .selectFrom('stock_movements')
      .select(['on_hand_change', 'cause'])
      .where('seller_id', '=', seller_id)
      .where('cause', 'is not', null)
      .execute()
    const moved = movements.map(({ on_hand_change, cause }) => `${String(cause?.['sku'])} ${on_hand_change}`)
    expect(moved.toSorted()).toEqual(['A 5', 'M 4', 'S -1'])
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('takes a file after typed codes, and goes on where a long one stopped', async () => {
    for (const sku of ['A', 'B', 'C']) await addStocked(db, seller_id, sku)
    const begun = new URL(await add('C'), 'http://hub').searchParams.get('count') ?? ''
    const pasted = 'SKU;Title;Counted\nA;Film;7\nB;Film;\nC;Film;2\nX;Film;1\n'
    const sent = { step: 'read', kind: 'count', count: begun, pasted }
    const { location } = await ann.post(uploadPage, paths.uploads, sent)
    const count = assertDefined(location, 'the file was taken')
    expect(await review(count)).toMatchObject({
      rows: ['A | 4 | 7 | +3 | ', 'C | 4 | 3 | −1 | '],
      unknown: ['X: 1'],
    })
    await step(count, 'discard')

    await addManyStocked(501)
    const long = await add(Array.from({ length: 501 }, (_, n) => `N${n},5`).join('\n'))
    // A request applies for a limited time.
    late = 15_000
    onTestFinished(() => void (late = 0))
    expect((await step(long, 'apply')).location).toContain('done=partly')
    const corrected = async () => Object.values(await onHand()).filter((items) => items === 5).length
    expect(await corrected()).toBe(500)
    late = 0
    expect((await step(long, 'apply')).location).toContain('done=applied')
    expect(await corrected()).toBe(501)
  })

  it.each([
    ['of Shopify', ['SKU,Location,On hand (current),On hand (new)', 'A,Shop,3,4', 'A,Barn,9,11', 'B,Shop,6,']],
    [
      'of Square',
      [
        'SKU,Item Name,Current Quantity Shop,New Quantity Shop,Current Quantity Barn,New Quantity Barn',
        'A,Mug,3,4,11,',
        'B,Cup,6,,,',
      ],
    ],
  ])('of a file with stock at several locations asks what counts: %s', async (_, rows) => {
    for (const sku of ['A', 'B']) await addStocked(db, seller_id, sku)
    const sent = { step: 'read', kind: 'count', pasted: rows.join('\n') }
    const asked = (await ann.post(uploadPage, paths.uploads, sent)).location ?? ''
    const { id, chosen, places } = (await ann.get(uploadPage, asked)).data.kind
    expect(chosen).toBe('count')
    expect(places.map(({ value }: { value: string }) => value)).toEqual(['', '*', 'Shop', 'Barn'])
    const take = (place: string) =>
      ann.post(uploadPage, paths.uploads, { step: 'take', file: id, kind: 'count', place })
    expect(await take('')).toMatchObject({ status: 422, data: { kindError: expect.stringContaining('Choose which') } })
    const count = assertDefined((await take('Barn')).location, 'the file was taken')
    expect(await review(count)).toMatchObject({ rows: ['A | 4 | 11 | +7 | '] })
  })

  it('of a file with stock at another location than the count asks what counts', async () => {
    await addStocked(db, seller_id, 'A')
    const location = { sellerId: seller_id, name: 'Barn', first: 'Shop', now: new Date(clock) }
    await db.asSeller(seller_id, 'write', (own) => addLocation(own, location))
    const { data } = await ann.get(page, paths.stockCount())
    const { value } = data.locations.find(({ label }: { label: string }) => label === 'Barn')
    const take = async (rows: string, place = '') => {
      const sent = { step: 'read', kind: 'count', pasted: `SKU,Location,Counted\n${rows}` }
      const { id } = (await ann.get(uploadPage, (await ann.post(uploadPage, paths.uploads, sent)).location ?? '')).data
        .kind
      return ann.post(uploadPage, paths.uploads, { step: 'take', file: id, kind: 'count', location: value, place })
    }
    const rowsOf = async (count: string | null) => (await review(assertDefined(count, 'it was taken'))).rows
    expect(await take('A,London,3')).toMatchObject({
      status: 422,
      data: { kindError: expect.stringContaining('Choose which') },
    })
    expect(await rowsOf((await take('A,London,3', 'London')).location)).toEqual(['A | 0 | 3 | +3 | '])
    expect(await rowsOf((await take('A,barn,2\nB,Shop,5')).location)).toEqual(['A | 0 | 2 | +2 | '])
  })

  it('counts a file once, until it was applied', async () => {
    await addStocked(db, seller_id, 'A')
    const sent = { step: 'read', kind: 'count', pasted: 'SKU;Counted\nA;3\n' }
    const count = assertDefined((await ann.post(uploadPage, paths.uploads, sent)).location, 'the file was taken')
    const again = { ...sent, count: new URL(count, 'http://hub').searchParams.get('count') ?? '' }
    const refused = { status: 422, data: { refused: [{ text: expect.stringContaining('in this count already') }] } }
    expect(await ann.post(uploadPage, paths.uploads, again)).toMatchObject(refused)
    expect((await review(count)).rows).toEqual(['A | 4 | 3 | −1 | '])
    await step(count, 'apply')
    expect((await ann.post(uploadPage, paths.uploads, again)).location).toBe(count)
    expect((await review(count)).rows).toEqual(['A | 3 | 3 | 0 | '])
  })

  it('ignores the case of letters, where one SKU is meant', async () => {
    for (const sku of ['Lens-50a', 'b', 'B']) await addStocked(db, seller_id, sku)
    const { rows, unknown } = await review(await add('LENS-50A\nlens-50a\nLens-50a\nb\nB'))
    expect(rows).toEqual(['B | 4 | 1 | −3 | ', 'Lens-50a | 4 | 3 | −1 | ', 'b | 4 | 1 | −3 | '])
    expect(unknown).toEqual([])
  })

  it('begins empty, and takes corrections, and codes that are assigned or dropped', async () => {
    await addStocked(db, seller_id, 'A')
    const count = await add('')
    expect((await review(count)).rows).toEqual([])
    await add('A\n4711,12\nodd', count)
    const [number] = (await review(count)).numbers
    const send = async (name: string, more: Record<string, string>) =>
      step(count, name, { key: (await ann.get(page, count)).data.key, ...more })
    await send('correct', { item: number!, counted: '9' })
    expect(await send('correct', { item: number!, counted: '1.5' })).toMatchObject({ status: 422 })
    expect(await send('assign', { code: '4711', sku: 'B', counted: '12' })).toMatchObject({
      status: 422,
      data: { errors: { form: 'No SKU is called B.' } },
    })
    await send('drop', { code: 'odd' })
    expect(await review(count)).toMatchObject({ rows: ['A | 4 | 9 | +5 | '], unknown: ['4711: 12'] })
    await send('assign', { code: '4711', sku: 'a', counted: '2' })
    // Assigned, it counts.
    await add('4711', count)
    expect(await review(count)).toMatchObject({ rows: ['A | 4 | 12 | +8 | '], unknown: [] })
  })

  it('takes what devices send once, and says what it was', async () => {
    await addStocked(db, seller_id, 'A')
    const count = await add('')
    const id = new URL(count, 'http://hub').searchParams.get('count') ?? ''
    const from = '0123456789abcdef'
    const event = (n: number, what: object) => ({ id: `${from}.${n}`, from, n, count: id, ...what })
    const send = async (...events: object[]) => {
      const { data } = await ann.post(countEvents, `${paths.countEvents}?count=${id}`, {
        events: JSON.stringify(events),
      })
      return data
    }
    const [first, second, third] = ['a', 'A', 'X'].map((code, nth) => event(nth + 1, { code }))
    const answer = await send(first!, second!)
    const [{ number }] = answer.rows
    expect(answer).toMatchObject({
      results: [
        { id: `${from}.1`, outcome: 'taken', isAgain: false, numbers: [number] },
        { id: `${from}.2`, outcome: 'taken', isAgain: true },
      ],
      rows: [{ sku: 'A', counted: 2, expected: 4 }],
      sums: { rows: 1, differing: 1, unknown: [] },
    })
    // The answer was lost.
    const last = event(4, { number, counted: 3 })
    expect(await send(second!, third!, last)).toMatchObject({
      results: [{ id: `${from}.2`, numbers: [number] }, { outcome: 'unknown' }, { id: `${from}.4`, outcome: 'taken' }],
      sums: { unknown: [{ code: 'X', counted: 1 }] },
    })
    expect((await review(count)).rows).toEqual(['A | 4 | 3 | −1 | '])
    expect((await ann.post(countEvents, `${paths.countEvents}?count=${id}`, { events: '[]' })).status).toBe(400)
    await step(count, 'discard')
    expect(await send(event(5, { code: 'A' }))).toEqual({ results: [], rows: [], sums: null })
  })

  it('of no codes is refused, and of the count of another seller there is none', async () => {
    await addStocked(db, seller_id, 'A')
    const count = await add('A')
    const { data } = await ann.get(page, count)
    expect(await ann.post(page, count, { step: 'add', key: data.key, codes: ' \n' })).toMatchObject({
      status: 422,
      data: { errors: { codes: 'Scan or type at least one code.' } },
    })
    const other = await addTestMember(hub)
    await addTestSeller(db, { [other.id]: 'owner' })
    const bob = await signedInBrowser(hub, other.email)
    expect((await bob.get(page, count)).status).toBe(404)
  })
})
