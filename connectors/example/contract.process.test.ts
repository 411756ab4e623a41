import { expect, it } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/testing-process.ts'
import { newSecret } from '#lib/webhook-signature.ts'
import { parseSaleKey, type SellerSaleStep } from '#features/core/sale-event/sale-event.ts'
import { takeSellerStep } from '#features/selling/sale-events/move-sale-db.server.ts'
import { addSaleListings, makeSale, readSale } from '#features/selling/sale-events/sale-events-db.server.ts'
import { hour } from '#lib/duration.ts'
import { moveOffer } from '#features/core/offer/offers-db.server.ts'
import type { OfferKey } from '#features/core/offer/offer.ts'
import { offerLimits } from '#features/core/offer/testing.ts'
import { newMessageKey, sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { parseQuestionKey } from '#features/orders/conversations/thread-key.ts'
import { brand } from '#lib/brand.ts'
import { minorOf, type HubOffer, type HubQuestion } from '../kit/index.ts'
import { connectableHub, startProgram, trackingNumberOf, type ConnectableHub } from '../testing-hub.ts'
import { exampleShop, type ExampleShop } from './testing-shop.ts'

const seller = 's-42'

let hub: ConnectableHub
let shop: ExampleShop

interface Ports {
  shop: number
  connector: number
}

/** The three processes: hub, shop and the connector between them. */
async function connected() {
  const ports: Ports = { shop: await freePort(), connector: await freePort() }
  const folder = await dataFolder()
  hub = await connectableHub({ seller })
  shop = exampleShop({ port: ports.shop, webhookUrl: `http://127.0.0.1:${ports.connector}/shop`, folder, seller })
  await shop.start()
  const hubSecret = newSecret()
  const env = {
    ...shop.connectorEnv,
    HUB_URL: hub.url,
    HUB_KEY: hub.key,
    HUB_WEBHOOK_SECRET: hubSecret,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    CONNECTOR_PORT: String(ports.connector),
    // So long that webhooks have to wake it, except after a failure.
    ROUND_EVERY: '600',
  }
  const run = (options: Record<string, string> = {}) =>
    startProgram(['connectors/example/main.ts', 'run'], { ...env, ...options }, 'are connected')
  const command = async (...args: string[]) => {
    const program = await startProgram(['connectors/example/main.ts', ...args], env, '\n')
    await program.ended
    return program.output()
  }
  const listenToHub = () =>
    hub.ask('POST', '/webhooks', {
      url: `http://127.0.0.1:${ports.connector}/hub`,
      types: [
        'order.shipped',
        'order.refunded',
        'stock.changed',
        'listing.changed',
        'offer.accepted',
        'offer.declined',
        'question.answered',
      ],
      secret: hubSecret,
    })
  return { run, command, listenToHub }
}

/** Totals of all orders on both sides are equal to the penny, and both have the same orders. */
async function expectSameOrders(except: readonly string[] = []) {
  const wanted = (await shop.orders()).filter(({ id }) => !except.includes(id))
  await expect
    .poll(async () => [...(await hub.orders())].map(([id, { total }]) => `${id} ${total}`).toSorted())
    .toEqual(wanted.map(({ id, total }) => `${id} ${(total / 100).toFixed(2)}`).toSorted())
}

/** Parcels and refunds of all orders are the same on both sides, each once. */
async function expectSameAfterSale() {
  await expect
    .poll(async () => {
      const differing: string[] = []
      const known = await hub.orders()
      for (const { id, parcels, refunds, isSent, own = { parcels: [], refunds: [] } } of await shop.orders()) {
        // What left before was told by the shop.
        if (isSent) continue
        const found = known.get(id)
        const there = {
          parcels: found?.parcels.map((each) => each.external ?? each.id) ?? [],
          refunds: found?.refunds ?? [],
        }
        const here = [...parcels, ...own.parcels].map((each) => each.id)
        const isSame =
          here.toSorted().join() === there.parcels.toSorted().join() &&
          [...refunds, ...own.refunds].reduce((sum, each) => sum + each.amount, 0) ===
            there.refunds.reduce((sum, { amount }) => sum + minorOf(amount), 0)
        if (!isSame) differing.push(id)
      }
      return differing
    })
    .toEqual([])
}

it('a shop’s orders are in the hub to the penny, parcels and refunds are on both sides, and killing any side loses nothing and doubles nothing', async () => {
  const { run, command, listenToHub } = await connected()
  await shop.fill()
  await shop.fillPast(60)

  // The dry run says all rows and writes nothing.
  const planned = await command('plan')
  expect(planned).toMatch(/ 4 {2}listing: add\n/)
  expect(planned).toContain('listing: add as a draft  no-photo  Without a photo  (There is no picture.)')
  expect(planned).toMatch(/ 100 {2}order: add\n/)
  expect(planned).toContain(
    'order: refuse  X-wrong  10.01 GBP  (It adds up to 10.00 GBP, and the shop says 10.01 GBP.)',
  )
  expect((await hub.orders()).size).toBe(0)
  const { items: listed } = await hub.client.call('listListings', { path: { seller }, query: {} })
  expect(listed).toEqual([])

  let connector = await run()
  await listenToHub()
  await expectSameOrders(['X-wrong'])
  const said = await command('status')
  expect(said).toContain('order  X-wrong  It adds up to 10.00 GBP, and the shop says 10.01 GBP.')
  expect(said).toContain('listing  no-photo  It is a draft')
  // Its order is here all the same.
  expect(said).not.toContain('X-no-photo')
  // The hub has the same from its report.
  await expect
    .poll(async () =>
      ((await hub.ask('GET', '/connections/example')) as Reported).refused.map(({ id }) => id).toSorted(),
    )
    .toEqual(['X-wrong', 'no-photo'])

  // The photo comes: the listing is on sale. A product goes: as all are read again, its listing ends.
  await shop.remove('bell')
  await command('retry')
  await shop.addPhoto('no-photo')
  await expect
    .poll(async () => ((await hub.ask('GET', `/sellers/${seller}/listings/no-photo`)) as { state: string }).state)
    .toBe('ACTIVE')
  await expect
    .poll(async () => ((await hub.ask('GET', `/sellers/${seller}/listings/bell`)) as { state: string }).state)
    .toBe('ENDED')

  // A partial parcel and a refund of a line, told by lines of the shop.
  const orders = await hub.orders()
  const { number } = orders.get('C-3')!
  await hub.ship(number, [{ line: 2, quantity: 1 }], trackingNumberOf(1))
  await hub.refund(number, 1, '1.50')
  await expectSameAfterSale()
  const told = (await shop.orders()).find(({ id }) => id === 'C-3')!
  expect(told.parcels).toMatchObject([{ trackingNumber: trackingNumberOf(1), lines: [{ line: 'C-3-b', units: 1 }] }])
  expect(told.refunds).toMatchObject([{ amount: 150, lines: [{ line: 'C-3-a', amount: 150 }] }])

  // What the shop does itself: a parcel of one unit, and money back.
  const at = new Date().toISOString()
  const parcel = { id: 'own-1', carrier: 'Royal Mail', trackingNumber: trackingNumberOf(4), at }
  const lines = [{ line: 'C-7-a', units: 1 }]
  const refund = { id: 'own-2', amount: 99, lines: [], at }
  await shop.change('C-7', (order) => ({ ...order, own: { parcels: [{ ...parcel, lines }], refunds: [refund] } }))
  await expectSameAfterSale()

  // An edit of the address.
  await shop.change('C-4', (order) => ({ ...order, address: { ...order.address, street: '10 High Street' } }))
  await expect
    .poll(async () => ((await hub.ask('GET', `/sellers/${seller}/orders/C-4`)) as Addressed).shipTo.line1)
    .toBe('10 High Street')

  // The connector is killed, and both sides go on.
  await connector.kill()
  await shop.sell(5)
  await hub.ship(orders.get('C-5')!.number, [{ line: 1, quantity: 1 }], trackingNumberOf(2))
  connector = await run()
  await expectSameOrders(['X-wrong'])
  await expectSameAfterSale()

  // The shop is killed: what the seller does meanwhile reaches it when it is back.
  await shop.kill()
  await hub.ship(orders.get('C-6')!.number, [{ line: 1, quantity: 1 }], trackingNumberOf(3))
  await expect.poll(() => connector.output()).toContain('fetch failed')
  await shop.start()
  await expectSameAfterSale()

  // The hub is killed: what the shop sells meanwhile reaches it when it is back.
  await hub.kill()
  await shop.sell(5)
  await expect.poll(() => connector.output()).toContain('does not answer')
  await hub.start()
  await expectSameOrders(['X-wrong'])
  await expectSameAfterSale()

  // A lost outbox: all is sent and told again, the past included, and nothing comes twice.
  await connector.kill()
  await shop.forgetConnector()
  connector = await run({ STOCK_OWNER: 'hub' })
  await expect.poll(() => connector.output()).toContain('orders sent')
  await expectSameOrders(['X-wrong'])
  await expectSameAfterSale()

  // The hub owns the stock now: a count there takes the units from the shop.
  await hub.ask('PUT', `/sellers/${seller}/listings/lamp/stock`, { onHand: 3 })
  await expect.poll(() => shop.unitsOf('lamp')).toBe(3)
  await connector.kill('SIGTERM')
})

it('customers’ offers and questions are in the hub once, and answers in the shop, whichever side is killed in between', async () => {
  const { run, listenToHub } = await connected()
  await shop.fillProducts()
  let connector = await run()
  await listenToHub()
  const lamp = () =>
    hub.ask('GET', `/sellers/${seller}/listings/lamp`).catch(() => null) as Promise<{ item: string } | null>
  await expect.poll(lamp).toMatchObject({ state: 'ACTIVE' })
  const { item } = (await lamp())!
  await hub.bySeller(async (own) => {
    const ofLamp = own.selectFrom('listings').select('id').where('item_number', '=', item)
    await own.updateTable('listing_contents').set({ best_offer: true }).where('listing_id', '=', ofLamp).execute()
  })
  const offers = async () => ((await hub.ask('GET', `/sellers/${seller}/offers`)) as { items: HubOffer[] }).items
  const questions = async () =>
    ((await hub.ask('GET', `/sellers/${seller}/questions`)) as { items: HubQuestion[] }).items
  const inHub = async () => ({
    offers: (await offers()).map(({ id, state }) => `${id} ${state}`).toSorted(),
    asked: (await questions()).flatMap(({ messages }) => messages.map(({ from, text }) => `${from} ${text}`)),
  })
  const answer = (id: string, step: 'accept' | 'decline') =>
    hub.bySeller(async (own, sellerId) => {
      const { key } = (await offers()).find((offer) => offer.id === id)!
      const move = { sellerId, offer: { key: brand<OfferKey>(key) }, step, by: 'SELLER', now: new Date() } as const
      expect(await moveOffer(own, move, offerLimits)).toMatchObject({ ok: true })
    })
  const reply = (text: string) =>
    hub.bySeller(async (own, sellerId) => {
      const [asked] = await questions()
      const thread = parseQuestionKey(asked!.id)!
      const message = { sellerId, thread, key: newMessageKey(), subject: null, text, pictures: [], seen: null }
      await sendMessage(own, { ...message, actor: { kind: 'MEMBER', id: 'ada', name: 'Ada' }, now: new Date() })
    })
  const inShop = async () => ({
    offers: (await shop.offers()).map(({ id, state, agreed }) => `${id} ${state} ${agreed}`).toSorted(),
    answers: (await shop.questions()).find(({ id }) => id === 'q-1')?.answers,
  })

  await shop.offer('of-1', 'lamp', 800)
  await shop.ask('q-1', 'lamp', 'Is it brass?')
  await expect.poll(inHub).toEqual({ offers: ['of-1 OPEN'], asked: ['BUYER Is it brass?'] })

  // The connector is killed, and both sides go on.
  await connector.kill()
  await answer('of-1', 'accept')
  await reply('It is.')
  await shop.offer('of-2', 'lamp', 700)
  connector = await run()
  await expect.poll(inShop).toEqual({ offers: ['of-1 ACCEPTED 800', 'of-2 null null'], answers: ['It is.'] })

  // The shop is killed: answers reach it when it is back.
  await expect.poll(inHub).toMatchObject({ offers: ['of-1 ACCEPTED', 'of-2 OPEN'] })
  await shop.kill()
  await answer('of-2', 'decline')
  await reply('All of it.')
  await expect.poll(() => connector.output()).toContain('fetch failed')
  await shop.start()
  await expect
    .poll(inShop)
    .toEqual({ offers: ['of-1 ACCEPTED 800', 'of-2 DECLINED 700'], answers: ['It is.', 'All of it.'] })

  // The hub is killed: what customers do meanwhile reaches it when it is back.
  await hub.kill()
  await shop.offer('of-3', 'lamp', 900)
  await shop.offer('of-4', 'tin', 900)
  await shop.ask('q-2', 'lamp', 'How heavy?')
  await expect.poll(() => connector.output()).toContain('does not answer')
  await hub.start()
  const asked = ['BUYER Is it brass?', 'SELLER It is.', 'SELLER All of it.', 'BUYER How heavy?']
  const whole = { offers: ['of-1 ACCEPTED', 'of-2 DECLINED', 'of-3 OPEN'], asked }
  await expect.poll(inHub).toEqual(whole)
  // The seller takes no offers for the other product.
  await expect.poll(inShop).toMatchObject({ offers: expect.arrayContaining(['of-4 REFUSED null']) })

  // A lost outbox: all is sent and told again, and nothing comes twice.
  await connector.kill()
  await shop.forgetConnector()
  const shown = await inShop()
  connector = await run()
  await answer('of-3', 'accept')
  await expect
    .poll(inShop)
    .toEqual({ ...shown, offers: shown.offers.map((each) => each.replace('of-3 null null', 'of-3 ACCEPTED 900')) })
  expect(await inHub()).toEqual({ ...whole, offers: whole.offers.with(2, 'of-3 ACCEPTED') })
  await connector.kill('SIGTERM')
})

it('a sale of the hub is in the shop with its dates, prices and former prices until it ends, whichever side is killed', async () => {
  const { run, listenToHub } = await connected()
  await shop.fillProducts()
  let connector = await run()
  await listenToHub()
  const key = parseSaleKey('5a1e00000001')!
  const step = (name: SellerSaleStep) =>
    hub.bySeller(async (own, sellerId) => {
      const sale = await readSale(own, sellerId, { key })
      expect(await takeSellerStep(own, { sale: sale!, step: name, now: new Date() })).toMatchObject({ ok: true })
    })
  const sold = ['lamp', 'strap']
  const states = () =>
    Promise.all(
      sold.map((id) =>
        hub.ask('GET', `/sellers/${seller}/listings/${id}`).then(
          (listing) => (listing as { state: string }).state,
          () => null,
        ),
      ),
    )
  await expect.poll(states).toEqual(['ACTIVE', 'ACTIVE'])
  // Their prices are known before it begins.
  const startsAt = new Date()
  const endsAt = new Date(startsAt.getTime() + hour)
  await hub.bySeller(async (own, sellerId) => {
    const form = {
      name: 'Now',
      percent: 20,
      price_minor: null,
      ending: 'NONE',
      starts_at: startsAt,
      ends_at: endsAt,
    } as const
    const sale = await makeSale(own, {
      sellerId,
      key,
      form,
      now: startsAt,
      currency: 'GBP',
      zone: 'Europe/London',
      rule: null,
      by: 'Ada',
    })
    const listed = own.selectFrom('listings').select('id').where('seller_id', '=', sellerId)
    const ids = await listed.where('title', 'in', ['Desk lamp', 'Leather strap']).execute()
    await addSaleListings(
      own,
      { sellerId, id: sale.id },
      ids.map(({ id }) => id),
    )
  })
  const dates = { from: startsAt.toISOString(), to: endsAt.toISOString() }

  // The connector is killed, and the seller begins the sale.
  await connector.kill()
  await step('schedule')
  connector = await run()
  await expect
    .poll(() => Promise.all(sold.map((id) => shop.saleOf(id))))
    .toEqual([
      { ...dates, prices: [{ variant: 'lamp', price: 800, was: 1_000 }] },
      {
        ...dates,
        prices: [
          { variant: 'strap-S', price: 1_000, was: 1_250 },
          { variant: 'strap-M', price: 1_066, was: 1_333 },
        ],
      },
    ])
  // The usual price stays the shop's, and the hub's.
  expect(await hub.ask('GET', `/sellers/${seller}/listings/lamp`)).toMatchObject({ price: { value: '10.00' } })

  // The shop is killed, and the seller ends the sale.
  await shop.kill()
  await step('end')
  await expect.poll(() => connector.output()).toContain('fetch failed')
  await shop.start()
  await expect.poll(() => Promise.all(sold.map((id) => shop.saleOf(id)))).toEqual([null, null])
  await connector.kill('SIGTERM')
})

interface Reported {
  refused: { id: string }[]
}

interface Addressed {
  shipTo: { line1: string | null }
}
