import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser } from '#features/shop/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/shop/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { countedFor, countHealth } from './count-health.server.ts'
import { readFailedOrders, readFigures } from './health-figures-db.server.ts'
import * as healthPage from './health-page.tsx'
import { failures, type Failure, type HealthFigures } from './health.ts'
import * as sellerPage from './seller-page.tsx'

const db = await testDatabase()
const now = new Date('2026-11-25T12:00:00Z')
const hub = testServices(db, { now: () => now })
const { health: rules } = testPolicyPack
const on = { rules, now }

/** A message of the talk, so many hours after the order was placed. An answer may not have seen what was written last. */
interface Message {
  by: 'BUYER' | 'SELLER'
  hours: number
  hasSeenAll: boolean
}

/** An order of two lines, which ships by the second day; each line is in a parcel of its own, if it was sent. */
interface Story {
  /** Hours before now. */
  placed: number
  /** When parcels left, in hours, by the seller's word and by the carrier's first scan. */
  parcels: { shipped: number; scanned: number | null }[]
  cancelled: 'OUT_OF_STOCK_OR_CANNOT_FULFILL' | 'BUYER_ASKED_CANCEL' | null
  case: 'CLOSED_BUYER' | 'CLOSED_SELLER' | 'RETURN_REQUEST_TIMEOUT' | 'RETURN_REQUESTED' | null
  talk: Message[]
  /** Somebody said that no answer is needed to what was there by then. */
  settledAfter: number
}

const plain: Story = { placed: 240, parcels: [], cancelled: null, case: null, talk: [], settledAfter: 0 }
const shipBy = 48
const at = ({ placed }: Story, hours: number) => new Date(now.getTime() + (hours - placed) * hour)
let serial = 0

/** Writes a story; its order by number. */
async function tell(seller: number, told: Story): Promise<string> {
  const { id, number } = await addOrderToShip(db, seller, [1, 1], { placedAt: at(told, 0) })
  const own = { seller_id: seller, order_id: id }
  await db.owner
    .updateTable('orders')
    .set({ ship_by: at(told, shipBy) })
    .where('id', '=', id)
    .execute()
  for (const [index, { shipped, scanned }] of told.parcels.entries()) {
    const parcel = await db.owner
      .insertInto('shipments')
      .values({
        ...own,
        carrier: 'DHL',
        tracking_number: `JD ${id} ${index}`,
        state: scanned === null ? 'SHIPPED' : 'IN_TRANSIT',
        shipped_at: at(told, shipped),
        scanned_at: scanned === null ? null : at(told, scanned),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
      select seller_id, ${parcel.id}, id, 1 from line_items where seller_id = ${seller} and order_id = ${id} and position = ${index + 1}`.execute(
      db.owner,
    )
  }
  if (told.cancelled)
    await db.owner
      .insertInto('cancellations')
      .values({
        ...own,
        initiator: 'SELLER',
        reason: told.cancelled,
        state: 'CLOSED_NO_REFUND',
        requested_at: at(told, 1),
        closed_at: at(told, 1),
      })
      .execute()
  if (told.case)
    await sql`insert into cases (seller_id, case_number, kind, state, reason, order_id, line_item_id, units, words, currency, amount_minor,
        opened_at, answer_by, closed_at)
      select ${seller}, ${`5-${String((serial += 1)).padStart(8, '0')}`}, 'RETURN', ${told.case}, 'DEFECTIVE_ITEM', ${id}, id, 1, '', 'GBP', 100,
        ${at(told, 5)}, '{}', ${told.case.startsWith('CLOSED') ? at(told, 9) : null}
      from line_items where seller_id = ${seller} and order_id = ${id} and position = 1`.execute(db.owner)
  await talkOf(own, told)
  return number
}

async function talkOf(own: { seller_id: number; order_id: number }, told: Story): Promise<void> {
  const ids: number[] = []
  for (const { by, hours, hasSeenAll } of told.talk) {
    const written =
      by === 'SELLER'
        ? { member_id: 'ada', member_name: 'Ada', seen_id: hasSeenAll ? ids.at(-1) : (ids.at(-2) ?? 0) }
        : {}
    const { id } = await db.owner
      .insertInto('conversation_messages')
      .values({
        ...own,
        message_key: `message-${(serial += 1)}`,
        sender: by,
        body: 'Hello',
        sent_at: at(told, hours),
        ...written,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  const settled = told.settledAfter > 0 ? ids[Math.min(told.settledAfter, ids.length) - 1] : undefined
  if (settled === undefined) return
  await db.owner
    .updateTable('conversations')
    .set({ settled_id: settled })
    .where('seller_id', '=', own.seller_id)
    .where('order_id', '=', own.order_id)
    .execute()
}

/** What a story counts as, told without SQL. */
function judge(told: Story): Record<Failure | 'isSold' | 'isDue' | 'isAsked', boolean> {
  const isSold = told.placed * hour <= rules.lookBack && told.placed > 0
  const isDue = isSold && told.cancelled === null && shipBy < told.placed
  const leftAt = told.parcels.map(({ shipped, scanned }) => scanned ?? shipped)
  const waits = told.talk.flatMap((question, index) => {
    if (question.by === 'SELLER') return []
    const after = told.talk.slice(index + 1)
    // An answer has seen what stood before it, or but for the last of that.
    const answer = after.find(({ by, hasSeenAll }, place) => by === 'SELLER' && (hasSeenAll || place > 0))
    const isSettled = index < told.settledAfter
    if (!answer && isSettled) return []
    const age = told.placed - question.hours
    if (age * hour > rules.lookBack || age * hour <= rules.answerWithin) return []
    return [((answer?.hours ?? told.placed) - question.hours) * hour > rules.answerWithin]
  })
  return {
    isSold,
    isDue,
    isAsked: waits.length > 0,
    late: isDue && (leftAt.length < 2 || leftAt.some((left) => left > shipBy)),
    cases: isSold && (told.case === 'CLOSED_BUYER' || told.case === 'RETURN_REQUEST_TIMEOUT'),
    cancelled: isSold && told.cancelled === 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
    unanswered: waits.includes(true),
  }
}

const message: fc.Arbitrary<Message> = fc.record({
  by: fc.constantFrom('BUYER', 'SELLER'),
  hours: fc.constantFrom(1, 2, 25, 26, 50),
  hasSeenAll: fc.boolean(),
})
const story: fc.Arbitrary<Story> = fc
  .record({
    placed: fc.constantFrom(26, 48, 49, 240, 90 * 24 - 1, 90 * 24, 90 * 24 + 1),
    parcels: fc.array(fc.record({ shipped: fc.constantFrom(47, 48, 49), scanned: fc.constantFrom(null, 47, 48, 49) }), {
      maxLength: 2,
    }),
    cancelled: fc.constantFrom(null, null, 'OUT_OF_STOCK_OR_CANNOT_FULFILL' as const, 'BUYER_ASKED_CANCEL' as const),
    case: fc.constantFrom(
      null,
      null,
      'CLOSED_BUYER' as const,
      'CLOSED_SELLER' as const,
      'RETURN_REQUEST_TIMEOUT' as const,
      'RETURN_REQUESTED' as const,
    ),
    talk: fc.array(message, { maxLength: 4 }),
    settledAfter: fc.nat({ max: 4 }),
  })
  .map((each) => ({
    ...each,
    // What was sent is not cancelled, and nothing is said before what came before it, nor later than now.
    cancelled: each.parcels.length > 0 ? null : each.cancelled,
    talk: each.talk.filter(({ hours }) => hours <= each.placed).toSorted((a, b) => a.hours - b.hours),
  }))

const figuresOf = async (seller: number) => (await readFigures(db.owner, [seller], on)).get(seller)

describe('the figures of a seller', () => {
  it('agree with a simple model of the rules, with as many orders as evidence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 15, maxLength: 30 }), async (stories) => {
        const seller = await addSeller(db, `told-${(serial += 1)}`)
        const told = new Map<string, Story>()
        for (const each of stories) told.set(await tell(seller, each), each)
        const judged = [...told].map(([number, each]) => ({ number, ...judge(each) }))
        const count = (of: Failure | 'isSold' | 'isDue' | 'isAsked') => judged.filter((each) => each[of]).length
        const expected: HealthFigures = {
          sold: count('isSold'),
          due: count('isDue'),
          asked: count('isAsked'),
          late: count('late'),
          cases: count('cases'),
          cancelled: count('cancelled'),
          unanswered: count('unanswered'),
        }
        expect(await figuresOf(seller)).toEqual(expected)
        for (const failure of failures) {
          const orders = await readFailedOrders(db.owner, { ...on, sellerId: seller, failure })
          const numbers = judged.flatMap((each) => (each[failure] ? [each.number] : []))
          expect(orders.map((order) => order.order_number).toSorted()).toEqual(numbers.toSorted())
        }
      }),
      propertyRuns(3),
    )
  })

  it.each<[string, Partial<Story>, Partial<HealthFigures>]>([
    [
      'left at the last moment',
      { parcels: [48, 48].map((left) => ({ shipped: 1, scanned: left })) },
      { due: 1, late: 0 },
    ],
    [
      'was scanned later than that',
      { parcels: [48, 48.01].map((left) => ({ shipped: 1, scanned: left })) },
      { due: 1, late: 1 },
    ],
    [
      'left by the seller’s word alone',
      { parcels: [48, 48].map((shipped) => ({ shipped, scanned: null })) },
      { late: 0 },
    ],
    ['has not left, and must now', { placed: 48.01 }, { due: 1, late: 1 }],
    ['has not left, and need not yet', { placed: 48 }, { due: 0, late: 0 }],
    ['was placed at the period’s first moment', { placed: 90 * 24 }, { sold: 1 }],
    ['was placed before the period', { placed: 90 * 24 + 0.01 }, { sold: 0, due: 0, late: 0 }],
    ['was answered in the last moment', { talk: [1, 25].map(talkAt) }, { asked: 1, unanswered: 0 }],
    ['was answered too late', { talk: [1, 25.01].map(talkAt) }, { asked: 1, unanswered: 1 }],
    ['may still be answered', { talk: [216].map(talkAt) }, { asked: 0, unanswered: 0 }],
    ['was not answered', { talk: [215.99].map(talkAt) }, { asked: 1, unanswered: 1 }],
    ['needed no answer', { talk: [1].map(talkAt), settledAfter: 1 }, { asked: 0, unanswered: 0 }],
    ['was lost', { case: 'CLOSED_BUYER' }, { cases: 1 }],
    ['was won', { case: 'CLOSED_SELLER' }, { cases: 0 }],
    ['was cancelled for want of stock', { cancelled: 'OUT_OF_STOCK_OR_CANNOT_FULFILL' }, { cancelled: 1, due: 0 }],
    ['was cancelled for the buyer', { cancelled: 'BUYER_ASKED_CANCEL' }, { cancelled: 0, due: 0 }],
  ])('of an order that %s', async (_name, told, expected) => {
    const seller = await addSeller(db, `example-${(serial += 1)}`)
    await tell(seller, { ...plain, ...told })
    expect(await figuresOf(seller)).toMatchObject(expected)
  })
})

/** Buyer and seller in turns. */
function talkAt(hours: number, index: number): Message {
  return { by: index % 2 === 0 ? 'BUYER' : 'SELLER', hours, hasSeenAll: true }
}

describe('the operator’s page of seller health', () => {
  it('lists sellers above a limit, worst first, with each figure’s orders', async () => {
    await db.owner.deleteFrom('sellers').execute()
    const operator = await signedInBrowser(hub, (await addTestMember(hub, { operator: true })).email)
    const empty = await operator.get(healthPage, '/operator/health')
    expect(empty.data).toMatchObject({ sellers: [], since: null })
    const [late, worst, silent] = [
      await addSeller(db, 'late'),
      await addSeller(db, 'worst'),
      await addSeller(db, 'silent'),
    ]
    await addSeller(db, 'good')
    for (let i = 0; i < 5; i += 1) await tell(late, plain)
    for (let i = 0; i < 4; i += 1) await tell(worst, { ...plain, talk: [talkAt(1, 0)], case: 'CLOSED_BUYER' })
    for (let i = 0; i < 4; i += 1) await tell(silent, { ...plain, placed: 40, talk: [talkAt(1, 0)] })
    await tell(late, { ...plain, case: 'CLOSED_BUYER' })
    expect(await countHealth(db.owner, on)).toBe(4)

    const { data } = await operator.get(healthPage, '/operator/health')
    const names = (of: { data: { sellers: { username: string }[] } }) => of.data.sellers.map(({ username }) => username)
    expect(names({ data })).toEqual(['worst', 'late', 'silent'])
    expect(data.tabs.map(({ count }: { count: string }) => count)).toEqual(['3', '2', '1', '0', '2'])
    expect(data.sellers[1].rates).toMatchObject([
      {
        failure: 'late',
        rate: '100%',
        count: '6 of 6',
        isOver: true,
        href: '/operator/seller?seller=late&failure=late',
      },
      { failure: 'cases', rate: '16.7%', count: '1 of 6', isOver: false },
      { failure: 'cancelled', rate: '0%', count: '0 of 6', isOver: false, href: null },
      { failure: 'unanswered', rate: '–', isOver: false, href: null },
    ])
    expect(names(await operator.get(healthPage, '/operator/health?failure=unanswered'))).toEqual(['worst', 'silent'])
    expect(names(await operator.get(healthPage, '/operator/health?failure=cancelled'))).toEqual([])
    expect(names(await operator.get(healthPage, '/operator/health?q=SIL&failure=odd'))).toEqual(['silent'])

    const seller = await operator.get(sellerPage, '/operator/seller?seller=late&failure=cases')
    expect(seller.data.health.evidence).toMatchObject({
      failure: 'cases',
      orders: [
        { placed: '15 Nov 2026', happened: expect.stringMatching(/^Case 5-\d{8}: decided for the buyer 15 Nov/) },
      ],
      most: null,
    })
    const shown = JSON.stringify(seller.data)
    for (const secret of ['Lola', 'buyer-', 'Bristol', 'Item 1']) expect(shown).not.toContain(secret)
  })

  it('is for operators only', async () => {
    const { email } = await addTestMember(hub)
    expect((await (await signedInBrowser(hub, email)).get(healthPage, '/operator/health')).status).toBe(403)
  })
})

describe('the job', () => {
  it('counts each seller again once the figures are old, and not before', async () => {
    await db.owner.deleteFrom('sellers').execute()
    const seller = await addSeller(db, 'counted')
    const count = (after: number) => countHealth(db.owner, { rules, now: new Date(now.getTime() + after) })
    expect(await count(0)).toBe(1)
    await tell(seller, { ...plain, placed: 24 })
    expect(await count(countedFor - minute)).toBe(0)
    expect(await count(countedFor)).toBe(1)
    const row = await db.owner.selectFrom('seller_health').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ sold: 1, due: 0, counted_at: new Date(now.getTime() + countedFor), failing: [] })
  })

  it('counts more sellers than fit one batch, and stops on request', async () => {
    for (let i = 0; i < 205; i += 1) await addSeller(db, `many-${i}`)
    const later = { rules, now: new Date(now.getTime() + day) }
    expect(await countHealth(db.owner, { ...later, signal: AbortSignal.abort() })).toBe(0)
    expect(await countHealth(db.owner, later)).toBe(206)
  })
})
