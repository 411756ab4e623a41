import { testHubAt } from '#features/people/accounts/testing.ts'
import { anyListing, rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewRow } from '#db/schema.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { restoreDrafts, type DraftsInverse } from '#features/selling/listing-form/keep/discarded-drafts-db.server.ts'
import { keepForm } from '#features/selling/listing-form/keep/keep-form.server.ts'
import { removeCopies, restoreListings } from './listing-undo-db.server.ts'
import type { ListingsInverse } from './listing-undo.ts'
import * as steps from './listings-steps-resource.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')

beforeEach(async () => void (await db.owner.deleteFrom('listings').where('seller_id', '=', shop.sellerId).execute()))

async function add(...all: Partial<NewRow<'listings'>>[]): Promise<string[]> {
  const rows = await db.owner
    .insertInto('listings')
    .values(
      all.map((row) => ({
        seller_id: shop.sellerId,
        title: 'Leica M3',
        ...anyListing,
        price_minor: 90_000,
        quantity_available: 1,
        starts_at: new Date('2026-11-01T12:00:00Z'),
        ...row,
      })),
    )
    .returning(['id', 'item_number'])
    .execute()
  return rows.toSorted((a, b) => a.id - b.id).map(({ item_number }) => item_number)
}

const states = async () => (await shop.listings()).map(({ state }) => state)
const json = { accept: 'application/json' }

/** Sends the list's button with the dialog's fields. */
const ask = async (tab: string, step: string, fields: Record<string, string>) =>
  (await shop.browser.post(steps, `/sh/lst/${tab}/steps?step=${step}`, fields, json)).data

it('performs reversible actions at once, and reports skipped rows', async () => {
  const keys = await add({}, {}, { state: 'OUT_OF_STOCK', quantity_available: 0 })
  const answer = await ask('active', 'hold', { keys: keys.join() })
  expect(answer).toMatchObject({ outcome: 'done', toast: { text: '2 listings put on hold', note: '1 skipped' } })
  expect(answer.toast.act).toMatchObject({ label: 'Undo', url: '/sh/undo' })
  expect(await states()).toEqual(['ON_HOLD', 'ON_HOLD', 'OUT_OF_STOCK'])
})

it.each(['price', '-price'])('lists what it asks about in the order of the list: %s', async (sort) => {
  const prices = [90_000, 30_000, 70_000]
  const keys = await add(...prices.map((price_minor) => ({ format: 'AUCTION' as const, price_minor })))
  const { model } = await ask('active', `end&sort=${sort}`, { keys: keys.join() })
  const shown = ['£300.00', '£700.00', '£900.00']
  expect(model.items.map(({ price }: { price: string }) => price)).toEqual(
    sort === 'price' ? shown : shown.toReversed(),
  )
})

it('ends reversible listings at once, and asks before ending an auction, by name', async () => {
  const [fixed, auction, other] = await add({}, { format: 'AUCTION', title: 'Rolleiflex' }, {})
  expect(await ask('active', 'end', { keys: fixed! })).toMatchObject({ outcome: 'done' })
  const asked = await ask('active', 'end', { keys: `${auction},${other},${fixed}` })
  expect(asked).toMatchObject({ outcome: 'ask', model: { possible: 2, total: 2, isDanger: true } })
  expect(asked.model.items.map(({ title, price }: { title: string; price: string }) => [title, price])).toEqual([
    ['Leica M3', '£900.00'],
    ['Rolleiflex', '£900.00'],
  ])
  expect(asked.model.notes).toEqual([expect.stringContaining('bids')])
  expect(await states()).toEqual(['ENDED', 'ACTIVE', 'ACTIVE'])
  // One was left out in the dialog.
  const done = await ask('active', 'end', { keys: auction!, confirmed: '1' })
  expect(done.toast.act).toEqual({
    label: 'Relist as drafts',
    url: '/sh/lst/ended/steps?step=relist',
    fields: [['keys', auction]],
  })
  expect(await states()).toEqual(['ENDED', 'ENDED', 'ACTIVE'])
  const relisted = await ask('ended', 'relist', { keys: auction! })
  expect(relisted.toast).toMatchObject({ text: '1 listing relisted as a draft', act: { label: 'Undo' } })
})

it('asks about actions that none of the selected rows allows, and explains why', async () => {
  const [held] = await add({ state: 'ON_HOLD' })
  const asked = await ask('active', 'hold', { keys: held! })
  expect(asked.model).toMatchObject({ possible: 0, items: [{ refusal: expect.stringMatching(/on hold/i) }] })
})

it('asks before publishing, and asks for a start in the future', async () => {
  const [draft] = await add({ state: 'DRAFT', starts_at: null })
  expect((await ask('drafts', 'publish', { keys: draft! })).outcome).toBe('ask')
  const asked = await ask('drafts', 'schedule', { keys: draft! })
  expect(asked.model.asksStart).toContain('London')
  const past = { keys: draft!, confirmed: '1', startDate: '2026-11-20', startTime: '11:59' }
  for (const none of [past, { ...past, startDate: '2027-02-30' }])
    expect(await ask('drafts', 'schedule', none)).toEqual({ outcome: 'refused', error: expect.any(String) })
  const failed = await ask('drafts', 'publish', { keys: draft!, confirmed: '1' })
  expect(failed).toMatchObject({ outcome: 'done', toast: { tone: 'bad' }, failed: [{ itemNumber: draft, ok: false }] })
  expect(await states()).toEqual(['DRAFT'])
})

it('schedules in batches from the requested start, and continues with a later one once it has passed', async () => {
  const drafts = await add({ state: 'DRAFT', starts_at: null }, { state: 'DRAFT', starts_at: null })
  const { model } = await ask('drafts', 'schedule', { keys: drafts.join() })
  const part = async (startTime: string) => {
    const sent = { place: model.place, startDate: '2026-11-20', startTime }
    return (await shop.browser.post(steps, model.partsHref, sent, json)).data
  }
  expect(await part('11:59')).toEqual({
    error: expect.any(String),
    results: [],
    next: model.place,
    start: { date: '2026-11-20', time: '11:59' },
    undo: null,
  })
  expect(await part('13:00')).toMatchObject({ error: null, start: { date: '2026-11-20', time: '13:00' } })
})

it('discards drafts at once with their input, and restores them unchanged', async () => {
  const [draft, kept] = await add({ state: 'DRAFT' }, { state: 'DRAFT', title: 'Rolleiflex' })
  await shop.send(await shop.open('mode=AddItem'), 'save', { title: 'Typed' })
  const rows = () =>
    Promise.all(
      (['listings', 'listing_drafts'] as const).map((table) =>
        db.owner.selectFrom(table).selectAll().where('seller_id', '=', shop.sellerId).orderBy('seller_id').execute(),
      ),
    )
  const were = await rows()
  const typed = (await shop.listings()).find(({ title }) => title === 'Typed')!.item_number
  const answer = await ask('drafts', 'discard', { keys: `${draft},${typed}` })
  expect(answer).toMatchObject({ outcome: 'done', toast: { text: '2 drafts discarded', act: { label: 'Undo' } } })
  expect((await shop.listings()).map(({ item_number }) => item_number)).toEqual([kept])
  const { inverse } = await rowOf(db.owner, 'undos', { kind: 'drafts' })
  const order = { sellerId: shop.sellerId, inverse: inverse as DraftsInverse }
  const back = () => db.asSeller(shop.sellerId, 'write', (own) => restoreDrafts(own, order))
  expect(await back()).toEqual({ back: 2, left: 0 })
  const sorted = (all: object[][]) => all.map((each) => each.map((row) => JSON.stringify(row)).toSorted())
  expect(sorted(await rows())).toEqual(sorted(were))
  expect(await back()).toEqual({ back: 0, left: 2 })
})

it('copies drafts and listings with all input but no SKU; undo removes untouched copies', async () => {
  const sizes = {
    'axis1.name': 'Size',
    'axis1.values': 'S',
    'row.0.values': 'S',
    'row.0.price': '5',
    'row.0.quantity': '2',
  }
  const typed = await shop.complete({ sku: 'ONE', ...sizes, 'row.0.sku': 'ONE-S' })
  const listed = await shop.publish({ ...typed, sku: 'TWO', 'row.0.sku': 'TWO-S' })
  await shop.send(await shop.open('mode=AddItem'), 'save', { ...typed, startDate: '2026-12-24', startTime: '08:00' })
  const draft = (await shop.listings()).find(({ sku }) => sku === 'ONE')!.item_number
  const { sku: _, 'row.0.sku': __, ...similar } = typed
  expect((await shop.open(`mode=SellSimilarItem&itemId=${draft}`)).typed).toEqual(similar)
  await ask('drafts', 'sellSimilar', { keys: draft })
  await ask('drafts', 'sellSimilar', { keys: draft })
  await ask('active', 'sellSimilar', { keys: listed })
  const made = (await shop.listings()).slice(2).map(({ item_number }) => item_number)
  const [first, second, third] = await Promise.all(made.map((number) => shop.open(`mode=AddItem&draftId=${number}`)))
  expect([first!.typed, second!.typed]).toEqual([similar, similar])
  expect(third!.typed).toMatchObject({ 'row.0.values': 'S', 'row.0.quantity': '2' })
  expect(Object.keys(third!.typed).filter((name) => name.endsWith('sku'))).toEqual([])
  expect((await shop.keep(first!, { ...similar, title: 'Another' })).status).toBe(200)
  const taken = await db.asSeller(shop.sellerId, 'write', (own) =>
    removeCopies(own, { sellerId: shop.sellerId, inverse: { drafts: made } }),
  )
  expect(taken).toEqual({ back: 2, left: 1 })
})

it('undo keeps a copy that a colleague is saving at that moment', async () => {
  const listed = await shop.publish()
  await ask('active', 'sellSimilar', { keys: listed })
  const draft = (await shop.listings()).find(({ state }) => state === 'DRAFT')!.item_number
  const { hidden } = await shop.open(`mode=AddItem&draftId=${draft}`)
  const typed = { title: 'Leica M3, kept' }
  const args = {
    hub,
    seller: { id: shop.sellerId, currency: 'GBP', timeZone: 'Europe/London' },
    texts: { typed: (decimal: string) => decimal, grouping: ',' as const },
  }
  const { taken } = await db.asSeller(shop.sellerId, 'write', async (own) => {
    const kept = await keepForm(own, args, { sent: { hidden, typed, intent: 'save', search: '' }, typed })
    expect(kept.ok).toBe(true)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
    const inverse = { drafts: [draft] }
    const undo = db.asSeller(shop.sellerId, 'write', (other) =>
      removeCopies(other, { sellerId: shop.sellerId, inverse }),
    )
    await expect.poll(() => isWaitedFor(rows[0]!.pid)).toBe(true)
    return { taken: undo }
  })
  expect(await taken).toEqual({ back: 0, left: 1 })
  expect((await shop.open(`mode=AddItem&draftId=${draft}`)).typed).toEqual(typed)
})

async function isWaitedFor(pid: number): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and ${pid} = any (pg_blocking_pids(pid))`.execute(
    db.owner,
  )
  return rows.length > 0
}

it('the input of a scheduled listing becomes the form of its draft', async () => {
  const number = await shop.publish({ startDate: '2026-12-24' })
  const revised = await shop.open(`mode=ReviseItem&itemId=${number}`)
  await shop.keep(revised, { ...revised.typed, title: 'Leica M3, boxed' })
  await ask('scheduled', 'unschedule', { keys: number })
  const draft = await shop.open(`mode=AddItem&draftId=${number}`)
  expect(draft.typed['title']).toBe('Leica M3, boxed')
  const { startDate: _, startTime: __, ...typed } = draft.typed
  expect(await shop.send(draft, 'publish', typed)).toMatchObject({
    location: expect.stringContaining('done=published'),
  })
  expect(await shop.listings()).toMatchObject([{ state: 'ACTIVE', title: 'Leica M3, boxed' }])
})

describe('a scheduled listing that is being revised', () => {
  /** Saves a revision, then unschedules the listing; returns its undo and the form's input. */
  async function unschedule(beforehand: (number: string) => Promise<unknown> = async () => {}) {
    const number = await shop.publish({ startDate: '2026-12-24' })
    const revised = await shop.open(`mode=ReviseItem&itemId=${number}`)
    const typed = { ...revised.typed, title: 'Leica M3, boxed' }
    await shop.keep(revised, typed)
    await beforehand(number)
    await db.owner.deleteFrom('undos').execute()
    await ask('scheduled', 'unschedule', { keys: number })
    const { inverse } = await db.owner.selectFrom('undos').select('inverse').executeTakeFirstOrThrow()
    const order = { sellerId: shop.sellerId, inverse: inverse as ListingsInverse }
    return { number, typed, undo: () => db.asSeller(shop.sellerId, 'write', (own) => restoreListings(own, order)) }
  }

  const listingOf = async (number: string) => (await shop.listings()).find(({ item_number }) => item_number === number)!

  it('is scheduled and under revision again after undo', async () => {
    const { number, typed, undo } = await unschedule()
    expect(await listingOf(number)).toMatchObject({ state: 'DRAFT', starts_at: null })
    expect(await undo()).toEqual({ back: 1, left: 0 })
    expect(await listingOf(number)).toMatchObject({ state: 'SCHEDULED', starts_at: new Date('2026-12-24T00:00:00Z') })
    const form = await shop.open(`mode=ReviseItem&itemId=${number}`)
    expect(form.typed).toEqual(typed)
    expect((await shop.send(form, 'publish', form.typed)).location).toContain('done=')
    expect(await listingOf(number)).toMatchObject({ state: 'SCHEDULED', title: 'Leica M3, boxed' })
  })

  it('stays a draft if somebody has edited it since', async () => {
    const { number, typed, undo } = await unschedule()
    const draft = await shop.open(`mode=AddItem&draftId=${number}`)
    await shop.keep(draft, { ...typed, title: 'Leica M3, serviced' })
    expect(await undo()).toEqual({ back: 0, left: 1 })
    expect(await listingOf(number)).toMatchObject({ state: 'DRAFT', title: 'Leica M3, serviced' })
  })

  it('still shows that it was changed since the revision began', async () => {
    const price = { price_minor: 99_900 }
    const { number, undo } = await unschedule((changed) =>
      db.owner
        .updateTable('listings')
        .set(({ eb }) => ({ ...price, version: eb('version', '+', 1) }))
        .where('item_number', '=', changed)
        .execute(),
    )
    await undo()
    const form = await shop.open(`mode=ReviseItem&itemId=${number}`)
    expect((await shop.send(form, 'publish', form.typed)).status).toBe(409)
    expect(await listingOf(number)).toMatchObject({ state: 'SCHEDULED', ...price })
  })
})

it('the revision input of a listing that ended becomes the form of its successor', async () => {
  const number = await shop.publish({ sku: 'AGAIN' })
  const revised = await shop.open(`mode=ReviseItem&itemId=${number}`)
  await shop.keep(revised, { ...revised.typed, title: 'Leica M3, serviced' })
  await ask('active', 'end', { keys: number })
  const typed = { title: 'Leica M3, serviced', sku: 'AGAIN' }
  expect((await shop.open(`mode=RelistItem&itemId=${number}`)).typed).toMatchObject(typed)
  await ask('ended', 'relist', { keys: number })
  const { item_number: draft } = (await shop.listings()).find(({ state }) => state === 'DRAFT')!
  const form = await shop.open(`mode=AddItem&draftId=${draft}`)
  expect(form.typed).toMatchObject(typed)
  expect((await shop.send(form, 'publish', form.typed)).location).toContain('done=published')
})

it('asks before processing more than fits one request', async () => {
  await add(...Array.from({ length: 201 }, () => ({})))
  const asked = await ask('active', 'hold', { all: '1' })
  expect(asked).toMatchObject({ outcome: 'ask', model: { total: 201, possible: 201 } })
  expect(asked.model.items).toHaveLength(20)
  expect(new Set(await states())).toEqual(new Set(['ACTIVE']))
})

it('redirects a form without script to the list, or to the confirmation page', async () => {
  const [fixed, auction] = await add({}, { format: 'AUCTION' })
  const send = (step: string, fields: Record<string, string>) =>
    shop.browser.post(steps, `/sh/lst/active/steps?step=${step}`, { q: 'leica', ...fields })
  const held = await send('hold', { keys: fixed! })
  expect(held).toMatchObject({
    status: 303,
    location: expect.stringMatching(/^\/sh\/lst\/active\?q=leica&undo=\w{20}$/),
  })
  const page = `/sh/lst/item?item=${fixed}`
  const released = await send('release', { keys: fixed!, back: page })
  expect(released.location).toMatch(new RegExp(String.raw`^/sh/lst/item\?item=${fixed}&undo=\w{20}$`))
  const asked = await send('end', { keys: auction!, confirmed: '1' })
  expect(asked.location).toBe(`/sh/lst/active/bulk?step=end&keys=${auction}&q=leica`)
  expect(await states()).toEqual(['ACTIVE', 'ACTIVE'])
})
