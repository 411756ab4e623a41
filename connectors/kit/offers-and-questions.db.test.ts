import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testApi } from '#api/testing.ts'
import { testDatabase } from '#db/testing.ts'
import { parseOfferKey } from '#features/core/offer/offer.ts'
import { moveOffer } from '#features/core/offer/offers-db.server.ts'
import { addOfferedListing, offerLimits } from '#features/core/offer/testing.ts'
import { newMessageKey, sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { parseQuestionKey } from '#features/orders/conversations/thread-key.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { createHubClient } from './hub-client.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { runRound } from './round.ts'
import type { HubOffer, HubQuestion, ShopOffer, ShopQuestion } from './source.ts'
import { addSeller, serveApi } from './testing-api.ts'
import { roundOfTests } from './testing-round.ts'

const at = new Date().toISOString()
const seller = 's-42'
const price = { value: '38.00', currency: 'GBP' }

const offerOf = (id: string, listing = 'p-17'): ShopOffer => ({
  seller,
  id,
  changedAt: at,
  offer: { listing, buyer: 'anna', price, madeAt: at },
})
const questionOf = (id: string, listing = 'p-17'): ShopQuestion => ({
  seller,
  id,
  changedAt: at,
  listing,
  question: { buyer: { username: 'anna' }, text: 'Is it new?', sentAt: at },
})

/** A shop in memory that has offers and questions, a hub by HTTP with its listing, and what the shop was told. */
async function shopWithOffersAndQuestions() {
  const db = await testDatabase()
  const api = await testApi(db)
  await addSeller(api)
  const { id: sellerId } = await rowOf(db.owner, 'sellers', { external_id: seller })
  const { id: listing, item } = await addOfferedListing(db, sellerId)
  const pushed = { seller_id: sellerId, external_id: 'p-17', listing_id: listing, pushed_as: 'x', fetch_at: null }
  await db.owner.insertInto('shop_listings').values(pushed).execute()
  const { connected } = roundOfTests()
  const { listing: _, ...source } = connected.source
  const told: string[] = []
  const sent = { offers: [] as ShopOffer[], questions: [] as ShopQuestion[] }
  const refuse = async ({ id }: { id: string }, { code }: { code: string }) => void told.push(`${id} refused: ${code}`)
  const hub = createHubClient({ url: await serveApi(api), key: api.key })
  const round = async (outbox = connected.outbox) => {
    await outbox.takeOver({ seller, id: 'p-17' }, item)
    await runRound({
      ...connected,
      hub,
      outbox,
      source: {
        ...source,
        listsAll: false,
        offers: {
          async *list() {
            yield* sent.offers
          },
          apply: async ({ id }, offer: HubOffer) => void told.push(`${id}: ${offer.state}`),
          refuse,
        },
        questions: {
          async *list() {
            yield* sent.questions
          },
          apply: async ({ id }, { messages }: HubQuestion) =>
            void told.push(`${id}: ${messages.map(({ from, text }) => `${from} ${text}`).join(', ')}`),
          refuse,
        },
      },
    })
    return told.splice(0)
  }
  return { db, api, sellerId, sent, round }
}

it('offers and questions of a shop are in the hub once, and answers reach the shop, also after a lost memory', async () => {
  const { db, api, sellerId, sent, round } = await shopWithOffersAndQuestions()
  sent.offers.push(offerOf('of-1'), offerOf('of-2', 'gone'))
  sent.questions.push(questionOf('m-1'), questionOf('m-2', 'gone'))
  expect(await round()).toEqual(['of-2 refused: no-such-listing', 'm-2 refused: not-found'])
  const { body: offer } = await api.ask('GET', `/sellers/${seller}/offers/of-1`)
  const { items: asked } = (await api.ask('GET', `/sellers/${seller}/questions`)).body
  expect([offer.price, asked.length, asked[0].messages.length]).toEqual([price, 1, 1])

  const key = assertDefined(parseOfferKey(offer.key), 'the hub made it')
  const thread = assertDefined(parseQuestionKey(asked[0].id), 'the hub made it')
  const now = new Date()
  const actor = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const
  await db.asSeller(sellerId, 'write', async (own) => {
    await moveOffer(own, { sellerId, offer: { key }, step: 'accept', by: 'SELLER', now }, offerLimits)
    const message = { sellerId, thread, key: newMessageKey(), subject: null, text: 'Nearly', pictures: [], seen: null }
    await sendMessage(own, { ...message, actor, now })
  })
  const refused = ['of-2 refused: no-such-listing', 'm-2 refused: not-found']
  const answers = ['of-1: ACCEPTED', 'p-17: BUYER Is it new?, SELLER Nearly']
  expect((await round()).toSorted()).toEqual([...refused, ...answers].toSorted())
  expect((await round()).toSorted()).toEqual(refused.toSorted())
  expect((await round(openOutbox(':memory:'))).toSorted()).toEqual([...refused, ...answers].toSorted())
  expect((await api.ask('GET', `/sellers/${seller}/questions`)).body.items).toHaveLength(1)
})
