import { anyListing, addRows, addRow } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { NewRow } from '#db/schema.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase } from '#db/testing.ts'
import { readingAsDivided } from '#db/testing-divided.ts'
import { chosenIds, nextIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { runDueListings } from './due-listings.server.ts'
import { previewListings, stepListings } from './listing-actions-db.server.ts'
import { editListing } from './listing-edits-db.server.ts'
import { findListing, listingsList } from './listings-list.server.ts'

const now = new Date('2026-11-20T14:30:00Z')
const at = (days: number) => new Date(now.getTime() + days * day)

const db = await testDatabase({ poolSize: 8 })
const seller = await addSeller(db, 'ann')

/** A listing of its own for a test. */
async function add(change: Partial<NewRow<'listings'>>): Promise<{ id: number; itemNumber: string }> {
  const row = await addRow(db.owner, 'listings', {
    seller_id: seller,
    title: 'Leica M3 body',
    ...anyListing,
    format: 'FIXED_PRICE',
    price_minor: 500,
    quantity_available: 2,
    starts_at: at(-5),
    ...change,
  })
  return { id: row.id, itemNumber: row.item_number }
}
const read = (itemNumber: string) => db.asSeller(seller, 'read', (own) => findListing(own, seller, itemNumber))
const write = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(seller, 'write', work)

describe('bulk actions', () => {
  it('end listings that can be ended and explain the rest, with one result per row', async () => {
    const [active, draft] = [await add({}), await add({ state: 'DRAFT' })]
    const order = { sellerId: seller, ids: [active.id, draft.id], event: 'end', now } as const
    expect(await write((own) => previewListings(own, order))).toMatchObject([
      { id: active.id, ok: true },
      { id: draft.id, ok: false, reason: 'is-draft' },
    ])
    const results = await write((own) => stepListings(own, order))
    expect(results).toMatchObject([
      { ok: true, state: 'ENDED' },
      { ok: false, reason: 'is-draft' },
    ])
    expect(await read(active.itemNumber)).toMatchObject({
      state: 'ENDED',
      end_reason: 'SELLER',
      ended_at: now,
      version: 2,
    })
    expect(await read(draft.itemNumber)).toMatchObject({ state: 'DRAFT', version: 1 })
  })

  it('relist once, as a draft that refers to the old listing', async () => {
    const ended = await add({ state: 'ENDED', ended_at: at(-1), end_reason: 'EXPIRED', sku: 'AGAIN-1' })
    const order = { sellerId: seller, ids: [ended.id], event: 'relist', now } as const
    const [first] = await write((own) => stepListings(own, order))
    const [second] = await write((own) => stepListings(own, order))
    expect(second).toMatchObject({ ok: false, reason: 'already-relisted' })
    const copy = await read(first?.ok ? first.copied! : '')
    expect(copy).toMatchObject({ state: 'DRAFT', sku: 'AGAIN-1', title: 'Leica M3 body' })
    expect(await read(ended.itemNumber)).toMatchObject({ state: 'ENDED', is_relisted: true, version: 1 })
    const [similar] = await write((own) => stepListings(own, { ...order, event: 'sellSimilar' }))
    expect(await read(similar?.ok ? similar.copied! : '')).toMatchObject({ state: 'DRAFT', sku: null })
  })

  it('relist with a tool’s offer data, which a similar listing does not get', async () => {
    const ended = await add({ state: 'ENDED', ended_at: at(-1), end_reason: 'SELLER' })
    const said = { location_key: null, item_description: 'Serviced in 2025.' }
    await addRows(db.owner, 'tool_offers', { seller_id: seller, listing_id: ended.id, ...said })
    for (const event of ['relist', 'sellSimilar'] as const) {
      const [result] = await write((own) => stepListings(own, { sellerId: seller, ids: [ended.id], event, now }))
      const copy = await read(result?.ok ? result.copied! : '')
      const offer = db.owner.selectFrom('tool_offers').select(['location_key', 'item_description'])
      const found = await offer.where('listing_id', '=', copy!.id).execute()
      expect(found).toEqual(event === 'relist' ? [said] : [])
    }
  })

  it('never put a second listing with the same SKU on offer', async () => {
    await add({ sku: 'ONCE' })
    const draft = await add({ sku: 'ONCE', state: 'DRAFT' })
    const order = { sellerId: seller, ids: [draft.id], event: 'publish', now } as const
    expect(await write((own) => stepListings(own, order))).toMatchObject([{ ok: false, reason: 'sku-taken' }])
  })

  it('process all results in batches, although processed ones no longer match', async () => {
    const url = new URL('/sh/lst/active?q=zzz', 'http://hub')
    const reader = { sellerId: seller, role: 'owner', now, zone: 'Europe/London', policyPack } as const
    const match = openList(listingsList, url, reader)
    const made = await Promise.all(Array.from({ length: 5 }, (_, n) => add({ title: `zzz ${n}` })))
    // On a cluster by the index of words, and by a walk where more rows have them than are counted.
    const divided = readingAsDivided(db)
    const everything = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 10 }
    for (const counted of [4, 5]) {
      const list = { ...listingsList, search: { ...listingsList.search!, counted } }
      const [next, chosen] = await divided.asSeller(seller, 'read', async (own) => [
        await nextIds(own, list, match, everything),
        (await (await chosenIds(own, list, match, 3)).execute(own)).rows.map(({ id }) => id),
      ])
      expect(next).toEqual(made.map(({ id }) => id).toSorted((a, b) => a - b))
      const single = await db.asSeller(seller, 'read', async (own) =>
        (await chosenIds(own, list, match, 3)).execute(own),
      )
      expect(chosen).toEqual(single.rows.map(({ id }) => id))
      expect(chosen).toHaveLength(3)
    }
    const seen: number[] = []
    for (let after = 0; ;) {
      const ids = await write((own) =>
        nextIds(own, listingsList, match, { after, upTo: Number.MAX_SAFE_INTEGER, limit: 2 }),
      )
      if (ids.length === 0) break
      await write((own) => stepListings(own, { sellerId: seller, ids, event: 'end', now }))
      seen.push(...ids)
      after = ids.at(-1)!
    }
    expect(seen).toEqual(made.map(({ id }) => id).toSorted((a, b) => a - b))
  })
})

describe('editing in the row', () => {
  it('refuses a stale edit and shows both values; the shown version can be saved', async () => {
    const { itemNumber } = await add({ price_minor: 1000 })
    const edit = (version: number, priceMinor: number) =>
      write((own) => editListing(own, { sellerId: seller, itemNumber, version, now, read: () => ({ priceMinor }) }))
    expect(await edit(1, 1200)).toMatchObject({ ok: true, listing: { version: 2, priceMinor: 1200 } })
    expect(await edit(1, 900)).toMatchObject({ ok: false, reason: 'stale', listing: { version: 2, priceMinor: 1200 } })
    expect(await edit(2, 900)).toMatchObject({ ok: true, listing: { version: 3, priceMinor: 900 } })
    expect(await edit(3, 0)).toMatchObject({ ok: false, problem: 'priceMissing' })
  })

  it('sells out at quantity zero, and is on sale again above zero', async () => {
    const { itemNumber } = await add({})
    const edit = (version: number, quantity: number) =>
      write((own) => editListing(own, { sellerId: seller, itemNumber, version, now, read: () => ({ quantity }) }))
    await edit(1, 0)
    expect(await read(itemNumber)).toMatchObject({ state: 'OUT_OF_STOCK', out_of_stock_since: now, version: 2 })
    await edit(2, 4)
    expect(await read(itemNumber)).toMatchObject({ state: 'ACTIVE', out_of_stock_since: null, quantity_available: 4 })
  })
})

describe('a due listing', () => {
  it('is processed once by one of two runners, also long after its time', async () => {
    const later = at(400)
    const late = await add({ state: 'SCHEDULED', starts_at: at(300), duration_days: null })
    const over = await add({ ends_at: at(399) })
    const without = { state: 'OUT_OF_STOCK', quantity_available: 0 } as const
    const empty = await add({ ...without, out_of_stock_since: at(310) })
    const notYet = await add({ ...without, out_of_stock_since: new Date(at(310).getTime() + 1) })
    const run = () => runDueListings(db, { now: later, deadlines: policyPack.deadlines })
    const moved = await Promise.all([run(), run()])
    expect(moved[0] + moved[1]).toBeGreaterThan(2)
    expect(await read(late.itemNumber)).toMatchObject({ state: 'ACTIVE', starts_at: at(300), version: 2 })
    expect(await read(over.itemNumber)).toMatchObject({
      state: 'ENDED',
      end_reason: 'EXPIRED',
      ended_at: later,
      version: 2,
    })
    expect(await read(empty.itemNumber)).toMatchObject({ state: 'ENDED', end_reason: 'OUT_OF_STOCK', version: 2 })
    const told = db.owner.selectFrom('events').select('type').where('listing_id', '=', empty.id)
    expect(await told.execute()).toContainEqual({ type: 'listing.ended' })
    expect(await read(notYet.itemNumber)).toMatchObject({ state: 'OUT_OF_STOCK', version: 1 })
    expect(await run()).toBe(0)
  })

  it('is processed even if another one fails, which is reported', async () => {
    const [broken, well] = [await addSeller(db, 'carol'), await addSeller(db, 'dave')]
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      db.owner,
    )
    await sql`create trigger refuse before update on listings for each row when (new.seller_id = ${sql.lit(broken)})
      execute function refuse()`.execute(db.owner)
    const due = { ends_at: at(401) }
    await add({ ...due, seller_id: broken })
    const late = await add({ ...due, seller_id: well })
    const named: number[] = []
    const run = runDueListings(db, { now: at(402), deadlines: policyPack.deadlines }, (_, sellerId) =>
      named.push(sellerId),
    )
    await expect(run).rejects.toThrow(`listings of the sellers ${broken} are due still`)
    expect(named).toEqual([broken])
    const row = db.owner.selectFrom('listings').select('state').where('item_number', '=', late.itemNumber)
    expect(await row.executeTakeFirst()).toEqual({ state: 'ENDED' })
    await sql`drop trigger refuse on listings`.execute(db.owner)
  })
})
