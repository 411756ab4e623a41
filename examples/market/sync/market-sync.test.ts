import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findOffer, searchOffers } from '../store/offers.ts'
import { findFeedback, keepFeedback, keepPlacing } from '../store/orders.ts'
import type { HubEvent, HubListing, HubOrder, OrderBody } from '../hub-types.ts'
import { fakeHub, listingOf, seller, syncingWith } from '../testing.ts'
import { catchUp, readAll, startSync } from './market-sync.ts'
import { decideDisputes } from './dispute-orders.ts'
import { takeEvent } from './take-event.ts'
import type { Syncing } from './syncing.ts'
import { hour } from '#lib/duration.ts'

const titleOf = ({ store }: Syncing, item: string) => findOffer(store, item)?.listing.title
const item = '118304211004'
const named = (title: string, more: Partial<HubListing> = {}) => listingOf(item, { title, ...more })

async function started(...listings: HubListing[]) {
  const hub = fakeHub()
  for (const listing of listings) hub.listings.set(listing.item, listing)
  const syncing = syncingWith(hub)
  await readAll(syncing)
  return { hub, syncing }
}

describe('the copy of what is on offer', () => {
  it('is read whole, and what is not on offer any more leaves it', async () => {
    const { hub, syncing } = await started(named('Leica M3'))
    expect(titleOf(syncing, item)).toBe('Leica M3')
    hub.listings.set(item, named('Leica M3', { state: 'ENDED' }))
    await readAll(syncing)
    expect(findOffer(syncing.store, item)?.listing.state).toBe('ENDED')
  })

  it('takes what is told, once: the same again changes nothing', async () => {
    const { hub, syncing } = await started(named('A'))
    const first = hub.change(named('B'))
    expect(await takeEvent(syncing, first)).toBe('taken')
    expect(await takeEvent(syncing, hub.change(named('C')))).toBe('taken')
    expect(await takeEvent(syncing, first)).toBe('known')
    expect(titleOf(syncing, item)).toBe('C')
    expect(hub.asked).toEqual([])
  })

  it('asks the hub where an event comes late, which may tell what was long ago', async () => {
    const { hub, syncing } = await started(named('A'))
    const [first, second] = [hub.change(named('B')), hub.change(named('C'))]
    await takeEvent(syncing, second)
    await takeEvent(syncing, first)
    expect(titleOf(syncing, item)).toBe('C')
    expect(hub.asked).toEqual([`listing ${item}`])
  })

  it('reads on what it missed, from where it stopped', async () => {
    const { hub, syncing } = await started(named('A'))
    for (let n = 0; n < 8; n += 1) hub.change(listingOf(`20000000000${n}`))
    expect(await catchUp(syncing)).toBe(8)
    expect(await catchUp(syncing)).toBe(0)
    expect(
      searchOffers(syncing.store, { words: '', seller: null, category: null, sort: 'newest', page: 1 }).total,
    ).toBe(9)
  })

  it('reads the sellers when a listing is paused, and when it is back', async () => {
    const { hub, syncing } = await started(named('A'))
    const awayNow = () => findOffer(syncing.store, item)?.seller.away?.message ?? null
    hub.seller = {
      ...seller,
      away: {
        startsAt: '2026-11-22T00:00:00.000Z',
        endsAt: '2026-11-29T00:00:00.000Z',
        to: '2026-11-28',
        message: 'Skiing',
        shipsFrom: '2026-11-30',
      },
    }
    await takeEvent(syncing, hub.change(named('B')))
    expect(awayNow()).toBeNull()
    await takeEvent(syncing, hub.change(named('B', { state: 'PAUSED' })))
    expect(awayNow()).toBe('Skiing')
    const search = { words: '', seller: null, category: null, sort: 'newest', page: 1 } as const
    expect(searchOffers(syncing.store, search).total).toBe(0)
    hub.seller = seller
    await takeEvent(syncing, hub.change(named('B')))
    expect(awayNow()).toBeNull()
    expect(searchOffers(syncing.store, search).total).toBe(1)
  })

  it('counts stock as it is told, and asks for that of variations', async () => {
    const variations = [
      { values: ['S'], sku: 'S', price: { value: '9.00', currency: 'GBP' }, sale: null, available: 1 },
    ]
    const { hub, syncing } = await started(named('A'), listingOf('200000000001', { variations }))
    const stock = (of: string, available: number): HubEvent => ({
      id: `evt_stock_${of}`,
      type: 'stock.changed',
      timestamp: '2026-11-22T11:00:00.000Z',
      data: { seller: seller.id, item: of, stock: { available } },
    })
    await takeEvent(syncing, stock(item, 1))
    expect(findOffer(syncing.store, item)?.listing.stock.available).toBe(1)
    expect(hub.asked).toEqual([])
    await takeEvent(syncing, stock('200000000001', 0))
    expect(hub.asked).toEqual(['listing 200000000001'])
  })

  it('keeps what a seller answers to feedback: what they wrote last, in whichever order it comes', async () => {
    const { syncing } = await started()
    const { store } = syncing
    const body = { id: 'o-1', placedAt: '2026-11-20T10:00:00.000Z' } as OrderBody
    const order = { id: 'o-1', placedAt: body.placedAt } as HubOrder
    keepPlacing(store, { buyer: 'anna', seller: seller.id, body })
    keepFeedback(store, 'o-1', { rating: 'POSITIVE', stars: 5, comment: 'Good.' })
    const answered = (reply: string, repliedAt: string): HubEvent => ({
      id: `evt_reply_${repliedAt}`,
      type: 'feedback.replied',
      timestamp: repliedAt,
      data: { seller: seller.id, order, feedback: { order: 'o-1', reply, repliedAt } },
    })
    await takeEvent(syncing, answered('Thank you!', '2026-11-22T11:00:01.000Z'))
    await takeEvent(syncing, answered('Thanks.', '2026-11-22T11:00:00.000Z'))
    const reply = { text: 'Thank you!', at: '2026-11-22T11:00:01.000Z' }
    expect(findFeedback(store, 'o-1')).toMatchObject({ stars: 5, comment: 'Good.', reply })
  })

  it('pays sellers: the first payout fails for a while, and its next attempt is paid', async () => {
    const { hub, syncing } = await started()
    const initiated = (id: string, attempt: number): HubEvent => ({
      id: `evt_${id}_${attempt}`,
      type: 'payout.initiated',
      timestamp: '2026-11-24T00:00:00.000Z',
      data: {
        seller: seller.id,
        payout: { id, state: 'INITIATED', amount: { value: '9.00', currency: 'GBP' }, key: `${id}-${attempt}` },
      },
    })
    for (const event of [initiated('a', 1), initiated('b', 1), initiated('a', 1), initiated('a', 2)])
      await takeEvent(syncing, event)
    expect(hub.asked).toEqual(['payout a FAILED', 'payout b PAID', 'payout a PAID'])
  })

  it('disputes some shipped orders, and decides those that sellers contest', async () => {
    const { hub, syncing } = await started()
    let at = new Date('2026-11-22T12:00:00Z')
    const market = { ...syncing, now: () => at }
    const ids = Array.from({ length: 30 }, (_, nth) => `o-${nth}`)
    for (const id of ids) {
      const order = { id, placedAt: '2026-11-20T10:00:00.000Z' } as HubOrder
      keepPlacing(market.store, { buyer: 'anna', seller: seller.id, body: order as unknown as OrderBody })
      const event = { id: `evt_${id}`, type: 'order.shipped', timestamp: '2026-11-22T11:00:00.000Z' }
      await takeEvent(market, { ...event, data: { seller: seller.id, order } })
    }
    const opened = hub.asked.map((asked) => asked.split(' ')[1] ?? '')
    expect(opened).toEqual(['EM-o-4', 'EM-o-14', 'EM-o-24'])
    hub.asked.length = 0
    for (const id of opened) {
      const dispute = { id, order: id.slice(3), reason: 'UNAUTHORIZED', state: 'CONTESTED' } as const
      const event = { id: `evt_${id}`, type: 'dispute.contested', timestamp: '2026-11-22T11:30:00.000Z' }
      await takeEvent(market, { ...event, data: { seller: seller.id, dispute } })
    }
    await decideDisputes(market)
    expect(hub.asked).toEqual([])
    at = new Date('2026-11-22T12:02:00Z')
    await decideDisputes(market)
    await decideDisputes(market)
    expect(hub.asked.map((asked) => asked.split(' ')[2])).toEqual(['WON', 'LOST', 'WON'])
  })

  it('begins anew where the hub is another one', async () => {
    const { hub, syncing } = await started(named('A'))
    hub.change(named('B'))
    await catchUp(syncing)
    hub.events.length = 0
    hub.listings.clear()
    hub.listings.set('300000000001', listingOf('300000000001'))
    await readAll(syncing)
    expect(titleOf(syncing, item)).toBeUndefined()
    expect(titleOf(syncing, '300000000001')).toBe('Thing 300000000001')
  })

  it('is the hub’s own, whatever gets lost, comes twice or out of order', async () => {
    const changes = fc.array(fc.tuple(fc.nat(2), fc.nat(9)), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(changes, fc.array(fc.nat(11), { maxLength: 20 }), async (done, deliveries) => {
        const { hub, syncing } = await started()
        for (const [which, version] of done) hub.change(listingOf(`10000000000${which}`, { title: `v${version}` }))
        for (const index of deliveries) {
          const event = hub.events[index]
          if (event) await takeEvent(syncing, event)
        }
        await catchUp(syncing)
        for (const [of, listing] of hub.listings) expect(titleOf(syncing, of)).toBe(listing.title)
      }),
    )
  })
})

describe('a webhook', () => {
  const secret = `whsec_${Buffer.from('a secret of the example market').toString('base64')}`

  async function receiving() {
    const { hub, syncing } = await started(named('A'))
    const inStep = startSync({ ...syncing, webhookSecret: secret, say: () => {} })
    onTestFinished(() => inStep.stop())
    await inStep.ready
    const event = hub.change(named('B'))
    const body = JSON.stringify(event)
    const at = new Date()
    const headers = {
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(event.id, at, body),
    }
    return { syncing, inStep, body, headers }
  }

  it('is taken where the hub signed it', async () => {
    const { syncing, inStep, body, headers } = await receiving()
    expect(await inStep.takeWebhook(body, headers)).toBe(true)
    expect(titleOf(syncing, item)).toBe('B')
  })

  it('is refused where it is altered, old, or signed by somebody else', async () => {
    const { syncing, inStep, body, headers } = await receiving()
    const old = new Date(Date.now() - hour)
    const other = new Webhook(`whsec_${Buffer.from('another secret').toString('base64')}`)
    const refused = [
      [body.replace('"B"', '"C"'), headers],
      [body, {}],
      [body, { ...headers, 'webhook-signature': other.sign(headers['webhook-id'], new Date(), body) }],
      [
        body,
        {
          ...headers,
          'webhook-timestamp': String(Math.floor(old.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(headers['webhook-id'], old, body),
        },
      ],
    ] as const
    for (const [text, given] of refused) expect(await inStep.takeWebhook(text, given)).toBe(false)
    expect(titleOf(syncing, item)).toBe('A')
  })
})
