import { anyListing, addRow, addRows, rowOf, rowsOf } from '#db/testing-row.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { listingEvents } from '#features/core/listing/listing-states.ts'
import { listingStates } from '#features/core/listing/listing.ts'
import { stepListings } from './listing-actions-db.server.ts'
import { editListing, editVariations } from './listing-edits-db.server.ts'
import { removeCopies, restoreListings } from './listing-undo-db.server.ts'
import type { ListingBefore } from './listing-undo.ts'
import { day } from '#lib/duration.ts'

const now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase()
const seller = await addSeller(db, 'ann')

const listing = fc
  .record({
    state: fc.constantFrom(...listingStates),
    format: fc.constantFrom('FIXED_PRICE' as const, 'AUCTION' as const),
    quantity: fc.integer({ min: 0, max: 2 }),
    endsIn: fc.option(fc.integer({ min: 1, max: 9 })),
  })
  // Out-of-stock listings have quantity zero; with a quantity they would be active.
  .map((each) => (each.state === 'OUT_OF_STOCK' ? { ...each, quantity: 0 } : each))

type Made = typeof listing extends fc.Arbitrary<infer T> ? T : never

const inDays = (days: number) => new Date(now.getTime() + days * day)

async function add({ state, format, quantity, endsIn }: Made, sku: string | null = null) {
  const { id } = await addRow(db.owner, 'listings', {
    seller_id: seller,
    title: 'Leica M3',
    ...anyListing,
    price_minor: 900,
    sku,
    state,
    format,
    quantity_available: quantity,
    starts_at: state === 'DRAFT' ? null : inDays(state === 'SCHEDULED' ? 3 : -3),
    ends_at: endsIn === null ? null : inDays(endsIn),
    ended_at: state === 'ENDED' ? now : null,
    out_of_stock_since: state === 'OUT_OF_STOCK' ? inDays(-2) : null,
  })
  return id
}

const rows = async () =>
  (await db.owner.selectFrom('listings').selectAll().where('seller_id', '=', seller).orderBy('id').execute()).map(
    (row) => ({ ...row, version: 'counts on' }),
  )

const step = (ids: number[], event: (typeof listingEvents)[number]) =>
  db.asSeller(seller, 'write', (own) =>
    stepListings(own, { sellerId: seller, ids, event, now, ...(event === 'schedule' ? { startsAt: inDays(5) } : {}) }),
  )

type Results = Awaited<ReturnType<typeof step>>

const takeBack = (results: Results) =>
  db.asSeller(seller, 'write', async (own) => {
    const before = results.flatMap((result) => (result.ok && result.before ? [result.before] : []))
    const drafts = results.flatMap((result) => (result.ok && result.copied ? [result.copied] : []))
    const listings = await restoreListings(own, { sellerId: seller, inverse: { before } })
    const copies = await removeCopies(own, { sellerId: seller, inverse: { drafts } })
    return { back: listings.back + copies.back, left: listings.left + copies.left }
  })

it('undo restores everything after any reversible action', async () => {
  const events = listingEvents.filter(
    (event) => !['publish', 'start', 'expire', 'sellOut', 'restock', 'discard'].includes(event),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...events),
      async (all, event) => {
        const ids: number[] = []
        for (const each of all) ids.push(await add(each))
        const were = await rows()
        const results = await step(ids, event)
        const done = results.filter(({ ok }) => ok)
        // An ended auction cannot be restored: its bidders are gone.
        const forGood =
          event === 'end'
            ? all.filter(({ state, format }, n) => format === 'AUCTION' && results[n]!.ok && state).length
            : 0
        expect(await takeBack(results)).toEqual({ back: done.length - forGood, left: 0 })
        const ended = new Set(ids.filter((_, n) => event === 'end' && all[n]!.format === 'AUCTION'))
        expect((await rows()).filter(({ id }) => !ended.has(id))).toEqual(were.filter(({ id }) => !ended.has(id)))
        await db.owner.deleteFrom('listings').where('seller_id', '=', seller).execute()
      },
    ),
    propertyRuns(20),
  )
})

const active = { state: 'ACTIVE', format: 'FIXED_PRICE', quantity: 1, endsIn: null } as const

it('stock that an order returned to an ended listing is kept, and on sale again with it', async () => {
  const [some, none] = [await add({ ...active, quantity: 3 }), await add({ ...active, quantity: 2 })]
  const stock = (id: number, is: { on_hand?: number; reserved: number; state?: 'OUT_OF_STOCK' }) =>
    db.owner.updateTable('listings').set(is).where('seller_id', '=', seller).where('id', '=', id).execute()
  await stock(some, { on_hand: 5, reserved: 2 })
  await stock(none, { reserved: 2, state: 'OUT_OF_STOCK' })
  const results = await step([some, none], 'end')
  // As the database does when a line is cancelled; an ended listing changes in no other way.
  for (const id of [some, none]) await stock(id, { reserved: 0 })
  expect(await takeBack(results)).toEqual({ back: 2, left: 0 })
  const isBack = (id: number, on_hand: number) =>
    expect.objectContaining({ id, state: 'ACTIVE', on_hand, quantity_available: on_hand, out_of_stock_since: null })
  expect(await rows()).toEqual(expect.arrayContaining([isBack(some, 5), isBack(none, 2)]))
  await db.owner.deleteFrom('listings').where('seller_id', '=', seller).execute()
})

it('added stock that covers an oversold order since is not taken back', async () => {
  const [covered, other] = [await add({ ...active, quantity: 0 }), await add({ ...active, quantity: 0 })]
  const edit = async (id: number) => {
    const { item_number: itemNumber } = await rowOf(db.owner, 'listings', { seller_id: seller, id })
    const outcome = await db.asSeller(seller, 'write', (own) =>
      editListing(own, { sellerId: seller, itemNumber, version: 1, now, read: () => ({ quantity: 5 }) }),
    )
    return outcome.ok ? [outcome.before] : []
  }
  const before = [...(await edit(covered)), ...(await edit(other))]
  expect(before).toHaveLength(2)
  // As the database does when added stock covers a line.
  await sql`update listings set reserved = 3 where seller_id = ${seller} and id = ${covered}`.execute(db.owner)
  const back = await db.asSeller(seller, 'write', (own) =>
    restoreListings(own, { sellerId: seller, inverse: { before } }),
  )
  expect(back).toEqual({ back: 1, left: 1 })
  expect(await rows()).toMatchObject([
    { id: covered, on_hand: 5, reserved: 3, quantity_available: 2 },
    { id: other, on_hand: 0, reserved: 0, quantity_available: 0 },
  ])
  await db.owner.deleteFrom('listings').where('seller_id', '=', seller).execute()
})

it('later changes are kept', async () => {
  const [held, changed] = [await add(active), await add(active)]
  const results = await step([held, changed], 'hold')
  await step([changed], 'end')
  expect(await takeBack(results)).toEqual({ back: 1, left: 1 })
  const states = (await rows()).map(({ id, state }) => [id, state])
  expect(states).toEqual([
    [held, 'ACTIVE'],
    [changed, 'ENDED'],
  ])
  await db.owner.deleteFrom('listings').where('seller_id', '=', seller).execute()
})

it('an ended listing stays ended once it is relisted or its SKU is used elsewhere', async () => {
  const ids = [await add(active), await add(active, 'ONE'), await add(active, 'TWO'), await add(active)]
  const addVariation = (id: number, sku: string) =>
    addRows(db.owner, 'listing_variations', {
      seller_id: seller,
      listing_id: id,
      position: 1,
      axis_values: ['S'],
      sku,
      price_minor: 900,
      quantity: 1,
    })
  await addVariation(ids[2]!, 'TWO-S')
  await addVariation(ids[3]!, 'THREE-S')
  const results = await step(ids, 'end')
  const relisted = await step([ids[0]!], 'relist')
  await add(active, 'ONE')
  // Drafts do not occupy a SKU.
  await addVariation(await add({ ...active, state: 'DRAFT' }, 'TWO'), 'TWO-S')
  await addVariation(await add(active), 'THREE-S')
  expect(await takeBack(results)).toEqual({ back: 1, left: 3 })
  expect(await takeBack(relisted)).toEqual({ back: 1, left: 0 })
  const states = (await rows()).map(({ state }) => state)
  expect(states).toEqual(['ENDED', 'ENDED', 'ACTIVE', 'ENDED', 'ACTIVE', 'DRAFT', 'ACTIVE'])
  await db.owner.deleteFrom('listings').where('seller_id', '=', seller).execute()
})

it('a draft with new input is not removed by undo', async () => {
  const results = await step([await add(active), await add(active)], 'sellSimilar')
  const [typed] = results.flatMap((result) => (result.ok && result.copied ? [result.copied] : []))
  const { id } = await rowOf(db.owner, 'listings', { item_number: typed! })
  await addRows(db.owner, 'listing_drafts', {
    seller_id: seller,
    listing_id: id,
    form_key: crypto.randomUUID(),
    mode: 'AddItem',
    typed: {},
    saved_at: now,
  })
  expect(await takeBack(results)).toEqual({ back: 1, left: 1 })
  expect((await rows()).map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE', 'DRAFT'])
})

it('restores prices and stock of variations, except in listings changed since', async () => {
  const id = await add({ state: 'ACTIVE', format: 'FIXED_PRICE', quantity: 3, endsIn: null })
  const variation = { seller_id: seller, listing_id: id, price_minor: 900, quantity: 1 }
  const sizes = ['S', 'M'].map((size, index) => ({ ...variation, position: index + 1, axis_values: [size] }))
  await db.owner.insertInto('listing_variations').values(sizes).execute()
  const { item_number: itemNumber } = await rowOf(db.owner, 'listings', { id })
  const offers = async () => [
    await rows(),
    await rowsOf(db.owner, 'listing_variations', { listing_id: id }, 'position'),
  ]
  const edit = async (version: number, [small, medium] = [1, 0]) => {
    const given = [
      { priceMinor: 1000, quantity: small },
      { priceMinor: 800, quantity: medium },
    ]
    const order = { sellerId: seller, itemNumber, version, now, rows: given }
    const outcome = await db.asSeller(seller, 'write', (own) => editVariations(own, order))
    return outcome.ok ? outcome.before : expect.fail(outcome.reason)
  }
  const restore = (before: ListingBefore) =>
    db.asSeller(seller, 'write', (own) => restoreListings(own, { sellerId: seller, inverse: { before: [before] } }))
  const were = await offers()
  const first = await edit(1)
  expect(await offers()).not.toEqual(were)
  expect(await restore(first)).toEqual({ back: 1, left: 0 })
  expect(await offers()).toEqual(were)
  const second = await edit(3)
  await edit(4)
  expect(await restore(second)).toEqual({ back: 0, left: 1 })
  expect((await offers())[1]).toMatchObject([{ price_minor: 1000 }, { price_minor: 800 }])
  const third = await edit(5, [3, 0])
  // Units that the marketplace's shop counts since then are not restored.
  const countedBy = (owner: 'SHOP' | null) =>
    db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', seller).execute()
  await countedBy('SHOP')
  expect(await restore(third)).toEqual({ back: 0, left: 1 })
  await countedBy(null)
  expect(await restore(third)).toEqual({ back: 1, left: 0 })
})

it('keeps a scheduled draft if another listing with its SKU is on offer', async () => {
  const id = await add({ state: 'SCHEDULED', format: 'FIXED_PRICE', quantity: 1, endsIn: null })
  const other = await add({ state: 'DRAFT', format: 'FIXED_PRICE', quantity: 1, endsIn: null })
  await db.owner.updateTable('listings').set({ sku: 'ONE-1' }).where('id', 'in', [id, other]).execute()
  const results = await step([id], 'unschedule')
  expect(await step([other], 'schedule')).toMatchObject([{ ok: true }])
  expect(await takeBack(results)).toEqual({ back: 0, left: 1 })
})
