import { rowOf, updateRows } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { connect, withClient } from '#db/connection.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addOffer, addOfferedListing } from '#features/core/offer/testing.ts'
import type { OfferKey } from '#features/core/offer/offer.ts'
import { apiScopes, newKeyId } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { createSignInToken } from '#features/people/accounts/sign-in-links.server.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addEndpoint } from '#features/developers/webhooks/endpoints-db.server.ts'
import { brand } from '#lib/brand.ts'
import { portOf } from '#lib/listening.ts'
import { paths } from '#web/paths.ts'
import { startHub } from './testing-process.ts'

const told = { accept: 'offer.accepted', decline: 'offer.declined', counter: 'offer.countered' } as const
type Answer = keyof typeof told
const answers = ['accept', 'decline', 'counter'] as const satisfies Answer[]

interface Told {
  id: string
  type: string
  offer: string
}

/** A shop whose owner answers offers in the pages of a hub process. */
async function newShop() {
  const db = await testDatabase()
  const services = testServices(db, { now: () => new Date() })
  const member = await addTestMember(services)
  const sellerId = await addTestSeller(db, { [member.id]: 'owner' })
  const made = { id: newKeyId(), name: 'shop', scopes: [...apiScopes], sellerId: null, madeBy: null, days: 1 }
  const { secret } = (await makeApiKey(db.owner, { ...made, now: new Date() }))!
  const offers = async () => {
    const open: { step: Answer; key: OfferKey }[] = []
    for (const step of answers) {
      const { item } = await addOfferedListing(db, sellerId)
      const { offer_key: key } = await addOffer(db, { sellerId, item, now: new Date() })
      open.push({ step, key: brand<OfferKey>(key) })
    }
    return open
  }
  return { db, sellerId, secret, offers, signInToken: () => createSignInToken(services, member.email) }
}

type Shop = Awaited<ReturnType<typeof newShop>>

/** A receiver of webhooks that can leave them without an answer. */
async function receiveWebhooks({ db }: Shop) {
  const received: Told[] = []
  const behavior = { answers: true }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { offer?: { key: string } } }
      received.push({ id: String(request.headers['webhook-id']), type, offer: data.offer?.key ?? '' })
      if (behavior.answers) response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  const { value: secret } = await rowOf(db.owner, 'hub_settings', { key: 'secret' })
  const url = `http://127.0.0.1:${portOf(server)}/`
  const types = Object.values(told)
  await addEndpoint({ db, secret, now: () => new Date() }, { sellerId: null, url, types, madeBy: 'Ada' })
  return { received, behavior }
}

/** A hub process with a browser of the owner. */
async function startShop({ db, secret, signInToken }: Shop) {
  const hub = await startHub({ DATABASE_URL: db.url, WEBHOOK_NETWORKS: '127.0.0.1' })
  await hub.ready
  const at = `http://127.0.0.1:${hub.port}`
  const { headers } = await fetch(at + paths.signInLink(await signInToken()), { redirect: 'manual' })
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answer = async ({ key, step }: { key: OfferKey; step: Answer }) => {
    const page = await (await fetch(at + paths.offer(key), { headers: { cookie } })).text()
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
    const typed = { srt: field('srt'), version: field('version'), step, price: '45.00', units: '1', hours: '24' }
    const sent = { method: 'POST', redirect: 'manual', body: new URLSearchParams(typed) } as const
    return (await fetch(at + paths.offer(key), { ...sent, headers: { cookie, origin: at } })).status
  }
  const kill = async () => {
    hub.child.kill('SIGKILL')
    await hub.exited
  }
  const feed = async () => {
    const response = await fetch(`${at}/marketplace/v1/events?limit=200`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    const { items } = (await response.json()) as {
      items: { id: string; type: string; data: { offer?: { key: string } } }[]
    }
    return items.map(({ id, type, data }): Told => ({ id, type, offer: data.offer?.key ?? '' }))
  }
  return { answer, kill, feed }
}

/** The time in which answers can be undone is over. */
async function timePasses({ owner }: TestDatabase) {
  const past = new Date(0)
  await owner.updateTable('buyer_offers').set({ tell_at: past }).where('tell_at', 'is not', null).execute()
  await owner.updateTable('events').set({ place_after: past }).where('place', 'is', null).execute()
}

it('an answer is told exactly once, whenever the hub is killed between it and its event', async () => {
  const shop = await newShop()
  const { db } = shop
  let hub = await startShop(shop)
  const { received, behavior } = await receiveWebhooks(shop)
  const answered: { step: Answer; key: OfferKey }[] = []
  const blocker = await connect(db.url)
  onTestFinished(() => blocker.end())
  const waits = (statement: string) =>
    expect
      .poll(async () => (await withClient(db.url, (client) => waitingForLock(client, statement))).length, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0)
  const missing = () =>
    answered.filter(({ step, key }) => !received.some(({ offer, type }) => offer === key && type === told[step]))

  // In the middle of an answer: nothing is answered, and nobody told.
  const first = await shop.offers()
  await blocker.query('begin')
  await blocker.query('select from buyer_offers for update')
  const cut = first.map((offer) => hub.answer(offer).catch(() => 'cut'))
  await waits('%buyer_offers%')
  await hub.kill()
  expect(await Promise.all(cut)).toEqual(['cut', 'cut', 'cut'])
  await blocker.query('rollback')
  expect(
    (await db.owner.selectFrom('events').select('id').where('type', 'in', Object.values(told)).execute()).length,
  ).toBe(0)

  // While answers can still be undone.
  hub = await startShop(shop)
  for (const offer of first) expect(await hub.answer(offer)).toBe(303)
  answered.push(...first)
  await hub.kill()
  expect(received).toEqual([])
  await timePasses(db)
  hub = await startShop(shop)
  await expect.poll(missing).toEqual([])

  // While the events get their place in the feed.
  const second = await shop.offers()
  for (const offer of second) expect(await hub.answer(offer)).toBe(303)
  answered.push(...second)
  await blocker.query('begin')
  await blocker.query('select from webhook_endpoints for update')
  await timePasses(db)
  await waits('%insert into webhook_deliveries%')
  await hub.kill()
  await blocker.query('rollback')
  hub = await startShop(shop)
  await expect.poll(missing).toEqual([])

  // After the receiver has the webhooks, and before the hub knows.
  const third = await shop.offers()
  behavior.answers = false
  for (const offer of third) expect(await hub.answer(offer)).toBe(303)
  answered.push(...third)
  await timePasses(db)
  await expect.poll(missing).toEqual([])
  await hub.kill()
  behavior.answers = true
  await updateRows(db.owner, 'webhook_deliveries', { state: 'WAITING' }, { due_at: new Date(0) })
  const before = received.length
  hub = await startShop(shop)
  await expect.poll(() => received.length).toBe(before + third.length)
  const waiting = () =>
    db.owner.selectFrom('webhook_deliveries').select('id').where('state', '<>', 'DELIVERED').execute()
  await expect.poll(waiting).toEqual([])

  // The feed has each answer once, and whatever came twice has the same id.
  const feed = await hub.feed()
  const isAnswer = ({ type }: Told) => Object.values<string>(told).includes(type)
  expect(
    feed
      .filter(isAnswer)
      .map(({ offer, type }) => `${offer} ${type}`)
      .toSorted(),
  ).toEqual(answered.map(({ key, step }) => `${key} ${told[step]}`).toSorted())
  const byId = new Map(received.map((each) => [each.id, each]))
  expect([...byId.values()].toSorted(byKey)).toEqual(feed.filter(isAnswer).toSorted(byKey))
})

const byKey = (one: Told, other: Told) => one.id.localeCompare(other.id)
