import { describe, expect, it } from 'vitest'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { takeTagsBack, type TagsInverse } from '#features/orders/order-notes/order-tags-db.server.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import * as notesPage from './order-notes-page.tsx'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import * as tagPage from '#features/orders/order-list/tag-orders-page.tsx'
import { takeUndos } from '#features/machinery/undo/undos-db.server.ts'
import { paths } from '#web/paths.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const by = {} as Record<'shipper' | 'colleague' | 'viewer', TestBrowser>

const member = async (name: string) => addTestMember(hub, { name })
const [shipper, colleague, viewer] = [await member('Amira'), await member('Bo'), await member('Vera')]
const seller = await addTestSeller(db, { [shipper.id]: 'shipper', [colleague.id]: 'manager', [viewer.id]: 'viewer' })
for (const [who, { email }] of Object.entries({ shipper, colleague, viewer }))
  by[who as keyof typeof by] = await signedInBrowser(hub, email)
const shipperId = shipper.id
const known = await addOrders(db, { sellerId: seller, count: 12, now, seed: 'notes' })
const theirs = await addOrders(db, { sellerId: await addSeller(db, 'other'), count: 1, now, seed: 'other' })

const open = async ({ number }: KnownOrder, who: TestBrowser = by.shipper) =>
  (await who.get(detailsPage, paths.orderDetails(number))).data
const send = ({ number }: KnownOrder, fields: Record<string, string>, who: TestBrowser = by.shipper) =>
  who.post(notesPage, paths.orderNotes(number), fields)
const eventsOf = async ({ id }: KnownOrder) =>
  (await db.asSeller(seller, 'read', (own) => readOrderEvents(own, seller, id))).map(
    ({ kind, before, after, actor }) => ({
      kind,
      before,
      after,
      by: actor.kind === 'MEMBER' ? actor.name : actor.kind,
    }),
  )
const seenOf = async ({ number }: KnownOrder) =>
  (await by.shipper.get(notesPage, paths.orderNotes(number))).data.note.seen as string

/** Tags the orders of a URL, or those its page was `begun` with, like the page's form. */
const tagAll = async (address: string, fields: Record<string, string>, begun?: string) =>
  by.shipper.post(tagPage, address, { begun: begun ?? (await by.shipper.get(tagPage, address)).data.begun, ...fields })

/** Uses the undo offered on the page after a step. */
const takeBack = (location: string | null) =>
  db.asSeller(seller, 'write', async (own) => {
    const id = new URL(location!, 'http://hub').searchParams.get('undo')!
    const [kept] = await takeUndos(own, { sellerId: seller, memberId: shipperId, ids: [id], now })
    const actor = { kind: 'MEMBER', id: shipperId, name: 'Amira' } as const
    return takeTagsBack(own, { sellerId: seller, inverse: kept!.inverse as TagsInverse, actor, now })
  })

describe('the private note of an order', () => {
  it('is written, changed and removed, with author and time in the timeline', async () => {
    const [order] = known as [KnownOrder]
    expect((await send(order, { step: 'note', note: ' Film apart\r\nplease ', seen: '' })).status).toBe(303)
    expect((await open(order)).notes.note).toEqual({
      text: 'Film apart\nplease',
      by: expect.stringMatching(/^Amira, /),
    })
    await send(order, { step: 'note', note: 'Padded box', seen: await seenOf(order) }, by.colleague)
    // A repeated submit is not a change.
    expect((await send(order, { step: 'note', note: 'Padded box', seen: '' })).status).toBe(303)
    await send(order, { step: 'note', note: '', seen: await seenOf(order) })
    expect((await open(order)).notes.note).toBeNull()
    expect(await eventsOf(order)).toEqual([
      { kind: 'NOTE_WRITTEN', before: null, after: { text: 'Film apart\nplease' }, by: 'Amira' },
      { kind: 'NOTE_WRITTEN', before: { text: 'Film apart\nplease' }, after: { text: 'Padded box' }, by: 'Bo' },
      { kind: 'NOTE_WRITTEN', before: { text: 'Padded box' }, after: null, by: 'Amira' },
    ])
  })

  it('is not overwritten silently: the second member sees the current note and keeps their text', async () => {
    const order = known[1]!
    await send(order, { step: 'note', note: 'First', seen: '' }, by.colleague)
    const late = await send(order, { step: 'note', note: 'Second', seen: '' })
    expect(late.status).toBe(409)
    expect(late.data.note).toEqual({
      text: 'Second',
      seen: await seenOf(order),
      error: expect.stringContaining('Bo has changed the note meanwhile to “First”'),
    })
    expect((await open(order)).notes.note.text).toBe('First')
    // The member has seen the returned note; saving again replaces it, even if it was deleted.
    const long = await send(order, { step: 'note', note: 'x'.repeat(2001), seen: late.data.note.seen })
    expect([long.status, long.data.note.seen]).toEqual([422, late.data.note.seen])
    expect((await send(order, { step: 'note', note: 'Second', seen: long.data.note.seen })).status).toBe(303)
    const seen = await seenOf(order)
    await send(order, { step: 'note', note: '', seen }, by.colleague)
    const { data } = await send(order, { step: 'note', note: 'Third', seen })
    expect(data.note).toEqual({ text: 'Third', seen: '', error: expect.stringContaining('removed the note') })
    expect((await send(order, { step: 'note', note: 'Third', seen: data.note.seen })).status).toBe(303)
  })

  it('stays open while a tag is added or refused', async () => {
    const order = known[10]!
    const beside = (tag: string) => send(order, { step: 'add-tag', tag, writing: 'note' })
    expect((await beside('boxed')).location).toBe(paths.orderNotes(order.number))
    expect((await beside('a, b')).data.tag).toMatchObject({ text: 'a, b', isWriting: true })
    expect((await send(order, { step: 'add-tag', tag: 'glass' })).location).toBe(paths.orderDetails(order.number))
  })

  it('has 2,000 characters at most', async () => {
    const order = known[2]!
    expect((await send(order, { step: 'note', note: 'é'.repeat(2001), seen: '' })).status).toBe(422)
    expect((await send(order, { step: 'note', note: 'é'.repeat(2000), seen: '' })).status).toBe(303)
  })

  it('is private: a viewer sees nothing of it and cannot write, another seller finds no order', async () => {
    const order = known[2]!
    expect((await open(order, by.viewer)).notes).toEqual({ note: null, tags: [], write: null })
    expect(JSON.stringify(await open(order, by.viewer))).not.toContain('éé')
    expect((await send(order, { step: 'note', note: 'x', seen: '' }, by.viewer)).status).toBe(403)
    expect((await send(theirs[0]!, { step: 'note', note: 'x', seen: '' })).status).toBe(404)
  })
})

describe('tags', () => {
  it('are added and removed in the seller’s spelling, and removing can be undone', async () => {
    const order = known[3]!
    for (const tag of ['Gift', 'fragile', 'gift']) await send(order, { step: 'add-tag', tag })
    expect((await open(order)).notes.tags).toEqual(['Gift', 'fragile'])
    const { location } = await send(order, { step: 'remove-tag', tag: 'Gift' })
    expect((await open(order)).notes.tags).toEqual(['fragile'])
    expect(await takeBack(location)).toEqual({ back: 1, left: 0 })
    expect((await open(order)).notes.tags).toEqual(['Gift', 'fragile'])
    const last = (await eventsOf(order)).at(-1)
    expect(last).toMatchObject({
      kind: 'TAGS_CHANGED',
      before: { tags: ['fragile'] },
      after: { tags: ['Gift', 'fragile'] },
    })
  })

  it('are removed from all results in any spelling', async () => {
    const order = known[11]!
    await send(order, { step: 'add-tag', tag: 'Repair' })
    const { location } = await tagAll(`${paths.ordersTag}?keys=${order.number}`, { step: 'untag', tag: 'repair' })
    expect((await open(order)).notes.tags).toEqual([])
    expect(await takeBack(location)).toEqual({ back: 1, left: 0 })
    expect((await open(order)).notes.tags).toEqual(['Repair'])
    await send(order, { step: 'remove-tag', tag: 'REPAIR' })
    expect((await open(order)).notes.tags).toEqual([])
  })

  it('are limited to ten per order, in the database too', async () => {
    const order = known[4]!
    for (let n = 1; n <= 10; n += 1) await send(order, { step: 'add-tag', tag: `t${n}` })
    const eleventh = await send(order, { step: 'add-tag', tag: 't11' })
    expect([eleventh.status, eleventh.data.tag.text]).toEqual([422, 't11'])
    const forced = db.asSeller(seller, 'write', (own) =>
      own.insertInto('order_tags').values({ seller_id: seller, order_id: order.id, tag: 't11' }).execute(),
    )
    await expect(forced).rejects.toMatchObject({ constraint: 'ten_tags_at_most' })
  })

  it('are added to all results, and undo skips orders where somebody has removed them since', async () => {
    const chosen = known.slice(5, 9)
    const address = `${paths.ordersTag}?${new URLSearchParams({ keys: chosen.map(({ number }) => number).join() })}`
    const { location } = await tagAll(address, { step: 'tag', tag: 'rush' })
    expect(await tagged('rush')).toEqual(chosen.map(({ number }) => number).toSorted())
    await send(chosen[0]!, { step: 'remove-tag', tag: 'rush' }, by.colleague)
    expect(await takeBack(location)).toEqual({ back: 3, left: 1 })
    expect(await tagged('rush')).toEqual([])
  })

  it('are added to all orders of a list, and none of another seller’s', async () => {
    const all = await tagAll(`${paths.ordersTag}?all=1`, { step: 'tag', tag: 'stock take' })
    expect(all.status).toBe(303)
    // One order already has ten.
    expect(await tagged('stock take')).toHaveLength(11)
    const again = await tagAll(`${paths.ordersTag}?all=1&tag=stock+take`, {
      step: 'tag',
      tag: 'Stock Take',
    })
    expect([again.status, again.data.values.tag]).toEqual([422, 'Stock Take'])
    expect((await by.viewer.post(tagPage, `${paths.ordersTag}?all=1`, { step: 'tag', tag: 'x' })).status).toBe(403)
    const foreign = await by.shipper.get(tagPage, `${paths.ordersTag}?keys=${theirs[0]!.number}`)
    expect(foreign.data.n).toBe(0)
  })

  it('are added to no order if the results have changed since the page counted them', async () => {
    const [there, gone, come] = known.slice(5, 8) as [KnownOrder, KnownOrder, KnownOrder]
    const address = `${paths.ordersTag}?all=1&tag=sale`
    for (const order of [there, gone]) await send(order, { step: 'add-tag', tag: 'sale' })
    const shown = (await by.shipper.get(tagPage, address)).data
    expect(shown.n).toBe(2)
    await send(come, { step: 'add-tag', tag: 'sale' })
    const more = await tagAll(address, { step: 'tag', tag: 'packed' }, shown.begun)
    expect(more).toMatchObject({ status: 422, data: { values: { tag: 'packed' } } })
    expect(more.data.errors.tag).toContain('3 match now')
    await send(gone, { step: 'remove-tag', tag: 'sale' })
    expect((await tagAll(address, { step: 'tag', tag: 'packed' }, shown.begun)).status).toBe(422)
    expect((await tagAll(address, { step: 'tag', tag: 'packed' }, '')).status).toBe(422)
    expect(await tagged('packed')).toEqual([])
    expect((await tagAll(address, { step: 'tag', tag: 'packed' })).status).toBe(303)
    expect(await tagged('packed')).toEqual([there.number, come.number].toSorted())
  })
})

const tagged = async (tag: string) =>
  (
    await db.owner
      .selectFrom('order_tags as t')
      .innerJoin('orders as o', 'o.id', 't.order_id')
      .select('o.order_number')
      .where('t.tag', '=', tag)
      .orderBy('o.order_number')
      .execute()
  ).map(({ order_number }) => order_number)
