import { addRow, addRows, rowOf, updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import type { NewRow } from '#db/schema.ts'
import { readSelection } from '#features/machinery/grid/list-routes.server.ts'
import { createRandom } from '#lib/random.ts'
import { categoryValue } from '#features/core/listing/category-value.ts'
import { conditions } from '#features/core/listing/listing-content.ts'
import {
  listingStates,
  listingTabs,
  parseItemNumber,
  tabStates,
  type ListingTab,
} from '#features/core/listing/listing.ts'
import { readList, readTotals } from '#features/machinery/grid/list-db.server.ts'
import { gridDefinition, openList, tabHref } from '#features/machinery/grid/list-query.ts'
import { countTabs } from '#features/machinery/grid/list-tab-counts-db.server.ts'
import { findListing, listingsList } from './listings-list.server.ts'
import { isPaused } from '#features/core/time-away/time-away.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'

const now = new Date('2026-11-20T14:30:00Z')
const zone = 'Europe/London'
const at = (days: number) => new Date(now.getTime() + days * day)

const db = await testDatabase({ poolSize: 8 })
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')
const random = createRandom('listings')
const titles = ['Leica M3 body', 'Étui en cuir', 'Zeiss 50% off_lens', 'Film, 36 exposures']
const known = Array.from({ length: 220 }, (_, index): NewRow<'listings'> => {
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
await addRows(db.owner, 'listings', { ...known[0]!, seller_id: other, sku: 'theirs' })

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

  it('show every listing once across their pages, for any sort', async () => {
    for (const tab of listingTabs)
      for (const { id, sort } of gridDefinition(listingsList, { tab, mayEdit: true, seesMoney: true }).columns)
        for (const search of sort ? [`sort=${id}`, `sort=-${id}&stock=in`] : []) {
          const pages = await Promise.all(
            [0, 50, 100].map((offset) => list(tab, `${search}&limit=50&offset=${offset}`)),
          )
          const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id))
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids.length).toBe(pages[0]!.totals.reduce((all, row) => all + row.rows, 0))
        }
  })

  it('filter by what a present time away does to listings, as their status says', async () => {
    const dora = await addSeller(db, 'dora')
    const onSale = { ends_at: null, ended_at: null, end_reason: null, out_of_stock_since: null, starts_at: at(-9) }
    const listing = (sku: string, state: NewRow<'listings'>['state']): NewRow<'listings'> => ({
      ...known[0]!,
      ...onSale,
      quantity_available: 1,
      seller_id: dora,
      sku,
      state,
    })
    const [, exception] = await db.owner
      .insertInto('listings')
      .values([listing('usual', 'ACTIVE'), listing('exception', 'ACTIVE'), listing('held', 'ON_HOLD')])
      .returning('id')
      .execute()
    await db.owner.insertInto('away_exceptions').values({ seller_id: dora, listing_id: exception!.id }).execute()
    const found = async (search: string) => {
      const url = new URL(`/sh/lst/active?${search}`, 'http://hub')
      const reading = openList(listingsList, url, { sellerId: dora, role: 'owner', now, zone, policyPack })
      expect(reading.problems).toEqual([])
      const { rows } = await db.asSeller(dora, 'read', (own) => readList(own, listingsList, reading))
      return rows.map((row) => `${row.sku} ${isPaused(row, now, zone)}`)
    }
    const goAway = (away_from: string, away_to: string, away_listings: 'STAY' | 'PAUSE') =>
      updateRows(db.owner, 'sellers', { id: dora }, { away_from, away_to, away_listings, away_set_at: now })
    expect([await found('away=paused'), await found('away=stays')]).toEqual([[], []])
    await goAway('2026-11-20', '2026-11-20', 'PAUSE')
    expect([await found('away=paused'), await found('away=stays')]).toEqual([['usual true'], ['exception false']])
    await goAway('2026-11-20', '2026-11-22', 'STAY')
    expect([await found('away=paused'), await found('away=stays')]).toEqual([['exception true'], ['usual false']])
    await goAway('2026-11-21', '2026-11-22', 'PAUSE')
    expect([await found('away=paused'), await found('away=stays')]).toEqual([[], []])
  })

  it('search by the current title', async () => {
    const cleo = await addSeller(db, 'cleo')
    const { id } = await addRow(db.owner, 'listings', { ...known[0]!, seller_id: cleo, title: 'Old lamp', sku: 'OLD' })
    const product = await addRow(db.owner, 'products', { epid: '99000001', title: 'Lamp', category: 'Lamps' })
    const change = async (values: Partial<NewRow<'listings'>>) => {
      await db.owner.updateTable('listings').set(values).where('id', '=', id).execute()
      const { tab, terms } = await rowOf(db.owner, 'listing_search', { seller_id: cleo, listing_id: id })
      return `${tab}: ${terms}`
    }
    expect(await change({ price_minor: 100, quantity_available: 9 })).toMatch(/^active: old lamp old /)
    expect(await change({ title: 'Étui' })).toMatch(/^active: etui old /)
    expect(await change({ sku: null })).toMatch(/^active: etui \d{12}$/)
    expect(await change({ product_id: product.id })).toMatch(/^active: etui \d{12} 99000001$/)
    expect(await change({ state: 'ENDED', end_reason: 'SELLER', ended_at: now })).toMatch(/^ended: etui /)
  })

  it('search by the SKUs of variations, of which those sold or priced anew change nothing', async () => {
    const tees = await addSeller(db, 'tees')
    const { id } = await addRow(db.owner, 'listings', {
      ...known[0]!,
      seller_id: tees,
      state: 'ACTIVE',
      title: 'Tee',
      sku: null,
      item_number: '990000000001',
    })
    const found = async (q: string) => {
      const url = new URL(`/sh/lst/active?q=${q}`, 'http://hub')
      const reading = openList(listingsList, url, { sellerId: tees, role: 'owner', now, zone, policyPack })
      return (await db.asSeller(tees, 'read', (own) => readList(own, listingsList, reading))).rows.length
    }
    const writtenBy = async () =>
      (
        await sql<{ by: string }>`select xmin::text as by from listing_search where listing_id = ${id}`.execute(
          db.owner,
        )
      ).rows[0]!.by
    const own = db.owner.updateTable('listing_variations').where('listing_id', '=', id)
    const row = { seller_id: tees, listing_id: id, price_minor: 1000, quantity: 2 }
    expect(await found('tee-m')).toBe(0)
    await addRows(db.owner, 'listing_variations', [
      { ...row, position: 1, axis_values: ['S'], sku: 'TEE-S' },
      { ...row, position: 2, axis_values: ['M'], sku: 'TEE-M' },
      { ...row, position: 3, axis_values: ['L'] },
    ])
    expect([await found('tee-m'), await found('tee+tee-s')]).toEqual([1, 1])
    const before = await writtenBy()
    await own.set({ quantity: 1, price_minor: 900 }).execute()
    expect(await writtenBy()).toBe(before)
    await own.where('position', '=', 2).set({ sku: 'SHIRT-M' }).execute()
    expect([await found('tee-m'), await found('shirt-m')]).toEqual([0, 1])
    await db.owner.deleteFrom('listing_variations').where('listing_id', '=', id).where('position', '=', 2).execute()
    expect([await found('shirt-m'), await found('tee-s')]).toEqual([0, 1])
    await db.owner.deleteFrom('listings').where('id', '=', id).execute()
    expect(await found('tee-s')).toBe(0)
  })

  it('have current counts after any change', async () => {
    const { rows } = await sql<{ same: boolean }>`
      select not exists (
        select seller_id, state, category, currency, count(*), sum(quantity_available), sum(price_minor * quantity_available)
        from listings group by 1, 2, 3, 4
        except select seller_id, state, category, currency, listings, units, value_minor from listing_counts
      ) as same`.execute(db.owner)
    expect(rows[0]!.same).toBe(true)
  })

  it('read a selection, never of another seller', async () => {
    const selected = (search: string) => readSelection(new URLSearchParams(search), parseItemNumber)
    expect(selected('keys=123456789012,x&keys=223456789012')).toEqual(['123456789012', '223456789012'])
    expect(selected('all=1&keys=123456789012')).toBeNull()
    const theirs = await rowOf(db.owner, 'listings', { seller_id: other })
    expect(await db.asSeller(seller, 'read', (own) => findListing(own, seller, theirs.item_number))).toBeNull()
  })
})

describe('the tabs', () => {
  it.each([
    ['active', 'q=leica'],
    ['active', 'q=film&format=AUCTION&status=on-hold'],
    ['drafts', 'priceFrom=20'],
    ['ended', 'category=' + encodeURIComponent(categoryValue('Film'))],
  ] as const)('of %s keep %s, and count the rows they lead to', async (tab, search) => {
    const reading = asked(tab, search)
    const found = await db.asSeller(seller, 'read', (own) => readList(own, listingsList, reading))
    const counts = await db.asSeller(seller, 'read', (own) => countTabs(own, listingsList, reading))
    // A search counts the tabs of its own rows.
    expect(found.tabCounts !== null).toBe(search.startsWith('q='))
    const [here, others] = await db.asSeller(seller, 'read', (rows) =>
      Promise.all([countTabs(rows, listingsList, reading, 'own'), countTabs(rows, listingsList, reading, 'others')]),
    )
    expect(new Map([...(others ?? []), ...(found.tabCounts ?? here ?? [])])).toEqual(counts)
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

  it('use kept counts if nothing is filtered', async () => {
    const reading = asked('active', 'status=on-hold&sort=-price')
    expect(await db.asSeller(seller, 'read', (own) => countTabs(own, listingsList, reading))).toBeNull()
  })
})
