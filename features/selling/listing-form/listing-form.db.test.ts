import { testHubAt } from '#features/people/accounts/testing.ts'
import { anyListing, rowOf, updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import type { NewRow } from '#db/schema.ts'
import type { FormView } from './form/form-view.ts'
import * as page from './listing-form-page.tsx'
import * as previewPage from './listing-preview-page.tsx'
import { addFormProducts, addFormShop, formUrl } from './testing.ts'
import { addPolicy } from '#features/selling/policies/policies-db.server.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const { sellerId, browser, open, send, keep, complete, publish, listings } = await addFormShop(hub, db, 'camera-shop')
const other = (await addFormShop(hub, db, 'other-shop')).browser
await addFormProducts(db)

const key = () => crypto.randomUUID()
const change = (number: string, to: Partial<NewRow<'listings'>>) =>
  db.owner.updateTable('listings').set(to).where('item_number', '=', number).execute()

describe('a form', () => {
  it('has a key from the first letter on, and is one draft however often it is sent', async () => {
    const first = await browser.get(page, formUrl('mode=AddItem'))
    expect([first.status, first.location]).toEqual([302, expect.stringMatching(/mode=AddItem&key=[0-9a-f-]{36}$/)])
    const view = await open('mode=AddItem')
    const before = (await listings()).length
    expect((await keep(view, { title: 'Leica', price: 'ten' })).status).toBe(200)
    expect((await keep(view, { title: 'Leica', price: 'ten' })).status).toBe(200)
    expect((await listings()).slice(before)).toMatchObject([
      { state: 'DRAFT', title: 'Leica', price_minor: 0, category: '' },
    ])
    const again = await open(`mode=AddItem&key=${view.hidden.key}`)
    expect(again).toMatchObject({ typed: { title: 'Leica', price: 'ten' }, hidden: { revision: 1 } })
    const [draft] = (await listings()).slice(before)
    expect(await open(`draftId=${draft!.item_number}`)).toMatchObject({ typed: { title: 'Leica' } })
    expect((await send(again, 'discard', {})).status).toBe(303)
    expect(await listings()).toHaveLength(before)
  })

  it('without input leaves no draft, whatever button is pressed', async () => {
    const before = (await listings()).length
    const view = await open('mode=AddItem')
    const untouched = { ...view.typed }
    expect((await keep(view, untouched)).status).toBe(200)
    expect((await send(view, 'search', untouched)).status).toBe(200)
    expect((await send(view, 'save', untouched)).status).toBe(200)
    const refused = await send(view, 'publish', untouched)
    expect([refused.status, (refused.data.view as FormView).errors.map(({ field }) => field)]).toEqual([
      422,
      expect.arrayContaining(['title', 'price', 'category']),
    ])
    expect(await listings()).toHaveLength(before)
  })

  it('starts with the terms of the previous listing, and with the only policy of a kind', async () => {
    const shop = await addFormShop(hub, db, 'terms-shop')
    expect((await shop.open('mode=AddItem')).typed).toEqual({ format: 'FIXED_PRICE', quantity: '1', handling: '1' })
    const first = await shop.complete({ handling: '3' })
    const terms = { 'policy.FULFILMENT': first['policy.FULFILMENT']!, 'policy.RETURN': first['policy.RETURN']! }
    expect((await shop.open('mode=AddItem')).typed).toMatchObject(terms)
    await shop.publish({ handling: '3' })
    const courier = { kind: 'FULFILMENT', name: 'Courier', shipping: flatShipping(900), days: null, terms: '' } as const
    const second = (await db.asSeller(shop.sellerId, 'write', (own) => addPolicy(own, shop.sellerId, courier)))!
    expect((await shop.open('mode=AddItem')).typed).toMatchObject({ ...terms, handling: '3' })
    await shop.publish({ handling: '0', 'policy.FULFILMENT': second })
    const view = await shop.open('mode=AddItem')
    expect(view.typed).toMatchObject({ 'policy.FULFILMENT': second, handling: '0' })
    const before = (await shop.listings()).length
    expect((await shop.send(view, 'save', { ...view.typed })).status).toBe(200)
    expect(await shop.listings()).toHaveLength(before)
    expect((await shop.send(view, 'save', { ...view.typed, handling: '1' })).status).toBe(303)
    expect(await shop.listings()).toHaveLength(before + 1)
  })

  it('sets one price in every row, and changes no rows without one', async () => {
    const rows = {
      'axis1.name': 'Size',
      'axis1.values': 'S, M',
      'row.0.values': 'S',
      'row.0.price': '5',
      'row.1.values': 'M',
    }
    const view = await open('mode=AddItem')
    const set = await send(view, 'setAll:price', { ...rows, 'allRows.price': ' 7.50 ' })
    expect(set.data.view.typed).toMatchObject({ 'row.0.price': '7.50', 'row.1.price': '7.50' })
    expect(set.data.view.typed).not.toHaveProperty('row.0.quantity')
    const empty = await send(set.data.view, 'setAll:price', { ...rows, 'allRows.price': ' ' })
    expect(empty.data.view.typed).toMatchObject({ 'row.0.price': '5' })
  })

  it('offers the seller’s own categories first, each once, in the reader’s language', async () => {
    const shop = await addFormShop(hub, db, 'own-categories')
    expect((await shop.open('mode=AddItem')).categories.own).toEqual([])
    await shop.publish()
    const { own, others } = (await shop.open('mode=AddItem')).categories
    const camera = 'Cameras & Photography > Film Cameras'
    expect(own).toEqual([{ value: camera, label: camera }])
    expect(others.map(({ value }) => value)).not.toContain(camera)
    expect(own.length + others.length).toBe(hub.config.taxonomy.leaves.length)
  })

  it('that started from an earlier version is not saved, and shows both', async () => {
    const view = await open('mode=AddItem')
    await keep(view, { title: 'Leica M3' })
    const late = await keep(view, { title: 'Leica M2' })
    expect([late.status, late.headers.get('content-type')]).toEqual([409, expect.stringContaining('json')])
    const sent = await send(view, 'category', { title: 'Leica M2' })
    expect(sent.status).toBe(409)
    expect(sent.data.view).toMatchObject({
      typed: { title: 'Leica M2' },
      conflict: { typed: { title: 'Leica M3' }, revision: 1 },
    })
    const mine = await send(sent.data.view, 'keepMine', { title: 'Leica M2' })
    expect(mine.data.view).toMatchObject({ typed: { title: 'Leica M2' }, hidden: { revision: 2 }, conflict: null })
  })

  it('is nobody else’s', async () => {
    const number = await publish()
    const view = await open('mode=AddItem')
    await keep(view, { title: 'Mine' })
    const [draft] = (await listings()).filter(({ title }) => title === 'Mine')
    for (const query of [
      `mode=ReviseItem&itemId=${number}`,
      `mode=SellSimilarItem&itemId=${number}&key=${key()}`,
      `draftId=${draft!.item_number}`,
    ])
      expect((await other.get(page, formUrl(query))).status, query).toBe(404)
    expect((await other.get(previewPage, `/sl/list/preview?draftId=${draft!.item_number}`)).status).toBe(404)
    expect((await open(`mode=AddItem&key=${view.hidden.key}`, other)).typed).not.toHaveProperty('title')
    const on = { itemNumber: draft!.item_number, version: 1 }
    expect((await keep({ hidden: { ...view.hidden, key: key(), on } }, { title: 'Theirs' }, other)).status).toBe(404)
  })

  it('is rejected if it is not a form', async () => {
    expect((await browser.get(page, formUrl('mode=Burn'))).status).toBe(400)
    expect((await browser.post(page, formUrl(''), { intent: 'save' })).status).toBe(400)
  })

  it('is limited in length, and says so', async () => {
    const view = await open('mode=AddItem')
    const long = { description: 'x'.repeat(160_000) }
    expect((await keep(view, long)).status).toBe(409)
    const { status, data } = await send(view, 'save', long)
    expect([status, data.view.typed, data.view.isKept, data.view.errors[0].text]).toEqual([
      409,
      long,
      false,
      expect.stringContaining('too long'),
    ])
  })

  it('belongs to one listing: its key with another is refused', async () => {
    const first = await open('mode=AddItem')
    expect((await keep(first, { title: 'Leica' })).status).toBe(200)
    const revised = await open(`mode=ReviseItem&itemId=${await publish()}`)
    const mixed = { hidden: { ...revised.hidden, key: first.hidden.key } }
    expect((await keep(mixed, { ...revised.typed, title: 'Contax' })).status).toBe(400)
  })
})

describe('the catalogue', () => {
  const found = async (search: string) => {
    const { data } = await send(await open('mode=AddItem'), 'search', { search })
    const { result } = (data.view as FormView).search!
    return result.ok ? result.products.map(({ epid }) => epid) : result.reason
  }
  it('is searched by number or by words', async () => {
    expect(await found('1000000001')).toEqual(['1000000001'])
    expect(await found('4006381333931')).toEqual(['1000000001'])
    expect(await found('0 4006381333931')).toEqual(['1000000001'])
    expect(await found('rangefinder LEICA')).toEqual(['1000000001'])
    expect(await found('100%')).toEqual(['1000000002'])
    expect([await found('4006381333932'), await found(' '), await found('kite')]).toEqual(['check-digit', 'empty', []])
  })
  it('fills in the form and keeps typed values', async () => {
    const { data } = await send(await open('mode=AddItem'), 'product:1000000001', { title: 'My own title' })
    expect((data.view as FormView).typed).toEqual({
      title: 'My own title',
      epid: '1000000001',
      category: 'Cameras & Photography > Film Cameras',
      'aspect.Brand': 'Leica',
      weight: '595',
    })
    const again = await send(data.view, 'noProduct', data.view.typed)
    expect(again.data.view.typed).not.toHaveProperty('epid')
  })
})

describe('publishing', () => {
  it('reports everything missing at once and keeps typed values', async () => {
    const { status, data } = await send(await open('mode=AddItem'), 'publish', {
      title: 'x'.repeat(81),
      price: 'ten',
      // A time without a day; read as no start, the listing would go on sale at once.
      startTime: '18:00',
    })
    const { errors, typed, hidden } = data.view as FormView
    expect([status, typed['price'], hidden.revision]).toEqual([422, 'ten', 1])
    expect(errors.map(({ field }) => field).toSorted()).toEqual(
      [
        'price',
        'title',
        'condition',
        'category',
        'pictures',
        'quantity',
        'policy.FULFILMENT',
        'policy.PAYMENT',
        'policy.RETURN',
        'handling',
        'startDate',
      ].toSorted(),
    )
  })

  it('puts the listing on sale, once however often it is sent', async () => {
    const view = await open('mode=AddItem')
    const typed = await complete({ sku: 'CAM-1', cost: '800', weight: '595' })
    const { status, location } = await send(view, 'publish', typed)
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/sh\/lst\/item\?item=\d{12}&done=published$/)])
    const second = await send(view, 'publish', typed)
    expect(second.location).toContain('mode=ReviseItem')
    const row = (await listings()).filter(({ sku }) => sku === 'CAM-1')
    expect(row).toMatchObject([
      { state: 'ACTIVE', price_minor: 124_900, image_url: '/m3.webp', starts_at: now, version: 2 },
    ])
    const content = await rowOf(db.owner, 'listing_contents', { listing_id: row[0]!.id })
    expect(content).toMatchObject({ description: '<p>Serviced <b>2025</b></p>', cost_minor: 80_000, handling_days: 1 })
    expect(
      await db.owner.selectFrom('listing_drafts').selectAll().where('listing_id', '=', row[0]!.id).execute(),
    ).toEqual([])
    expect((await keep(view, { title: 'late' })).status).toBe(409)
  })

  it('refuses a SKU in use, also by a variation', async () => {
    const number = await publish({
      'axis1.name': 'Size',
      'axis1.values': 'S',
      'row.0.values': 'S',
      'row.0.sku': 'VAR-1',
      'row.0.price': '5',
      'row.0.quantity': '2',
    })
    const { data } = await send(await open('mode=AddItem'), 'publish', await complete({ sku: 'VAR-1' }))
    expect((data.view as FormView).errors).toMatchObject([{ field: 'sku', fieldId: 'sku' }])
    // Publishing its own relist form is refused: the listing is revised under it.
    const own = await open(`mode=ReviseItem&itemId=${number}`)
    expect((await send(own, 'publish', { ...own.typed, title: 'Strap' })).location).toContain('done=revised')
  })

  it('schedules a listing with a start, in the shop’s time zone', async () => {
    const { location } = await send(
      await open('mode=AddItem'),
      'publish',
      await complete({ startDate: '2026-11-25', startTime: '09:30' }),
    )
    expect(location).toContain('done=scheduled')
    const number = new URL(location!, 'http://x').searchParams.get('item')!
    const [row] = (await listings()).filter(({ item_number: own }) => own === number)
    expect(row).toMatchObject({ state: 'SCHEDULED', starts_at: new Date('2026-11-25T09:30Z') })
    expect((await open(`mode=ReviseItem&itemId=${number}`)).typed).toMatchObject({
      startDate: '2026-11-25',
      startTime: '09:30',
    })
  })
})

describe('a listing', () => {
  it('is revised; if it has changed meanwhile, both versions are shown before saving', async () => {
    const number = await publish({ sku: 'REV-1' })
    const view = await open(`mode=ReviseItem&itemId=${number}`)
    expect(view.typed).toMatchObject({ title: 'Leica M3, 1957', price: '1249.00', 'aspect.Mount': 'Leica M' })
    await updateRows(db.owner, 'listings', { item_number: number }, { price_minor: 99_900, version: 9 })
    const stale = await send(view, 'publish', { ...view.typed, title: 'Leica M3 body' })
    expect([stale.status, stale.data.view.conflict.typed.price, stale.data.view.typed.price]).toEqual([
      409,
      '999.00',
      '1249.00',
    ])
    expect((await listings()).find(({ item_number: own }) => own === number)?.title).toBe('Leica M3, 1957')
    const mine = await send(stale.data.view, 'publish', { ...view.typed, title: 'Leica M3 body' })
    expect(mine.location).toContain('done=revised')
    expect((await listings()).find(({ item_number: own }) => own === number)).toMatchObject({
      title: 'Leica M3 body',
      price_minor: 124_900,
      state: 'ACTIVE',
      version: 10,
    })
  })

  it('is revised in two windows one after the other, without overwriting', async () => {
    const number = await publish()
    const [one, two] = [await open(`mode=ReviseItem&itemId=${number}`), await open(`mode=ReviseItem&itemId=${number}`)]
    expect((await keep(one, { ...one.typed, title: 'One' })).status).toBe(200)
    expect((await keep(two, { ...two.typed, title: 'Two' })).status).toBe(409)
    const seen = { hidden: { ...two.hidden, revision: 1 } }
    expect((await keep(seen, { ...two.typed, title: 'Two' })).status).toBe(200)
    expect((await open(`mode=ReviseItem&itemId=${number}`)).typed['title']).toBe('Two')
    // Saved under the first window's key, it can still be discarded in the second.
    const revise = expect.stringContaining(`mode=ReviseItem&itemId=${number}`)
    expect((await send(two, 'discard', {})).location).toEqual(revise)
    expect((await open(`mode=ReviseItem&itemId=${number}`)).typed['title']).toBe('Leica M3, 1957')
    expect((await send(one, 'discard', {})).location).toEqual(revise)
  })

  it('that ends during a revision keeps the input, says so, and can be relisted with it', async () => {
    const number = await publish()
    const view = await open(`mode=ReviseItem&itemId=${number}`)
    await change(number, { state: 'ENDED', end_reason: 'SELLER', ended_at: now })
    const typed = { ...view.typed, title: 'Leica M3, serviced' }
    expect((await keep(view, typed)).status).toBe(200)
    const { status, data } = await send({ hidden: { ...view.hidden, revision: 1 } }, 'publish', typed)
    expect([status, data.view.typed.title, data.view.errors]).toMatchObject([
      409,
      typed.title,
      [{ text: expect.stringMatching(/^This listing has ended.*relist/) }],
    ])
    expect((await open(`mode=RelistItem&itemId=${number}`)).typed['title']).toBe(typed.title)
  })

  it('that becomes a draft during a revision gets the input and is not put on sale', async () => {
    const number = await publish()
    const view = await open(`mode=ReviseItem&itemId=${number}`)
    await change(number, { state: 'DRAFT' })
    const typed = { ...view.typed, title: 'Leica M3, serviced' }
    const { status, data } = await send(view, 'publish', typed)
    expect([status, data.view.errors]).toMatchObject([409, [{ text: expect.stringContaining('is a draft again') }]])
    expect(await open(`draftId=${number}`)).toMatchObject({ typed, hidden: { mode: 'AddItem' } })
    expect((await listings()).find((row) => row.item_number === number)?.state).toBe('DRAFT')
  })

  it('that a colleague published from its draft says so and keeps the input', async () => {
    const number = await publish()
    await change(number, { state: 'DRAFT' })
    const view = await open(`draftId=${number}`)
    await change(number, { state: 'ACTIVE' })
    expect((await keep(view, { ...view.typed, title: 'Mine' })).status).toBe(409)
    const { status, data } = await send(view, 'publish', { ...view.typed, title: 'Mine' })
    expect([status, data.view.typed.title, data.view.errors[0].text]).toEqual([
      409,
      'Mine',
      expect.stringContaining('published already'),
    ])
  })

  it('shows a text description as it was typed', async () => {
    const number = await publish({ description: 'Leica M3 & case\n\nServiced' })
    expect((await open(`mode=ReviseItem&itemId=${number}`)).typed['description']).toBe('Leica M3 & case\n\nServiced')
  })

  it('is copied by “sell similar”, without its SKU', async () => {
    const number = await publish({ sku: 'SIM-1' })
    const view = await open(`mode=SellSimilarItem&itemId=${number}`)
    expect(view.typed).toMatchObject({ title: 'Leica M3, 1957', description: '<p>Serviced <b>2025</b></p>' })
    expect(view.typed).not.toHaveProperty('sku')
  })

  it('is relisted once, under its own SKU', async () => {
    const number = await publish({ sku: 'AGAIN-1' })
    expect((await browser.get(page, formUrl(`mode=RelistItem&itemId=${number}&key=${key()}`))).location).toContain(
      'mode=ReviseItem',
    )
    await updateRows(
      db.owner,
      'listings',
      { item_number: number },
      { state: 'ENDED', end_reason: 'SELLER', ended_at: now },
    )
    expect((await browser.get(page, formUrl(`mode=ReviseItem&itemId=${number}`))).location).toContain('mode=RelistItem')
    const view = await open(`mode=RelistItem&itemId=${number}`)
    const { location } = await send(view, 'publish', view.typed)
    expect(location).toContain('done=published')
    const [old, relisted] = (await listings()).filter(({ sku }) => sku === 'AGAIN-1')
    expect(relisted).toMatchObject({ state: 'ACTIVE', relisted_from: old!.id })
    expect((await browser.get(page, formUrl(`mode=RelistItem&itemId=${number}&key=${key()}`))).location).toContain(
      `draftId=${relisted!.item_number}`,
    )
  })

  it('has a sanitised preview of what is saved', async () => {
    const view = await open('mode=AddItem')
    const { location } = await send(view, 'preview', await complete())
    const { data } = await browser.get(previewPage, location!)
    expect(data).toMatchObject({ priceMinor: 124_900, descriptionHtml: '<p>Serviced <b>2025</b></p>' })
  })
})

it('listing fees apply once the month’s free listings are used, by start and not by draft date', async () => {
  const fee = async () => (await open('mode=AddItem')).insertionFeeMinor
  expect(await fee()).toBe(0)
  const many = Array.from({ length: 250 }, (_, index) => ({
    seller_id: sellerId,
    title: `Listing ${index}`,
    ...anyListing,
    category: 'x',
    price_minor: 1,
    created_at: new Date('2026-10-31T23:59:59Z'),
    starts_at: now,
  }))
  await db.owner.insertInto('listings').values(many).execute()
  expect(await fee()).toBe(35)
  const all = db.owner.updateTable('listings').where('seller_id', '=', sellerId).where('category', '=', 'x')
  // A draft's start is only planned.
  await all.set({ state: 'DRAFT' }).execute()
  expect(await fee()).toBe(0)
  // A scheduled listing counts in the month of its start.
  const scheduledFor = (start: string) => all.set({ state: 'SCHEDULED', starts_at: new Date(start) }).execute()
  await scheduledFor('2026-12-01T00:00Z')
  expect(await fee()).toBe(0)
  await scheduledFor('2026-11-30T23:59Z')
  expect(await fee()).toBe(35)
  await all.set({ state: 'ENDED', starts_at: new Date('2026-10-31T23:59Z'), ended_at: now, created_at: now }).execute()
  expect(await fee()).toBe(0)
  await all.set({ starts_at: new Date('2026-11-01T00:00Z') }).execute()
  expect(await fee()).toBe(35)
})
