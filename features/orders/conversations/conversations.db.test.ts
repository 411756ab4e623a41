import { rowOf, updateRows } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { readingAsDivided } from '#db/testing-divided.ts'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { dueBounds, parseOrderNumber } from '#features/core/order/order.ts'
import { countOrders } from '#features/orders/order-list/order-counts-db.server.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { paths } from '#web/paths.ts'
import { newMessageKey, receiveBuyerMessage, sendMessage } from './add-message-db.server.ts'
import * as marks from './conversations-marks-resource.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { chosenIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from './conversations-list.server.ts'
import type { MessageKey } from './message.ts'
import { markConversation, markConversations } from './mark-conversations-db.server.ts'
import * as templatesPage from './templates-page.tsx'
import { minute } from '#lib/duration.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const conversationsPage = { loader: listLoader(conversationsList) }
let seller: number
let known: KnownOrder[]
const by = {} as Record<'shipper' | 'viewer', TestBrowser>

const numberOf = (order: { number: string }) => parseOrderNumber(order.number)!

function receive(order: KnownOrder, minutes: number) {
  const message = { sellerId: seller, number: numberOf(order), key: newMessageKey(), subject: null, pictures: [] }
  const sentAt = new Date(now.getTime() + minutes * minute)
  const taken = db.asSeller(seller, 'write', (own) =>
    receiveBuyerMessage(own, { ...message, text: `At ${minutes}`, sentAt }),
  )
  return taken.then(() => message.key)
}

beforeAll(async () => {
  const [shipper, viewer] = [await addTestMember(hub, { name: 'Amira' }), await addTestMember(hub, { name: 'Vera' })]
  seller = await addTestSeller(db, { [shipper.id]: 'shipper', [viewer.id]: 'viewer' })
  by.shipper = await signedInBrowser(hub, shipper.email)
  by.viewer = await signedInBrowser(hub, viewer.email)
  known = await addOrders(db, { sellerId: seller, count: 6, now, seed: 'talk' })
  const said: MessageKey[] = []
  for (const [index, order] of known.entries()) said.push(await receive(order, index))
  for (const [index, mark] of (['read', 'settle'] as const).entries())
    await db.asSeller(seller, 'write', (own) =>
      markConversation(own, { sellerId: seller, thread: numberOf(known[index]!), mark, seen: said[index]! }),
    )
})

describe('the list of conversations', () => {
  it('lists the newest first, with tabs for unread and unanswered ones', async () => {
    const order = known[5]!
    const list = async (search = '') =>
      unpackModel((await by.shipper.get(conversationsPage, paths.conversations + search)).data.model)
    const all = await list()
    expect(all.rows[0]).toMatchObject({
      key: order.number,
      href: `${paths.conversation(order.number, { from: '' })}#reply`,
    })
    const counts = Object.fromEntries(all.tabs!.map(({ id, count }) => [id, Number(count)]))
    const rows = async (name: string) => (await list(`?standing=${name}`)).rows.map((row) => row.key).toSorted()
    const { rows: real } = { rows: await db.owner.selectFrom('conversations').selectAll().execute() }
    const numbers = (keep: (row: (typeof real)[number]) => boolean) =>
      real
        .filter(keep)
        .map((row) => row.thread)
        .toSorted()
    expect(counts.all).toBe(real.length)
    expect(await rows('unread')).toEqual(numbers((row) => row.is_unread))
    expect(await rows('unanswered')).toEqual(numbers((row) => row.awaiting_since !== null))
    expect([counts.unread, counts.unanswered]).toEqual([
      numbers((row) => row.is_unread).length,
      numbers((row) => row.awaiting_since !== null).length,
    ])
  })

  it('is not for a viewer', async () => {
    expect((await by.viewer.get(conversationsPage, paths.conversations)).status).toBe(403)
    expect((await by.viewer.post(templatesPage, paths.templates, { step: 'preview', body: 'x' })).status).toBe(403)
  })
})

describe('marking several', () => {
  const counts = async () => {
    const model = unpackModel((await by.shipper.get(conversationsPage, paths.conversations)).data.model)
    const tab = Number(model.tabs!.find(({ id }) => id === 'unread')!.count)
    const side = await db.asSeller(seller, 'read', (own) => countOrders(own, seller, dueBounds(now, 'UTC')))
    expect(side.unread).toBe(tab)
    return tab
  }
  const mark = (step: string, fields: Record<string, string | string[]>, who = by.shipper) =>
    who.post(marks, `${paths.conversationsMarks}?step=${step}`, fields)
  const keys = (...orders: { number: string }[]) => ({ keys: orders.map(({ number }) => number) })

  it('as read changes the selected ones for the whole team, with every count', async () => {
    for (const order of known) await receive(order, 60)
    expect(await counts()).toBe(6)
    const [one, two, three] = known as [KnownOrder, KnownOrder, KnownOrder]
    expect(await mark('read', { ...keys(one, two), standing: 'unread' })).toMatchObject({
      status: 303,
      location: `${paths.conversations}?standing=unread`,
    })
    expect(await counts()).toBe(4)
    await mark('unread', keys(two))
    expect(await counts()).toBe(5)
    // All matches: unread conversations that wait for an answer.
    await mark('read', { all: '1', standing: 'unread' })
    expect(await counts()).toBe(0)
    // A new message is unread; one that arrived after the list was loaded stays unread when the list's rows are marked.
    await receive(three, 61)
    expect(await counts()).toBe(1)
    const { actions } = unpackModel((await by.shipper.get(conversationsPage, paths.conversations)).data.model)
    await receive(two, 62)
    const { url } = actions!.find(({ id }) => id === 'read')!
    await by.shipper.post(marks, url, { all: '1', standing: 'unread' })
    expect(await counts()).toBe(1)
    await mark('read', keys(two))
    expect(await counts()).toBe(0)
    await receive(three, 63)
    expect(await counts()).toBe(1)
  })

  it('that a search finds changes those alone, on a cluster as on a single server', async () => {
    const unread = async () => {
      const rows = db.owner.selectFrom('conversations').select('thread').where('seller_id', '=', seller)
      return (await rows.where('is_unread', '=', true).execute()).map((row) => row.thread)
    }
    const reader = { sellerId: seller, role: 'owner', now, zone: 'UTC', policyPack: testPolicyPack } as const
    const searchFor = (q: string) =>
      openList(conversationsList, { pathname: paths.conversations, searchParams: new URLSearchParams({ q }) }, reader)
    for (const on of [db, readingAsDivided(db)]) {
      await mark('unread', keys(...known))
      const all = known.map(({ number }) => number).toSorted()
      expect((await unread()).toSorted()).toEqual(all)
      const find = async (q: string) =>
        (await on.asSeller(seller, 'read', (own) => readList(own, conversationsList, searchFor(q)))).rows.map(
          (row) => row.thread,
        )
      expect((await find('at')).toSorted()).toEqual(all)
      expect(await find('at nothing-like-this')).toEqual([])
      expect(await find(known[3]!.number)).toEqual([known[3]!.number])
      await on.asSeller(seller, 'write', async (own) => {
        const chosen = await chosenIds(own, conversationsList, searchFor(known[3]!.number))
        await markConversations(own, { sellerId: seller, chosen, mark: 'read', seen: null })
      })
      expect((await unread()).toSorted()).toEqual(all.filter((number) => number !== known[3]!.number))
    }
    await mark('read', keys(...known))
  })

  it('has no effect on conversations without messages from the buyer', async () => {
    const order = await addOrderToShip(db, seller, [1])
    const actor = { kind: 'MEMBER', id: 'amira', name: 'Amira' } as const
    const message = { sellerId: seller, thread: numberOf(order), key: newMessageKey(), subject: null, pictures: [] }
    await db.asSeller(seller, 'write', (own) =>
      sendMessage(own, { ...message, text: 'It is on its way', seen: null, actor, now }),
    )
    const before = await counts()
    await mark('unread', keys(order))
    expect(await counts()).toBe(before)
  })

  it('is refused for a viewer and without a selection, and cannot reach others’ conversations', async () => {
    const other = await addSeller(db, 'other')
    const [theirs] = await addOrders(db, { sellerId: other, count: 1, now, seed: 'other' })
    const message = { sellerId: other, number: numberOf(theirs!), key: newMessageKey(), subject: null, pictures: [] }
    await db.asSeller(other, 'write', (own) => receiveBuyerMessage(own, { ...message, text: 'Hello', sentAt: now }))
    expect((await mark('read', keys(theirs!))).status).toBe(303)
    const row = await db.owner
      .selectFrom('conversations')
      .select('is_unread')
      .where('seller_id', '=', other)
      .executeTakeFirst()
    expect(row).toEqual({ is_unread: true })
    expect((await mark('read', {})).status).toBe(400)
    expect((await mark('forget', keys(known[0]!))).status).toBe(400)
    expect((await mark('read', keys(known[0]!), by.viewer)).status).toBe(403)
  })
})

describe('templates', () => {
  const save = (fields: Record<string, string>) =>
    by.shipper.post(templatesPage, paths.templates, { step: 'save', ...fields })
  const list = async () => (await by.shipper.get(templatesPage, paths.templates)).data.templates

  it('are checked, previewed, saved, inserted, changed and deleted', async () => {
    const bad = await save({ name: 'Sent', body: 'Hello {{customer}}' })
    expect([bad.status, bad.data.errors.body]).toEqual([422, expect.stringContaining('{{customer}}')])
    const body = 'Hello {{buyer}}, {{order}}: {{tracking}}'
    const preview = await by.shipper.post(templatesPage, paths.templates, { step: 'preview', name: '', body })
    expect(preview.data.preview).toBe('Hello l.okonkwo, 12-64120-58213: RM123456785GB')
    expect(await list()).toEqual([])
    expect((await save({ name: 'Sent', body })).status).toBe(303)
    expect((await save({ name: 'sent', body })).status).toBe(422)
    const [{ id }] = await list()
    expect((await save({ id, name: 'Sent', body: 'Short' })).status).toBe(303)
    expect((await list())[0]).toMatchObject({ id, body: 'Short' })
    expect((await save({ id: 'f'.repeat(16), name: 'Other', body })).status).toBe(404)
    await by.shipper.post(templatesPage, paths.templates, { step: 'delete', id })
    expect(await list()).toEqual([])
  })
})

describe('the search of conversations', () => {
  const found = async (search: string) =>
    unpackModel((await by.shipper.get(conversationsPage, `${paths.conversations}?${search}`)).data.model)
      .rows.map((row) => row.key)
      .toSorted()

  /** A buyer's message about an order. */
  const say = (order: { number: string }, text: string) =>
    db.asSeller(seller, 'write', (own) =>
      receiveBuyerMessage(own, {
        sellerId: seller,
        number: numberOf(order),
        key: newMessageKey(),
        subject: null,
        pictures: [],
        text,
        sentAt: now,
      }),
    )

  it('finds by order, buyer and words of all messages, ignoring case and accents', async () => {
    const [order, other] = [known[3]!, known[4]!]
    await say(order, 'Where is the Rolleiflex, and the Étui?')
    await say(order, 'Any news?')
    expect(await found('q=rolleiflex')).toEqual([order.number])
    expect(await found('q=etui+news')).toEqual([order.number])
    expect(await found(`q=${other.number}`)).toEqual([other.number])
    expect(await found('q=hasselblad')).toEqual([])
    const { buyer_username: buyer } = await rowOf(db.owner, 'conversations', { order_number: order.number })
    expect(await found(`q=${encodeURIComponent(buyer)}`)).toContain(order.number)
  })

  it('follows changed messages, and finds none of another seller', async () => {
    const order = known[2]!
    await say(order, 'A secret of mine')
    expect(await found('q=secret')).toEqual([order.number])
    await updateRows(
      db.owner,
      'conversation_messages',
      { seller_id: seller, body: 'A secret of mine' },
      { body: 'removed' },
    )
    expect(await found('q=secret')).toEqual([])
    const other = await addTestSeller(db, {})
    const [foreign] = await addOrders(db, { sellerId: other, count: 1, now, seed: 'other' })
    await db.asSeller(other, 'write', (own) =>
      receiveBuyerMessage(own, {
        sellerId: other,
        number: numberOf(foreign!),
        key: newMessageKey(),
        subject: null,
        pictures: [],
        text: 'zeppelin',
        sentAt: now,
      }),
    )
    expect(await found('q=zeppelin')).toEqual([])
  })

  it('filters by waiting for the buyer, open case, and date', async () => {
    const rows = await db.owner.selectFrom('conversations').selectAll().where('seller_id', '=', seller).execute()
    const theirs = rows.filter((row) => row.last_id > row.last_buyer_id).map((row) => row.thread)
    expect(await found('standing=theirs')).toEqual(theirs.toSorted())
    expect(await found('case=open')).toEqual([])
    expect(await found('lastFrom=2026-11-19&lastTo=2026-11-21')).toEqual(rows.map((row) => row.thread).toSorted())
    expect(await found('lastFrom=2025-01-01&lastTo=2025-01-02')).toEqual([])
    const { number } = await addSold(db, seller)
    await say({ number }, 'It sticks.')
    expect(await found('case=open')).toEqual([])
    const opened = await db.asSeller(seller, 'write', (own) =>
      openCase(own, {
        sellerId: seller,
        order: number,
        line: 1,
        units: 1,
        kind: 'RETURN',
        reason: 'NOT_AS_DESCRIBED',
        words: 'The needle sticks.',
        photos: [],
        number: newCaseNumber('RETURN'),
        key: 'open 1',
        now,
        policyPack: testPolicyPack,
      }),
    )
    expect(opened).toEqual({ ok: true, repeated: false })
    expect(await found('case=open')).toEqual([number])
    expect(await found('case=open&q=sticks')).toEqual([number])
    expect(await found('case=open&q=rolleiflex')).toEqual([])
  })
})
