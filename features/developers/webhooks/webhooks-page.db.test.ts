import { anyListing, addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestShop, signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { storeBodies } from './bodies-db.server.ts'
import { claimDeliveries, recordDeliveryAnswer } from './deliveries-db.server.ts'
import { placeEvents } from './events-db.server.ts'
import * as operatorPage from './operator-webhooks-page.tsx'
import * as page from './webhooks-page.tsx'
import { minute } from '#lib/duration.ts'

let ann: number
let owner: TestBrowser
let other: TestBrowser

async function addShop(): Promise<{ sellerId: number; browser: TestBrowser }> {
  return await addTestShop(hub)
}

const db = await testDatabase({ poolSize: 6 })
const hub = testServices(db)
;({ sellerId: ann, browser: owner } = await addShop())
;({ browser: other } = await addShop())
const operator = await signedInBrowser(hub, (await addTestMember(hub, { operator: true })).email)

const listed = async (by = owner) => (await by.get(page, paths.webhooks)).data.webhooks as { id: string; url: string }[]
const firstId = async () => (await listed())[0]!.id
const add = (url: string, more: Record<string, string | readonly string[]> = { what: 'all' }, by = owner) =>
  by.post(page, paths.webhooks, { step: 'add', url, ...more })
const detailsOf = async (id: string) => (await owner.get(page, `${paths.webhooks}?webhook=${id}`)).data.details

/** Records an event of Ann's shop and claims due deliveries. */
async function happens() {
  await addRows(db.owner, 'listings', {
    seller_id: ann,
    title: 'Leica M3',
    ...anyListing,
    price_minor: 1,
  })
  const now = new Date()
  await placeEvents(db, () => now)
  return claimDeliveries(db.owner, {
    now,
    until: new Date(now.getTime() + minute),
    busy: [],
    failing: [],
    perEndpoint: 9,
    limit: 9,
  })
}

describe('the page of webhooks', () => {
  it('adds one with a secret that is shown once', async () => {
    const { status, data, headers } = await add('https://shop.example/hooks')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(data.made).toEqual({ url: 'https://shop.example/hooks', secret: expect.stringMatching(/^whsec_.{44}$/) })
    const [webhook] = await listed()
    expect(webhook).toMatchObject({ url: 'https://shop.example/hooks', types: 'all events' })
    const shown = JSON.stringify([await listed(), await detailsOf(webhook!.id)])
    expect(shown).not.toContain('whsec_')
    const { rows } = await db.pool.query('select secret from webhook_endpoints')
    expect(rows[0].secret).not.toContain(data.made.secret.slice(6))
  })

  it.each([
    ['https://shop.example/hooks', 'A webhook with this address already exists.'],
    ['http://8.8.8.8/', 'This address is in a private network. Enter one that can be reached from the internet.'],
    [
      'https://169.254.169.254/',
      'This address is in a private network. Enter one that can be reached from the internet.',
    ],
    ['hooks', expect.stringContaining('Enter a complete address')],
  ])('refuses %s', async (url, error) => {
    const { status, data } = await add(url)
    expect([status, data.errors, data.values.url]).toEqual([422, { url: error }, url])
  })

  it('subscribes to the selected events, and requires one', async () => {
    const none = await add('https://shop.example/none', { what: 'some' })
    expect(none.data.errors).toEqual({ types: 'Choose at least one event.' })
    const odd = ['order.shipped', 'order.refunded', 'order.eaten']
    await add('https://shop.example/some', { what: 'some', type: odd })
    const { id } = (await listed()).find(({ url }) => url.endsWith('some'))!
    expect((await detailsOf(id)).types).toEqual(['order.shipped', 'order.refunded'])
    await owner.post(page, paths.webhooks, { step: 'choose', webhook: id, what: 'all' })
    expect((await detailsOf(id)).types).toBeNull()
    await owner.post(page, paths.webhooks, { step: 'remove', webhook: id })
    expect((await listed()).map(({ url }) => url)).toEqual(['https://shop.example/hooks'])
  })

  it('shows request and response, and sends again', async () => {
    const id = await firstId()
    const [claimed] = await happens()
    const [{ key: delivery, ...sending }] = (await detailsOf(id)).deliveries
    expect(sending).toMatchObject({ state: { text: 'Sending' }, canRetry: false })
    // A page loaded before the attempt began still has the button.
    expect((await owner.post(page, paths.webhooks, { step: 'retry', webhook: id, delivery })).status).toBe(303)
    expect((await detailsOf(id)).deliveries[0]).toMatchObject(sending)
    await storeBodies(db.owner, [{ ...claimed!, body: '{}' }])
    const answered = { outcome: { status: 500, text: 'out of order' }, tookMs: 12.4, now: new Date(), random: 0 }
    await recordDeliveryAnswer(db.owner, claimed!, answered)
    const { deliveries, state } = await detailsOf(id)
    expect(state.text).toBe('Retrying')
    expect(deliveries).toEqual([
      expect.objectContaining({
        type: 'listing.published',
        event: claimed!.event_key,
        answer: { title: 'Response: 500', text: 'out of order' },
        state: { tone: 'warn', text: expect.stringMatching(/^Failed, next attempt /) },
        canRetry: true,
      }),
    ])
    const again = { step: 'retry', webhook: id, delivery: deliveries[0].key }
    expect((await owner.post(page, paths.webhooks, again)).location).toContain('done=retried')
    expect((await detailsOf(id)).deliveries[0]).toMatchObject({ state: { text: 'Waiting' } })
    expect((await owner.post(page, paths.webhooks, { ...again, delivery: 'x' })).status).toBe(404)
  })

  it('sends a test, pauses and resumes, and changes the secret with a day of overlap', async () => {
    const id = await firstId()
    const step = (name: string) => owner.post(page, paths.webhooks, { step: name, webhook: id })
    expect((await step('test')).location).toContain('done=test')
    expect((await detailsOf(id)).deliveries[0]).toMatchObject({ type: 'webhook.test', state: { text: 'Waiting' } })
    await step('pause')
    expect(await detailsOf(id)).toMatchObject({ isPaused: true, state: { text: 'Paused' } })
    await step('resume')
    expect(await detailsOf(id)).toMatchObject({ isPaused: false, bothUntil: null })
    const { data } = await step('rotate')
    expect(data.made.secret).toMatch(/^whsec_/)
    expect((await detailsOf(id)).bothUntil).toMatch(/^Messages are also signed with the previous secret until .*\.$/)
    expect((await owner.post(page, paths.webhooks, { step: 'dance' })).status).toBe(400)
  })

  it('finds no webhook of another seller', async () => {
    const id = await firstId()
    const market = await operator.post(operatorPage, paths.operatorWebhooks, {
      step: 'add',
      url: 'https://m.example/',
      what: 'all',
    })
    expect(market.status).toBe(200)
    const { data } = await operator.get(operatorPage, paths.operatorWebhooks)
    expect(data.webhooks.map(({ url }: { url: string }) => url)).toEqual(['https://m.example/'])
    const marketId = data.webhooks[0].id as string
    for (const [by, at, path, foreign] of [
      [other, page, paths.webhooks, id],
      [operator, operatorPage, paths.operatorWebhooks, id],
      [owner, page, paths.webhooks, marketId],
    ] as const) {
      expect((await by.get(at, `${path}?webhook=${foreign}`)).status).toBe(404)
      for (const step of ['choose', 'pause', 'resume', 'rotate', 'test', 'retry', 'remove'])
        expect((await by.post(at, path, { step, webhook: foreign })).status, step).toBe(404)
    }
    expect((await owner.get(operatorPage, paths.operatorWebhooks)).status).toBe(403)
    expect(await listed(other)).toEqual([])
  })

  it('has at most ten, and deliveries in pages', async () => {
    for (let count = 1; count < 10; count += 1) expect((await add(`https://shop.example/${count}`)).status).toBe(200)
    expect((await add('https://shop.example/10')).data.errors.url).toContain('There are already 10 webhooks')
    const id = await firstId()
    for (let count = 0; count < 30; count += 1) await owner.post(page, paths.webhooks, { step: 'test', webhook: id })
    const first = await detailsOf(id)
    const rest = (await owner.get(page, first.older)).data.details
    const keys = [...first.deliveries, ...rest.deliveries].map(({ key }: { key: string }) => key)
    expect([first.deliveries.length, rest.older, new Set(keys).size]).toEqual([25, null, 32])
  })
})
