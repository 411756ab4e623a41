import { addRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import * as feedbackPage from './order-feedback-page.tsx'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'

let now = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })
let order: KnownOrder
let silent: KnownOrder
const by = {} as Record<'shipper' | 'viewer' | 'stranger', TestBrowser>

const [shipper, viewer, stranger] = [await addTestMember(hub), await addTestMember(hub), await addTestMember(hub)]
const seller = await addTestSeller(db, { [shipper.id]: 'shipper', [viewer.id]: 'viewer' })
await addTestSeller(db, { [stranger.id]: 'owner' })
for (const [who, { email }] of Object.entries({ shipper, viewer, stranger }))
  by[who as keyof typeof by] = await signedInBrowser(hub, email)
;[order, silent] = (await addOrders(db, { sellerId: seller, count: 2, now, seed: 'feedback' })) as [
  KnownOrder,
  KnownOrder,
]
const said = { seller_id: seller, order_id: order.id, buyer_username: order.buyer, left_at: now } as const
await addRows(db.owner, 'feedback', [
  { ...said, external_id: 'f-1', rating: 'POSITIVE', comment: 'Lovely' },
  { ...said, external_id: 'f-2', rating: 'NEGATIVE', comment: 'Late' },
])

const shown = async (who: TestBrowser) =>
  (await who.get(detailsPage, paths.orderDetails(order.number))).data.model.feedback as {
    reply: string | null
    replyHref: string | null
  }[]
const open = async (place: number, who = by.shipper) => who.get(feedbackPage, paths.orderFeedback(order.number, place))
const reply = async (place: number, fields: Record<string, string>, who = by.shipper) =>
  who.post(feedbackPage, paths.orderFeedback(order.number, place), fields)
const told = () =>
  db.owner.selectFrom('events').select(['type', 'order_id', 'subject']).where('seller_id', '=', seller).execute()

it('a reply to a buyer’s feedback is published; a later reply replaces it only if it was seen', async () => {
  const [, second] = await shown(by.shipper)
  expect(second).toMatchObject({ reply: null, replyHref: paths.orderFeedback(order.number, 1) })
  const { answer: blank } = (await open(1)).data
  expect(blank).toEqual({ key: 1, text: '', seen: '', error: null })
  expect((await reply(1, { reply: ' \r\n ', seen: '' })).status).toBe(422)
  expect((await reply(1, { reply: 'x'.repeat(501), seen: '' })).data).toMatchObject({ error: expect.any(String) })
  expect(await told()).toEqual([])

  const sent = await reply(1, { reply: 'Sorry, the snow.\r\nNext time it flies.', seen: '' })
  expect([sent.status, sent.location]).toEqual([303, paths.orderDetails(order.number)])
  expect((await shown(by.viewer)).map((each) => each.reply)).toEqual([null, 'Sorry, the snow.\nNext time it flies.'])
  const event = { type: 'feedback.replied', order_id: order.id, subject: 'f-2' }
  expect(await told()).toEqual([event])
  // A repeated submit is one reply.
  await reply(1, { reply: 'Sorry, the snow.\nNext time it flies.', seen: '' })
  expect(await told()).toEqual([event])

  now = new Date('2026-11-20T13:00:00Z')
  const stale = await reply(1, { reply: 'Another', seen: '' })
  expect([stale.status, stale.data.error]).toEqual([409, expect.stringContaining('Sorry, the snow.')])
  expect((await reply(1, { reply: 'Another', seen: stale.data.seen })).status).toBe(303)
  expect((await shown(by.viewer))[1]!.reply).toBe('Another')
  expect(await told()).toEqual([event, event])
})

it('viewers and other sellers cannot reply, nor to missing feedback', async () => {
  expect((await shown(by.viewer)).map(({ replyHref }) => replyHref)).toEqual([null, null])
  const fields = { reply: 'Thank you', seen: '' }
  expect([(await open(0, by.viewer)).status, (await reply(0, fields, by.viewer)).status]).toEqual([403, 403])
  expect([(await open(0, by.stranger)).status, (await reply(0, fields, by.stranger)).status]).toEqual([404, 404])
  expect([(await open(2)).status, (await reply(2, fields)).status]).toEqual([404, 404])
  const none = await by.shipper.post(feedbackPage, paths.orderFeedback(silent.number, 0), fields)
  expect(none.status).toBe(404)
})
