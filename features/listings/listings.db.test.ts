import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import type { NewRow } from '#db/schema.ts'
import { readSelection } from '#features/grid/selection.ts'
import { createRandom } from '#lib/random.ts'
import { runDueListings } from './due-listings.server.ts'
import { conditions } from '#features/listing/listing-content.ts'
import { judgeListings, stepListings } from './listing-actions-db.server.ts'
import { editListing } from './listing-edits-db.server.ts'
import { listingStates, listingTabs, parseItemNumber, tabStates, type ListingTab } from '#features/listing/listing.ts'
import { nextIds, readList, readTotals } from '#features/grid/list-db.server.ts'
import { gridDefinition, openList, tabHref } from '#features/grid/list-query.ts'
import { countTabs } from '#features/grid/list-tab-counts-db.server.ts'
import { categoryValue } from './listing-choices.ts'
import { findListing, listingsList } from './listings-list.server.ts'
import { testPolicyPack as policyPack } from '#features/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'

const now = new Date('2026-11-20T14:30:00Z')
const zone = 'Europe/London'
const at = (days: number) => new Date(now.getTime() + days * day)

let db: TestDatabase
let seller: number
let other: number
let known: NewRow<'listings'>[]

beforeAll(async () => {
  db = await testDatabase({ poolSize: 8 })
  seller = await addSeller(db, 'ann')
  other = await addSeller(db, 'bob')
  const random = createRandom('listings')
  const titles = ['Leica M3 body', 'Étui en cuir', 'Zeiss 50% off_lens', 'Film, 36 exposures']
  known = Array.from({ length: 220 }, (_, index): NewRow<'listings'> => {
    const state = random.pick(listingStates)
    const quantity = state === 'OUT_OF_STOCK' ? 0 : random.int(1, 6)
    const startsAt = state === 'DRAFT' ? null : state === 'SCHEDULED' ? at(random.int(1, 9)) : at(-random.int(1, 200))
    return {
      seller_id: seller,
      title: random.pick(titles),
      sku: `SKU-${index}`,
      category: random.pick(['Cameras, digital', 'Lenses', 'Film']),
      condition: random.pick(conditions),
      format: random.pick(['FIXED_PRICE', 'AUCTION']),
      state,
      price_minor: random.int(1, 30) * 500,
      currency: random.pick(['GBP', 'JPY']),
      quantity_available: quantity,
      quantity_sold: random.int(0, 2),
      starts_at: startsAt,
      ends_at: state === 'ACTIVE' && random.chance(0.5) ? at(random.int(1, 40)) : null,
      ended_at: state === 'ENDED' ? at(-random.int(1, 120)) : null,
      end_reason: state === 'ENDED' ? 'SELLER' : null,
      out_of_stock_since: state === 'OUT_OF_STOCK' ? at(-10) : null,
    }
  })
  await db.owner.insertInto('listings').values(known).execute()
  await db.owner
    .insertInto('listings')
    .values({ ...known[0]!, seller_id: other, sku: 'theirs' })
    .execute()
})

function asked(tab: ListingTab, search: string) {
  const url = new URL(`/sh/lst/${tab}?${search}`, 'http://hub')
  return openList(listingsList, url, { sellerId: seller, role: 'owner', now, zone, policyPack })
}

async function list(tab: ListingTab, search: string) {
  const reading = asked(tab, search)
  expect(reading.problems).toEqual([])
  return db.asSeller(seller, 'read', (own) => readList(own, listingsList, reading))
}

type Known = NewRow<'listings'>
const inTab = (tab: ListingTab) => known.filter(({ state }) => tabStates[tab].includes(state))

describe('the lists', () => {
  it.each<[ListingTab, string, (row: Known) => boolean]>([
    ['active', 'limit=200', () => true],
    ['active', 'limit=200&status=on-hold', ({ state }) => state === 'ON_HOLD'],
    [
      'active',
      'limit=200&stock=low&format=AUCTION',
      (row) => row.quantity_available! > 0 && row.quantity_available! <= 3 && row.format === 'AUCTION',
    ],
    ['active', 'limit=200&stock=out', (row) => row.quantity_available === 0],
    ['active', 'limit=200&ends=7d', (row) => row.ends_at !== null && new Date(row.ends_at!) < at(7)],
    ['active', 'limit=200&idle=90', (row) => new Date(row.starts_at!) < at(-90)],
    ['active', 'limit=200&q=leica+SKU-1', (row) => row.title.startsWith('Leica') && row.sku!.startsWith('SKU-1')],
    ['active', 'limit=200&q=etui', (row) => row.title.startsWith('Étui')],
    ['active', 'limit=200&q=50%25+off_', (row) => row.title.startsWith('Zeiss')],
    ['drafts', 'limit=200&condition=NEW,GOOD', (row) => row.condition === 'NEW' || row.condition === 'GOOD'],
    ['scheduled', 'limit=200&quantityFrom=3&quantityTo=4', (row) => [3, 4].includes(row.quantity_available!)],
    [
      'ended',
      'limit=200&outcome=unsold&ended=90d',
      (row) => row.quantity_sold === 0 && new Date(row.ended_at!) >= at(-90),
    ],
    [
      'ended',
      `limit=200&category=${encodeURIComponent(categoryValue('Cameras, digital'))}`,
      (row) => row.category === 'Cameras, digital',
    ],
    [
      'ended',
      'limit=200&priceFrom=50&priceTo=5000',
      (row) => (row.currency === 'JPY' ? row.price_minor <= 5000 : row.price_minor >= 5000),
    ],
  ])('%s with %s shows exactly what matches, with its sums', async (tab, search, matches) => {
    const { rows, totals } = await list(tab, search)
    const expected = inTab(tab).filter(matches)
    expect(rows.map(({ sku }) => String(sku)).toSorted()).toEqual(expected.map(({ sku }) => String(sku)).toSorted())
    expect(rows.length).toBeGreaterThan(0)
    const sum = (key: 'rows' | 'units' | 'minor') => totals.reduce((all, row) => all + Number(row[key]), 0)
    expect(sum('rows')).toBe(expected.length)
    expect(sum('units')).toBe(expected.reduce((all, row) => all + row.quantity_available!, 0))
    expect(sum('minor')).toBe(expected.reduce((all, row) => all + row.quantity_available! * row.price_minor, 0))
  })

  it('show every listing once over their pages, whatever the sort', async () => {
    for (const tab of listingTabs)
      for (const { id, sort } of gridDefinition(listingsList, { tab, mayEdit: true }).columns)
        for (const search of sort ? [`sort=${id}`, `sort=-${id}&stock=in`] : []) {
          const pages = await Promise.all(
            [0, 50, 100].map((offset) => list(tab, `${search}&limit=50&offset=${offset}`)),
          )
          const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id))
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids.length).toBe(pages[0]!.totals.reduce((all, row) => all + row.rows, 0))
        }
  })

  it('are searched by what a listing is called now', async () => {
    const cleo = await addSeller(db, 'cleo')
    const { id } = await db.owner
      .insertInto('listings')
      .values({ ...known[0]!, seller_id: cleo, title: 'Old lamp', sku: 'OLD' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const product = await db.owner
      .insertInto('products')
      .values({ epid: '99000001', title: 'Lamp', category: 'Lamps' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const change = async (values: Partial<NewRow<'listings'>>) => {
      await db.owner.updateTable('listings').set(values).where('id', '=', id).execute()
      const { tab, terms } = await db.owner
        .selectFrom('listing_search')
        .select(['tab', 'terms'])
        .where('seller_id', '=', cleo)
        .where('listing_id', '=', id)
        .executeTakeFirstOrThrow()
      return `${tab}: ${terms}`
    }
    expect(await change({ price_minor: 100, quantity_available: 9 })).toMatch(/^active: old lamp old /)
    expect(await change({ title: 'Étui' })).toMatch(/^active: etui old /)
    expect(await change({ sku: null })).toMatch(/^active: etui \d{12}$/)
    expect(await change({ product_id: product.id })).toMatch(/^active: etui \d{12} 99000001$/)
    expect(await change({ state: 'ENDED', end_reason: 'SELLER', ended_at: now })).toMatch(/^ended: etui /)
  })

  it('count what there is, whoever changes it', async () => {
    const { rows } = await sql<{ same: boolean }>`
      select not exists (
        select seller_id, state, category, currency, count(*), sum(quantity_available), sum(price_minor * quantity_available)
        from listings group by 1, 2, 3, 4
        except select seller_id, state, category, currency, listings, units, value_minor from listing_counts
      ) as same`.execute(db.owner)
    expect(rows[0]!.same).toBe(true)
  })

  it('read a selection, and never another seller’s', async () => {
    const selected = (search: string) => readSelection(new URLSearchParams(search), parseItemNumber)
    expect(selected('keys=123456789012,x&keys=223456789012')).toEqual(['123456789012', '223456789012'])
    expect(selected('all=1&keys=123456789012')).toBeNull()
    const theirs = await db.owner
      .selectFrom('listings')
      .select('item_number')
      .where('seller_id', '=', other)
      .executeTakeFirstOrThrow()
    expect(await db.asSeller(seller, 'read', (own) => findListing(own, seller, theirs.item_number))).toBeNull()
  })
})

/** A listing of its own for a test. */
async function add(change: Partial<Known>): Promise<{ id: number; itemNumber: string }> {
  const row = await db.owner
    .insertInto('listings')
    .values({
      ...known[0]!,
      sku: null,
      format: 'FIXED_PRICE',
      state: 'ACTIVE',
      ended_at: null,
      end_reason: null,
      out_of_stock_since: null,
      quantity_available: 2,
      starts_at: at(-5),
      ends_at: null,
      ...change,
    })
    .returning(['id', 'item_number'])
    .executeTakeFirstOrThrow()
  return { id: row.id, itemNumber: row.item_number }
}
const read = (itemNumber: string) => db.asSeller(seller, 'read', (own) => findListing(own, seller, itemNumber))
const write = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(seller, 'write', work)

describe('the tabs', () => {
  it.each([
    ['active', 'q=leica'],
    ['active', 'q=film&format=AUCTION&status=on-hold'],
    ['drafts', 'priceFrom=20'],
    ['ended', 'category=' + encodeURIComponent(categoryValue('Film'))],
  ] as const)('of %s keep %s, and count what they lead to', async (tab, search) => {
    const reading = asked(tab, search)
    const counts = await db.asSeller(seller, 'read', (own) => countTabs(own, listingsList, reading))
    const all = listingsList.tabs!.flatMap((one) => [one, ...(one.parts ?? [])])
    for (const one of all) {
      const href = tabHref(listingsList, one, reading)
      if (search.startsWith('q=')) expect(href).toContain(search.split('&')[0])
      const url = new URL(href, 'http://hub')
      const there = openList(listingsList, url, { sellerId: seller, role: 'owner', now, zone, policyPack })
      expect(there.problems, href).toEqual([])
      const totals = await db.asSeller(seller, 'read', async (own) =>
        readTotals(own, listingsList, there, await listingsList.facts(own, there)),
      )
      expect(counts!.get(one.id), href).toBe(totals.reduce((sum, { rows }) => sum + rows, 0))
    }
    expect(Math.max(...counts!.values())).toBeGreaterThan(0)
  })

  it('are not counted anew where nothing narrows them', async () => {
    const reading = asked('active', 'status=on-hold&sort=-price')
    expect(await db.asSeller(seller, 'read', (own) => countTabs(own, listingsList, reading))).toBeNull()
  })
})

describe('steps', () => {
  it('end what can be ended and say why the rest cannot, one result a row', async () => {
    const [active, draft] = [await add({}), await add({ state: 'DRAFT' })]
    const order = { sellerId: seller, ids: [active.id, draft.id], event: 'end', now } as const
    expect(await write((own) => judgeListings(own, order))).toMatchObject([
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

  it('put up again once, as a draft that names what it took the place of', async () => {
    const ended = await add({ state: 'ENDED', ended_at: at(-1), end_reason: 'EXPIRED', sku: 'AGAIN-1' })
    const order = { sellerId: seller, ids: [ended.id], event: 'relist', now } as const
    const [first] = await write((own) => stepListings(own, order))
    const [second] = await write((own) => stepListings(own, order))
    expect(second).toMatchObject({ ok: false, reason: 'already-relisted' })
    const copy = await read(first?.ok ? first.copied! : '')
    expect(copy).toMatchObject({ state: 'DRAFT', sku: 'AGAIN-1', title: known[0]!.title })
    expect(await read(ended.itemNumber)).toMatchObject({ state: 'ENDED', is_relisted: true, version: 1 })
    const [similar] = await write((own) => stepListings(own, { ...order, event: 'sellSimilar' }))
    expect(await read(similar?.ok ? similar.copied! : '')).toMatchObject({ state: 'DRAFT', sku: null })
  })

  it('put no second listing of a SKU on offer', async () => {
    await add({ sku: 'ONCE' })
    const draft = await add({ sku: 'ONCE', state: 'DRAFT' })
    const order = { sellerId: seller, ids: [draft.id], event: 'publish', now } as const
    expect(await write((own) => stepListings(own, order))).toMatchObject([{ ok: false, reason: 'sku-taken' }])
  })

  it('go through all that match in parts, though what is done no longer matches', async () => {
    const match = asked('active', 'q=zzz')
    const made = await Promise.all(Array.from({ length: 5 }, (_, n) => add({ title: `zzz ${n}` })))
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
  it('refuses a stale edit and shows both values; from the version it shows it goes on', async () => {
    const { itemNumber } = await add({ price_minor: 1000 })
    const edit = (version: number, priceMinor: number) =>
      write((own) => editListing(own, { sellerId: seller, itemNumber, version, now, read: () => ({ priceMinor }) }))
    expect(await edit(1, 1200)).toMatchObject({ ok: true, listing: { version: 2, priceMinor: 1200 } })
    expect(await edit(1, 900)).toMatchObject({ ok: false, reason: 'stale', listing: { version: 2, priceMinor: 1200 } })
    expect(await edit(2, 900)).toMatchObject({ ok: true, listing: { version: 3, priceMinor: 900 } })
    expect(await edit(3, 0)).toMatchObject({ ok: false, problem: 'priceMissing' })
  })

  it('sells out with the last one, and is on sale again with the first', async () => {
    const { itemNumber } = await add({})
    const edit = (version: number, quantity: number) =>
      write((own) => editListing(own, { sellerId: seller, itemNumber, version, now, read: () => ({ quantity }) }))
    await edit(1, 0)
    expect(await read(itemNumber)).toMatchObject({ state: 'OUT_OF_STOCK', out_of_stock_since: now, version: 2 })
    await edit(2, 4)
    expect(await read(itemNumber)).toMatchObject({ state: 'ACTIVE', out_of_stock_since: null, quantity_available: 4 })
  })
})

describe('what falls due', () => {
  it('happens once, whichever of two runners is first, also long after its time', async () => {
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

  it('happens for all others where it fails for one, and that one is named', async () => {
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
