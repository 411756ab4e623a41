import { addRows, rowOf } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addSeller } from '#db/testing-seller.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { markConversation } from '#features/orders/conversations/mark-conversations-db.server.ts'
import { saveTemplate } from '#features/orders/conversations/templates-db.server.ts'
import { giveUpUnusedPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import * as conversationPage from './conversation-page.tsx'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import { countOrders } from '#features/orders/order-list/order-counts-db.server.ts'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import { dueBounds } from '#features/core/order/order.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { paths } from '#web/paths.ts'
import {
  newMessageKey,
  receiveBuyerMessage,
  sendMessage,
} from '#features/orders/conversations/add-message-db.server.ts'
import { parseMessageKey, seenField, type MessageKey } from '#features/orders/conversations/message.ts'
import { hour } from '#lib/duration.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const ordersPage = { loader: listLoader(ordersList) }
let seller: number
let known: KnownOrder[]
let theirs: KnownOrder
const by = {} as Record<'shipper' | 'viewer', TestBrowser>
const ada = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const

beforeAll(async () => {
  const [shipper, viewer] = [await addTestMember(hub, { name: 'Amira' }), await addTestMember(hub, { name: 'Vera' })]
  seller = await addTestSeller(db, { [shipper.id]: 'shipper', [viewer.id]: 'viewer' })
  by.shipper = await signedInBrowser(hub, shipper.email)
  by.viewer = await signedInBrowser(hub, viewer.email)
  known = await addOrders(db, { sellerId: seller, count: 12, now, seed: 'talk' })
  const other = await addSeller(db, 'other')
  theirs = (await addOrders(db, { sellerId: other, count: 1, now, seed: 'other' }))[0]!
})

const hoursAgo = (n: number) => new Date(now.getTime() - n * hour)
const key = (text: string) => `${text}-0000` as MessageKey

function receive(
  { number }: KnownOrder,
  text: string,
  { at = now, of = newMessageKey(), pictures = [] as string[], subject = null as string | null } = {},
) {
  const message = { sellerId: seller, number: parseOrderNumber(number)!, key: of, subject, text, pictures }
  return db.asSeller(seller, 'write', (own) => receiveBuyerMessage(own, { ...message, sentAt: at }))
}

const open = async ({ number }: KnownOrder, who: TestBrowser = by.shipper) =>
  (await who.get(detailsPage, paths.orderDetails(number))).data.talk
/** The page's field with the last message it shows. */
const seenBy = async (order: KnownOrder) => ({ [seenField]: (await open(order))?.model.messages.at(-1)?.key ?? '' })
const post = ({ number }: KnownOrder, fields: Record<string, string>, who: TestBrowser = by.shipper) =>
  who.post(conversationPage, paths.conversation(number), fields)
const send = async (order: KnownOrder, fields: Record<string, string>, who: TestBrowser = by.shipper) =>
  post(order, { step: 'send', key: newMessageKey(), ...(await seenBy(order)), ...fields }, who)
const standing = ({ id }: KnownOrder) => rowOf(db.owner, 'conversations', { order_id: id })
const unread = () =>
  db.asSeller(seller, 'read', (own) => countOrders(own, seller, dueBounds(now, 'UTC'))).then((counts) => counts.unread)

describe('a conversation', () => {
  it('is unread and awaits an answer from the first question until somebody answers', async () => {
    const order = known[0]!
    await receive(order, 'When does it arrive?', { at: hoursAgo(30) })
    await receive(order, 'Hello?', { at: hoursAgo(2) })
    expect(await standing(order)).toMatchObject({ is_unread: true, awaiting_since: hoursAgo(30) })
    expect(await unread()).toBe(1)
    expect((await send(order, { message: 'On <b>Monday</b>.\r\n' })).location).toBe(paths.conversation(order.number))
    expect(await standing(order)).toMatchObject({ is_unread: false, awaiting_since: null })
    expect(await unread()).toBe(0)
    const { model } = await open(order)
    expect(model.messages.map(({ who, text }: { who: string; text: string }) => [who, text])).toEqual([
      [order.buyer, 'When does it arrive?'],
      [order.buyer, 'Hello?'],
      ['You, Amira', 'On <b>Monday</b>.'],
    ])
    await receive(order, 'Thank you', { at: hoursAgo(1) })
    expect(await standing(order)).toMatchObject({ is_unread: true, awaiting_since: hoursAgo(1) })
  })

  it('can be marked as read, unread, or needing no answer; the next question changes that', async () => {
    const order = known[1]!
    const mark = async (step: string) => post(order, { step, ...(await seenBy(order)) })
    await receive(order, 'Thanks!', { at: hoursAgo(5) })
    await mark('read')
    expect(await standing(order)).toMatchObject({ is_unread: false, awaiting_since: hoursAgo(5) })
    await mark('unread')
    expect((await standing(order)).is_unread).toBe(true)
    await mark('settle')
    expect(await standing(order)).toMatchObject({ is_unread: false, awaiting_since: null })
    await receive(order, 'One more thing', { at: hoursAgo(3) })
    expect(await standing(order)).toMatchObject({ is_unread: true, awaiting_since: hoursAgo(3) })
  })

  it('awaits an answer to a message that arrives while an earlier one is settled', async () => {
    const order = known[10]!
    const number = parseOrderNumber(order.number)!
    const seen = key('settled')
    await receive(order, 'Thanks!', { at: hoursAgo(90), of: seen })
    const marked = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    onTestFinished(() => over.resolve())
    const settling = db.asSeller(seller, 'write', async (own) => {
      await markConversation(own, { sellerId: seller, thread: number, mark: 'settle', seen })
      marked.resolve()
      await over.promise
    })
    await marked.promise
    const receiving = receive(order, 'One more thing', { at: hoursAgo(1) })
    await expect.poll(() => waitingForLock(db.pool, '%conversation_messages%')).toHaveLength(1)
    over.resolve()
    await Promise.all([settling, receiving])
    expect(await standing(order)).toMatchObject({ is_unread: true, awaiting_since: hoursAgo(1) })
  })

  it('stays unread for messages that arrive while the page is open', async () => {
    const order = known[8]!
    await receive(order, 'Is it blue?', { at: hoursAgo(4) })
    const page = await seenBy(order)
    await receive(order, 'I meant green, please do not send blue!', { at: hoursAgo(2) })
    await post(order, { step: 'read', ...page })
    await post(order, { step: 'settle', ...page })
    expect(await standing(order)).toMatchObject({ is_unread: true, awaiting_since: hoursAgo(4) })
    await post(order, { step: 'send', key: newMessageKey(), message: 'Yes, blue', ...page })
    expect(await standing(order)).toMatchObject({ is_unread: true, awaiting_since: hoursAgo(2) })
    // In the task list, both messages are shown above the answer.
    expect((await open(order)).model).toMatchObject({ askedAt: 1, isUnread: true, awaits: true })
    await send(order, { message: 'Green then' })
    expect(await standing(order)).toMatchObject({ is_unread: false, awaiting_since: null })
    expect((await open(order)).model.askedAt).toBeNull()
  })

  it('stores a message sent twice once, and a different text as another', async () => {
    const order = known[2]!
    const twice = await Promise.all([
      send(order, { message: 'Sent today', key: key('twice') }),
      send(order, { message: 'Sent today', key: key('twice') }),
    ])
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    const other = await send(order, { message: 'And insured', key: key('twice') })
    expect(other.status).toBe(409)
    expect(other.data).toMatchObject({ text: 'And insured', textError: expect.stringContaining('send it now') })
    expect(other.data.key).not.toBe(key('twice'))
    expect((await open(order)).model.messages).toHaveLength(1)
    const from = { at: hoursAgo(1), of: key('market') }
    expect([await receive(order, 'Hi', from), await receive(order, 'Hi', from)]).toEqual([
      { ok: true, repeated: false },
      { ok: true, repeated: true },
    ])
  })

  it('is in the timeline, without its text', async () => {
    const order = known[3]!
    await receive(order, 'My door code is 1234')
    await send(order, { message: 'Noted' })
    const events = await db.asSeller(seller, 'read', (own) => readOrderEvents(own, seller, order.id))
    expect(events.map(({ kind, actor, after }) => [kind, actor.kind, after])).toEqual([
      ['MESSAGE_RECEIVED', 'BUYER', { subject: null, pictures: 0 }],
      ['MESSAGE_SENT', 'MEMBER', { subject: null, pictures: 0 }],
    ])
    const page = await by.viewer.get(detailsPage, paths.orderDetails(order.number))
    expect(page.data.talk).toBeNull()
    expect(JSON.stringify(page.data)).not.toContain('door code')
  })

  it('is for permitted members only: a viewer gets 403, another seller’s order 404', async () => {
    expect((await send(known[3]!, { message: 'x' }, by.viewer)).status).toBe(403)
    expect((await send(theirs, { message: 'x' })).status).toBe(404)
    const written = db.asSeller(seller, 'write', (own) =>
      own.updateTable('conversation_messages').set({ body: 'Changed' }).where('seller_id', '=', seller).execute(),
    )
    await expect(written).rejects.toThrow('permission denied')
  })

  it('keeps the typed text if it cannot be sent', async () => {
    const order = known[4]!
    const unfilled = await send(order, { message: 'It is {{tracking}}' })
    expect(unfilled.status).toBe(422)
    expect(unfilled.data).toMatchObject({
      text: 'It is {{tracking}}',
      textError: expect.stringContaining('{{tracking}}'),
    })
    expect((await send(order, { message: '  ' })).status).toBe(422)
    expect((await send(order, { message: 'x'.repeat(2001) })).status).toBe(422)
    const gone = await send(order, { message: 'Look', picture: `p${'0'.repeat(32)}` })
    expect([gone.status, gone.data.pictures]).toEqual([422, []])
  })

  it('shows its pictures and keeps them', async () => {
    const order = known[5]!
    const hashes = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
    const used_at = new Date(0)
    await addRows(
      db.owner,
      'pictures',
      hashes.map((hash) => ({ seller_id: seller, hash, width: 800, height: 600, bytes: 1, used_at })),
    )
    await receive(order, '', { pictures: hashes.slice(0, 2).toReversed() })
    await giveUpUnusedPictures(db.owner, { now })
    const kept = await db.owner.selectFrom('pictures').select('hash').where('seller_id', '=', seller).execute()
    expect(kept.map(({ hash }) => hash).toSorted()).toEqual(hashes.slice(0, 2))
    const { model } = await open(order)
    expect(model.messages[0].pictures.map(({ hash }: { hash: string }) => hash)).toEqual([hashes[1], hashes[0]])
  })

  it('sent again with an added photo is another message, with the photo', async () => {
    const order = known[9]!
    const [picture, other] = ['d', 'e'].map((letter) => `p${letter.repeat(32)}`) as [string, string]
    const row = { seller_id: seller, width: 800, height: 600, bytes: 1, used_at: now }
    await addRows(
      db.owner,
      'pictures',
      [picture, other].map((hash) => ({ ...row, hash })),
    )
    const sent = { message: 'The box', key: key('photo') }
    await send(order, sent)
    const added = await send(order, { ...sent, picture })
    expect(added.status).toBe(409)
    expect(added.data).toMatchObject({ text: 'The box', pictures: [{ hash: picture }] })
    const again = { message: 'The box', key: added.data.key as string, picture }
    expect((await send(order, again)).status).toBe(303)
    expect((await send(order, again)).status).toBe(303)
    expect((await send(order, { ...again, picture: other })).status).toBe(409)
    const { model } = await open(order)
    const hashes = model.messages.map(({ pictures }: { pictures: { hash: string }[] }) =>
      pictures.map(({ hash }) => hash),
    )
    expect(hashes).toEqual([[], [picture]])
  })
})

describe('the page of a conversation', () => {
  const page = async (order: KnownOrder, query: Parameters<typeof paths.conversation>[1] = {}, who = by.shipper) =>
    who.get(conversationPage, paths.conversation(order.number, query))

  it('shows its messages beside its order, and writes about the case that the buyer wrote about last', async () => {
    const order = known[11]!
    await receive(order, 'About the order')
    expect((await page(order)).data).toMatchObject({
      buyer: order.buyer,
      brief: { number: order.number, href: paths.orderDetails(order.number) },
      talk: { form: { subject: null, openHref: null } },
    })
    await receive(order, 'About the return', { subject: '5000-0001' })
    expect((await page(order)).data.talk.form.subject).toBe('5000-0001')
    // Only a case of the order can be asked for.
    expect((await page(order, { about: '5999-0001' })).data.talk.form.subject).toBe('5000-0001')
  })

  it('is for permitted members, of the seller’s orders', async () => {
    expect((await page(known[3]!, {}, by.viewer)).status).toBe(403)
    expect((await page(theirs)).status).toBe(404)
  })

  it('returns from the forms of an order to the order', async () => {
    const { form } = await open(known[3]!)
    const marked = await by.shipper.post(conversationPage, form.href, { step: 'read', ...(await seenBy(known[3]!)) })
    expect(marked.location).toBe(`${paths.orderDetails(known[3]!.number)}#conversation`)
    expect(form.openHref).toBe(paths.conversation(known[3]!.number))
  })

  it('leads on to the next of the list that waits for an answer, from the start again, and to the list after the last', async () => {
    const standings = await db.owner.selectFrom('conversations').selectAll().where('seller_id', '=', seller).execute()
    for (const { order_number, awaiting_since } of standings)
      if (awaiting_since) await send({ number: order_number } as KnownOrder, { message: 'Answered' })
    const [one, two, three] = known as [KnownOrder, KnownOrder, KnownOrder]
    for (const [index, order] of [one, two, three].entries()) await receive(order, 'Well?', { at: hoursAgo(-index) })
    const next = async (order: KnownOrder, from: string) =>
      (
        await by.shipper.post(conversationPage, paths.conversation(order.number, { from }), {
          step: 'next',
          key: newMessageKey(),
          ...(await seenBy(order)),
          message: 'Yes',
        })
      ).location
    const opened = (order: KnownOrder, from: string) => `${paths.conversation(order.number, { from })}#reply`
    // Newest first: two, one, then three again from the start.
    expect(await next(two, '')).toBe(opened(one, ''))
    expect(await next(one, '')).toBe(opened(three, ''))
    // Filters of the list narrow what is next.
    await receive(one, 'And?')
    const narrow = `q=${three.number}`
    expect(await next(three, narrow)).toBe(`${paths.conversations}?${narrow}&standing=unanswered`)
    expect(await next(one, '')).toBe(`${paths.conversations}?standing=unanswered`)
  })
})

it('a message starts with the requested template, filled from the order', async () => {
  const body = 'Hello {{buyer}}, {{order}}: {{tracking}}'
  await db.asSeller(seller, 'write', (own) => saveTemplate(own, { sellerId: seller, id: null, name: 'Sent', body }))
  const [{ id }] = (await db.owner.selectFrom('message_templates').select('id').execute()) as [{ id: string }]
  const order = known.find(({ status }) => status === 'AWAITING_SHIPMENT')!
  const { data } = await by.shipper.get(detailsPage, `${paths.orderDetails(order.number)}&template=${id}`)
  expect(data.talk.form.draft).toEqual({
    id,
    text: `Hello ${order.buyer}, ${order.number}: {{tracking}}`,
    note: expect.stringContaining('{{tracking}}'),
  })
})

it('the orders list finds orders with an unread message', async () => {
  await receive(known[6]!, 'Newest')
  const { data } = await by.shipper.get(ordersPage, `${paths.orders}?unread=1&cols=order,messages`)
  const { rows } = unpackModel(data.model)
  expect(rows.map((row) => row.key)).toContain(known[6]!.number)
  expect(rows).toHaveLength(await unread())
  for (const row of rows) expect(row.cells.messages).toMatchObject({ kind: 'status' })
})

it('two simultaneous answers are both in the conversation', async () => {
  const order = known[7]!
  await receive(order, 'Is it new?')
  const seen = parseMessageKey((await open(order)).model.messages[0].key)
  const answer = (text: string) =>
    db.asSeller(seller, 'write', (own) =>
      sendMessage(own, {
        sellerId: seller,
        thread: parseOrderNumber(order.number)!,
        key: newMessageKey(),
        subject: null,
        text,
        pictures: [],
        seen,
        actor: ada,
        now,
      }),
    )
  await Promise.all([answer('Yes'), answer('It is')])
  expect((await open(order)).model.messages).toHaveLength(3)
  expect(await standing(order)).toMatchObject({ is_unread: false, awaiting_since: null })
})
