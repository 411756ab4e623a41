import { rowOf, rowsOf, updateRows } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { addTestColleague, signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { readResponseTime } from '#features/core/seller-level/response-time-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { newMessageKey, sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import { seenField } from '#features/orders/conversations/message.ts'
import { saveTemplate } from '#features/orders/conversations/templates-db.server.ts'
import { ask } from '#features/orders/conversations/testing.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { addListings } from '#features/selling/bulk-edit/testing.ts'
import * as listingPage from '#features/selling/listings/listing-page.tsx'
import * as answersResource from '#features/selling/listing-answers/listing-answers-resource.ts'
import { responseText } from '#features/insights/seller-level/seller-level-view.server.ts'
import { readFirstTasks, taskReader } from '#features/home/tasks/tasks-read.server.ts'
import { hour } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import * as conversationPage from './conversation-page.tsx'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const hidingHub = { ...hub, config: { ...hub.config, policyPack: { ...testPolicyPack, maskContactData: true } } }
const by = {} as Record<'owner' | 'shipper', TestBrowser>
let seller: number
let listings: number[]

beforeAll(async () => {
  const { id, email } = await addTestMember(hub, { name: 'Olga' })
  seller = await addTestSeller(db, { [id]: 'owner' })
  by.owner = await signedInBrowser(hub, email)
  by.shipper = await joined('shipper')
  listings = await addListings(db, seller, 9)
})

const hoursAgo = (n: number) => new Date(now.getTime() - n * hour)

const asked = (index: number, buyer: string, text: string, hours = 1) =>
  ask(db, { sellerId: seller, listingId: listings[index]!, buyer, text, at: hoursAgo(hours) })

const open = async (thread: string, who: TestBrowser = by.owner) =>
  (await who.get(conversationPage, paths.conversation(thread))).data

const send = (thread: string, fields: Record<string, string>, who: TestBrowser = by.owner) =>
  who.post(conversationPage, paths.conversation(thread), { step: 'send', key: newMessageKey(), ...fields })

async function answer(thread: string, message: string) {
  const seen = (await open(thread)).talk.model.messages.at(-1).key
  return send(thread, { message, [seenField]: seen })
}

const standing = (thread: string) => rowOf(db.owner, 'conversations', { seller_id: seller, thread })

const inList = async (query: string) => {
  const { data } = await by.owner.get({ loader: listLoader(conversationsList) }, `${paths.conversations}?${query}`)
  return unpackModel(data.model).rows.map(({ key }) => key)
}

const tasks = async (role: Role = 'owner') => {
  const reader = taskReader({ id: seller, timeZone: 'UTC', role }, { now, deadlines: testPolicyPack.deadlines })
  const { lines } = await db.asSeller(seller, 'read', (own) =>
    readFirstTasks(own, reader, { texts: textsFor('en', 'UTC'), role }),
  )
  return lines
}

/** The browser of a further member. */
async function joined(role: Role, of = hub): Promise<TestBrowser> {
  return addTestColleague(of, seller, role)
}

describe('a question before the sale', () => {
  it('is one conversation for each listing and buyer, which waits until it is answered', async () => {
    const { thread, key } = await asked(0, 'lena', 'Is it still there?', 20)
    const again = await asked(0, 'lena', 'And does it focus?', 19)
    const other = await asked(0, 'max', 'Is the box included?')
    expect(again.thread).toBe(thread)
    expect(other.thread).not.toBe(thread)
    expect(await standing(thread)).toMatchObject({ is_unread: true, awaiting_since: hoursAgo(20) })
    const page = await open(thread)
    expect(page).toMatchObject({
      kind: 'question',
      buyer: 'lena',
      talk: { model: { awaits: true, messages: [{ text: 'Is it still there?' }, { text: 'And does it focus?' }] } },
      listing: { title: 'Lens 1', status: { text: 'On sale' }, order: null, answers: [], offer: null },
    })
    expect((await answer(thread, 'Yes to both.')).location).toBe(paths.conversation(thread))
    expect(await standing(thread)).toMatchObject({ is_unread: false, awaiting_since: null })
    // The same message again is no second one, another text by its key is refused.
    const message = { sellerId: seller, listingId: listings[0]!, buyer: 'lena', at: hoursAgo(20), key }
    expect(await ask(db, { ...message, text: 'Is it still there?' })).toMatchObject({ ok: true })
    expect(await ask(db, { ...message, text: 'Is it sold?' })).toMatchObject({ ok: false })
    expect((await open(thread)).talk.model.messages).toHaveLength(3)
  })

  it('is in the inbox by its filter and its words, and in the sums that triggers keep', async () => {
    const { thread } = await asked(1, 'nils', 'Does the shutter curtain leak?')
    expect(await inList('about=question')).toContain(thread)
    expect(await inList('about=order')).not.toContain(thread)
    expect(await inList('q=curtain')).toEqual([thread])
    expect(await findWrongSums(db.owner, 'conversation_search')).toEqual([])
  })

  it('is a task with its deadline, for each buyer; without the right to read it, the task leads to the listing', async () => {
    const one = await asked(2, 'olga', 'Which mount?', 30)
    const two = await asked(2, 'paul', 'Which mount is it?', 2)
    const number = await itemOf(2)
    const lines = (await tasks()).filter(({ number: of, facts }) => of === number || facts.includes(number))
    expect(lines).toMatchObject([
      { title: 'Answer olga', item: { title: 'Lens 3' }, due: { text: '6 h late' }, action: { inPlace: 'question' } },
      { title: 'Answer paul', due: { text: 'in 22 h' }, href: `${paths.conversation(two.thread)}#reply` },
    ])
    expect(new Set(lines.map(({ key }) => key)).size).toBe(2)
    const [forViewer] = await tasks('viewer')
    expect(forViewer).toMatchObject({ href: paths.listing(number), action: null })
    await answer(one.thread, 'M42')
    expect((await tasks()).map(({ title }) => title)).not.toContain('Answer olga')
  })

  it('leads to the next that waits, of orders and listings alike', async () => {
    const first = await asked(3, 'quinn', 'First?', 10)
    const second = await asked(4, 'rosa', 'Second?', 9)
    const seen = (await open(first.thread)).talk.model.messages[0].key
    const { location } = await by.owner.post(
      conversationPage,
      paths.conversation(first.thread, { from: `q=${encodeURIComponent('econd?')}` }),
      { step: 'next', key: newMessageKey(), message: 'Yes', [seenField]: seen },
    )
    expect(location).toContain(second.thread)
  })

  it('fills templates with the listing and the shop, and tells what it has no value for', async () => {
    const { thread } = await asked(5, 'sven', 'How much is it?')
    await db.asSeller(seller, 'write', (own) =>
      saveTemplate(own, { sellerId: seller, id: null, name: 'Item', body: 'Hello {{buyer}}, {{item}} {{order}}' }),
    )
    const { id } = await db.owner.selectFrom('message_templates').select('id').executeTakeFirstOrThrow()
    const { data } = await by.owner.get(conversationPage, `${paths.conversation(thread)}&template=${id}`)
    expect(data.talk.form.draft).toMatchObject({ text: 'Hello sven, Lens 6 {{order}}' })
    expect(data.talk.form.draft.note).toContain('{{order}}')
  })

  it('hides contact details where the marketplace does, for whoever reads', async () => {
    const { thread } = await asked(6, 'tara', 'Write to tara@example.com or 0171 2345678')
    expect((await open(thread)).talk.model.messages[0].text).toContain('tara@example.com')
    const hider = await joined('owner', hidingHub)
    expect((await open(thread, hider)).talk.model.messages[0].text).toBe(
      'Write to [contact details removed] or [contact details removed]',
    )
  })

  it('counts for the response time that the seller level shows, where the marketplace measures it', async () => {
    const own = await addTestSeller(db, {})
    const [listing] = await addListings(db, own, 1)
    const add = async (buyer: string, hours: number, answered: number | null) => {
      const of = { sellerId: own, listingId: listing!, buyer, text: 'Hi' }
      const { thread, key } = await ask(db, { ...of, at: hoursAgo(hours) })
      if (answered === null) return
      const message = {
        sellerId: own,
        thread,
        key: newMessageKey(),
        subject: null,
        text: 'Yes',
        pictures: [],
        seen: key,
      }
      const actor = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const
      await db.asSeller(own, 'write', (tx) => sendMessage(tx, { ...message, actor, now: hoursAgo(answered) }))
    }
    await add('in.time', 90, 88)
    await add('late', 80, 50)
    await add('never', 70, null)
    await add('not.due', 5, null)
    const { standards } = testPolicyPack
    const on = { sellerId: own, window: { from: hoursAgo(2000), before: now, months: 3 }, at: now, standards }
    const found = await db.asSeller(own, 'read', (rows) => readResponseTime(rows, on))
    expect(found).toEqual({ asked: 3, inTime: 1, typical: 16 * hour })
    expect(responseText(found, { standards }, textsFor('en', 'UTC'))).toBe(
      'Questions before the sale: 1 of 3 answered within 24 hours. Typical response time: 16 hours.',
    )
  })

  it('of another seller, or unknown, is not found', async () => {
    const other = await addTestSeller(db, {})
    const [listing] = await addListings(db, other, 1)
    const { thread } = await ask(db, { sellerId: other, listingId: listing!, buyer: 'uma', text: 'Hi', at: now })
    for (const key of [thread, `q${'0'.repeat(15)}`]) expect(await open(key)).toEqual({ error: 'not-found' })
    expect((await send(thread, { message: 'Hi' })).status).toBe(404)
  })
})

const itemOf = async (index: number) => {
  const { item_number } = await rowOf(db.owner, 'listings', { id: listings[index]! })
  return item_number
}

describe('the pages beside it', () => {
  it('link a question to the order that followed, and the order to what was asked', async () => {
    const [order] = await addOrders(db, { sellerId: seller, count: 1, now, seed: 'asked' })
    await updateRows(db.owner, 'line_items', { order_id: order!.id }, { listing_id: listings[0]! })
    const { thread } = await asked(0, order!.buyer, 'Is it heavy?')
    expect((await open(thread)).listing.order).toEqual({
      number: order!.number,
      href: paths.orderDetails(order!.number),
    })
    const { data } = await by.owner.get(conversationPage, paths.conversation(order!.number))
    expect(data.brief.questions).toEqual([paths.conversation(thread)])
  })

  it('list the questions about a listing, those that wait first, to members who may read them', async () => {
    const waits = await asked(1, 'zora', 'Does it click?', 50)
    const shown = async (who: TestBrowser) =>
      (await who.get(listingPage, paths.listing(await itemOf(1)))).data.parts.questions
    const { asked: found } = await shown(by.owner)
    expect(found).toMatchObject({ waiting: 2, questions: [{ thread: waits.thread, buyer: 'zora', waits: true }, {}] })
    expect((await shown(await joined('viewer'))).asked).toBeNull()
  })
})

describe('an answer that is added to the listing', () => {
  const publish = (thread: string, fields: Record<string, string>, who: TestBrowser = by.owner) =>
    who.post(answersResource, paths.listingAnswers, { step: 'publish', thread, ...fields })

  it('is shown with its question as edited, once, and removed by one press', async () => {
    const { thread } = await asked(7, 'vera', 'Hi, Vera here. Is it black?')
    await answer(thread, 'Yes, black chrome.')
    const { offer } = (await open(thread)).listing
    expect(offer).toMatchObject({ question: 'Hi, Vera here. Is it black?', answer: 'Yes, black chrome.' })
    const fields = { answer: offer.key, question: 'Is it black?' }
    expect((await publish(thread, fields)).location).toBe(paths.conversation(thread))
    await publish(thread, fields)
    const { listing } = await open(thread)
    expect(listing).toMatchObject({
      offer: null,
      answers: [{ key: offer.key, question: 'Is it black?', answer: 'Yes, black chrome.' }],
    })
    const changed = await rowsOf(db.owner, 'events', { listing_id: listings[7]! }, 'id')
    expect(changed.map(({ type }) => type)).toEqual([
      'listing.published',
      'question.asked',
      'question.answered',
      'listing.changed',
    ])
    const removed = await by.owner.post(answersResource, paths.listingAnswers, {
      step: 'remove',
      item: await itemOf(7),
      answer: offer.key,
    })
    expect(removed.location).toBe(paths.listing(await itemOf(7)))
    expect((await open(thread)).listing).toMatchObject({ answers: [], offer: { key: offer.key } })
  })

  it('is the one on the page, and needs the rights to read it and to change listings', async () => {
    const { thread } = await asked(8, 'wim', 'Is it new?')
    await answer(thread, 'Almost.')
    const { key } = (await open(thread)).listing.offer
    await answer(thread, 'It has a scratch.')
    const fields = { answer: key, question: 'Is it new?' }
    expect((await publish(thread, fields)).status).toBe(409)
    expect((await open(thread)).listing.offer).toMatchObject({ question: 'Is it new?', answer: 'It has a scratch.' })
    expect((await publish(thread, fields, by.shipper)).status).toBe(403)
    expect((await open(thread, by.shipper)).listing).toMatchObject({ offer: null, mayEdit: false })
    expect((await publish(thread, { ...fields, question: ' ' })).status).toBe(400)
  })
})
