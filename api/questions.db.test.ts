import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { newMessageKey, sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { parseMessageKey } from '#features/orders/conversations/message.ts'
import { parseQuestionKey } from '#features/orders/conversations/thread-key.ts'
import { publishAnswer, removeAnswer } from '#features/selling/listing-answers/listing-answers-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi, type TestApi } from './testing.ts'

const now = new Date('2026-11-22T12:00:00Z')
const seller = '/sellers/lens-and-light'
const amira = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' } as const
let db: TestDatabase
let api: TestApi
let sellerId: number
let item: string

beforeAll(async () => {
  db = await testDatabase()
  api = await testApi(db, { now: () => now })
  sellerId = await addSeller(db, 'lens-and-light')
  item = await addTestListing(db, { sellerId, quantity: 3 })
})

const asked = { buyer: { id: 'b-7', username: 'lena' }, text: 'Does the meter work?', sentAt: '2026-11-22T09:45:00Z' }
const ask = (body: object, of = item) => api.ask('POST', `${seller}/listings/${of}/questions`, { body })

async function answer({ id, messages }: { id: string; messages: { key: string }[] }, text: string) {
  const thread = assertDefined(parseQuestionKey(id), 'the API gave it')
  const seen = parseMessageKey(messages.at(-1)?.key ?? '')
  const message = { sellerId, thread, key: newMessageKey(), subject: null, text, pictures: [], seen }
  await db.asSeller(sellerId, 'write', (own) => sendMessage(own, { ...message, actor: amira, now }))
  return { thread, key: message.key }
}

const events = async (after?: string) => {
  const { body } = await api.ask('GET', `/events?limit=100${after ? `&after=${encodeURIComponent(after)}` : ''}`)
  return body
}

describe('a question about a listing', () => {
  it('comes in once by its id, and continues the conversation of its buyer', async () => {
    const first = await ask({ id: 'q-1', ...asked })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      item,
      buyer: asked.buyer,
      awaitsAnswer: true,
      messages: [{ from: 'BUYER', text: asked.text, variation: null, sentAt: '2026-11-22T09:45:00.000Z' }],
    })
    expect(await ask({ id: 'q-1', ...asked })).toMatchObject({ status: 200, body: first.body })
    expect((await ask({ id: 'q-1', ...asked, text: 'Is it sold?' })).body.type).toMatch(/id-taken$/)
    // The id identifies the buyer, whose name has changed.
    const renamed = { ...asked, buyer: { id: 'b-7', username: 'lena.b' }, text: 'And the self-timer?' }
    const second = await ask({ id: 'q-2', ...renamed })
    expect(second.body).toMatchObject({ id: first.body.id, buyer: { username: 'lena.b' } })
    expect(second.body.messages).toHaveLength(2)
    const another = await ask({ id: 'q-3', ...asked, buyer: { username: 'lena' } })
    expect(another.body.id).not.toBe(first.body.id)
  })

  it('is refused without a buyer, about an unknown variation, and about no listing on offer', async () => {
    expect((await ask({ id: 'r-1', ...asked, buyer: {} })).status).toBe(422)
    expect((await ask({ id: 'r-2', ...asked, variation: ['Blue'] })).body.type).toMatch(/no-such-variation$/)
    expect((await ask({ id: 'r-3', ...asked }, '118304299999')).status).toBe(404)
    const other = await addSeller(db, 'others')
    const theirs = await addTestListing(db, { sellerId: other, quantity: 1 })
    expect((await ask({ id: 'r-4', ...asked }, theirs)).status).toBe(404)
  })

  it('of two new messages at once is one conversation', async () => {
    const at = { ...asked, buyer: { username: 'twice' } }
    const both = await Promise.all([ask({ id: 't-1', ...at }), ask({ id: 't-2', ...at, text: 'Hello?' })])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
  })

  it('and its answer are told as events, listed as changed, and read by id', async () => {
    const { next } = await events()
    const list = async (after: string) =>
      (await api.ask('GET', `${seller}/questions?after=${encodeURIComponent(after)}`)).body
    const begun = (await api.ask('GET', `${seller}/questions?limit=100`)).body
    const { body } = await ask({ id: 'e-1', ...asked, buyer: { username: 'mia' } })
    await answer(body, 'It does.')
    const told = await events(next)
    expect(told.items.map(({ type }: { type: string }) => type)).toEqual(['question.asked', 'question.answered'])
    expect(told.items[1].data).toMatchObject({
      seller: 'lens-and-light',
      subject: body.id,
      question: {
        id: body.id,
        awaitsAnswer: false,
        messages: [{ from: 'BUYER' }, { from: 'SELLER', text: 'It does.' }],
      },
    })
    const { items } = await list(begun.next)
    expect(items).toEqual([told.items[1].data.question])
    expect((await api.ask('GET', `${seller}/questions/${body.id}`)).body).toEqual(items[0])
    expect((await api.ask('GET', `${seller}/questions/q${'0'.repeat(15)}`)).status).toBe(404)
    // Messages about orders are listed apart.
    expect((await api.ask('GET', `${seller}/messages`)).body.items).toEqual([])
  })

  it('and its answer belong to the listing once the seller adds them, until they are removed', async () => {
    const { body } = await ask({ id: 'p-1', ...asked, buyer: { username: 'noah' } })
    const { thread, key } = await answer(body, 'Within half a stop.')
    const { next } = await events()
    const publishing = { sellerId, thread, key, question: 'Is the meter right?', now }
    await db.asSeller(sellerId, 'write', (own) => publishAnswer(own, publishing, (text) => text))
    const told = await events(next)
    const shown = [
      { question: 'Is the meter right?', answer: 'Within half a stop.', publishedAt: '2026-11-22T12:00:00.000Z' },
    ]
    expect(told.items).toMatchObject([{ type: 'listing.changed', data: { listing: { item, questions: shown } } }])
    const listings = await api.ask('GET', `${seller}/listings?limit=100`)
    await db.asSeller(sellerId, 'write', (own) => removeAnswer(own, sellerId, key))
    const again = await api.ask('GET', `${seller}/listings?after=${encodeURIComponent(listings.body.next)}`)
    expect(again.body.items).toMatchObject([{ item, questions: [] }])
    expect((await events(told.next)).items).toMatchObject([
      { type: 'listing.changed', data: { listing: { questions: [] } } },
    ])
  })
})
