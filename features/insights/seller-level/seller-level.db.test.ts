import { rowOf, updateRows, addRows, addRow } from '#db/testing-row.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day, hour } from '#lib/duration.ts'
import { readEvidence } from './evidence-db.server.ts'
import { windowOf } from '#features/core/seller-level/evaluation.ts'
import { readStanding } from './read-level.server.ts'
import { chooseWindow } from '#features/core/seller-level/measure-sales-db.server.ts'
import { evaluateSales } from './evaluate-level-db.server.ts'
import { faults, type Counts, type Fault } from '#features/core/seller-level/seller-level.ts'

const db = await testDatabase()
const { standards } = testPolicyPack
const evaluation = new Date('2026-12-20T00:00Z')
const window = windowOf(evaluation, 'UTC', 3)
const at = new Date('2026-11-25T12:00Z')

/** Events of a parcel, in days after its order was placed. */
interface Parcel {
  hasNumber: boolean
  noted: number
  scanned: number | null
  delivered: number | null
}

/** An order of two lines, each shipped in its own parcel or not at all; ships by day two, promised for day six. */
interface Story {
  placed: string
  parcels: Parcel[]
  promised: number | null
  cancelled: { reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL' | 'BUYER_ASKED_CANCEL'; days: number } | null
  decided: boolean
  /** A message days after the order, and its answer hours after that. */
  question: { days: number; answered: number | null } | null
  buyer: 'ann' | 'ben' | 'cy'
}

const parcel: fc.Arbitrary<Parcel> = fc
  .record({
    hasNumber: fc.boolean(),
    noted: fc.constantFrom(1, 2, 3),
    scanned: fc.constantFrom(null, 1, 2, 3, 60),
    delivered: fc.constantFrom(null, 5, 6, 7, 60),
  })
  // A parcel that was never scanned has not arrived, and none arrives before its scan.
  .map((each) => ({
    ...each,
    delivered: each.scanned === null || (each.delivered ?? 0) < each.scanned ? null : each.delivered,
  }))
const storyArbitrary: fc.Arbitrary<Story> = fc
  .record({
    placed: fc.constantFrom(
      '2026-08-31',
      '2026-09-01',
      '2026-10-15',
      '2026-11-12',
      '2026-11-21',
      '2026-11-24',
      '2026-12-01',
    ),
    parcels: fc.array(parcel, { maxLength: 2 }),
    promised: fc.constantFrom(null, 6, 6),
    // A day after it was placed, or well after it was due to ship.
    cancelled: fc.option(
      fc.record({
        reason: fc.constantFrom('OUT_OF_STOCK_OR_CANNOT_FULFILL' as const, 'BUYER_ASKED_CANCEL' as const),
        days: fc.constantFrom(1, 5),
      }),
    ),
    decided: fc.boolean(),
    question: fc.option(
      fc.record({ days: fc.constantFrom(1, 4, 13), answered: fc.constantFrom(null, 1, 24, 25, 1_000) }),
    ),
    buyer: fc.constantFrom('ann', 'ben', 'cy'),
  })
  // A shipped order is not cancelled.
  .map((each) => ({ ...each, cancelled: each.parcels.length > 0 ? null : each.cancelled }))

const after = ({ placed }: Story, days: number) => new Date(Date.parse(`${placed}T10:00Z`) + days * day)
const isBefore = (moment: Date | null) => moment !== null && moment < at

/** What the order counts as, computed without SQL; null outside the window. */
function expectedFaults(story: Story): (Record<Fault, boolean> & { isDue: boolean; isAsked: boolean }) | null {
  const placed = after(story, 0)
  if (placed < window.from || placed >= window.before) return null
  const { parcels, promised } = story
  const isLate = parcels.some(
    ({ delivered }) =>
      delivered !== null && promised !== null && delivered > promised && isBefore(after(story, delivered)),
  )
  const leftInTime = parcels.every(({ scanned }) => scanned !== null && scanned <= 2)
  const isDecided = story.decided && isBefore(after(story, 20))
  const cancelledAt = story.cancelled && after(story, story.cancelled.days)
  const isDue = !isBefore(cancelledAt) && isBefore(after(story, 2))
  const askedAt = story.question && after(story, story.question.days)
  const isAsked = askedAt !== null && askedAt.getTime() + day < at.getTime()
  const answeredAt =
    askedAt && story.question?.answered ? new Date(askedAt.getTime() + story.question.answered * hour) : null
  const isKnown = ({ hasNumber, noted, scanned }: Parcel) =>
    hasNumber && noted <= 2 && scanned !== null && isBefore(after(story, scanned))
  return {
    late: isLate && !leftInTime,
    defects: isDecided || (story.cancelled?.reason === 'OUT_OF_STOCK_OR_CANNOT_FULFILL' && isBefore(cancelledAt)),
    cases: isDecided,
    isAsked,
    unanswered: isAsked && (answeredAt === null || answeredAt >= at || story.question!.answered! > 24),
    untracked: isDue && (parcels.length < 2 || !parcels.every(isKnown)),
    isDue,
  }
}

/** An order without events. */
const base: Story = {
  placed: '2026-11-10',
  parcels: [],
  promised: 6,
  cancelled: null,
  decided: false,
  question: null,
  buyer: 'ann',
}

let cases = 0

/** Inserts the order; returns its number. */
async function addStory(seller: number, story: Story): Promise<string> {
  const { id, number } = await addOrderToShip(db, seller, [1, 1], { placedAt: after(story, 0) })
  await updateRows(
    db.owner,
    'orders',
    { id },
    {
      ship_by: after(story, 2),
      estimated_delivery_max: story.promised === null ? null : after(story, story.promised),
      buyer_username: story.buyer,
    },
  )
  for (const [index, { hasNumber, noted, scanned, delivered }] of story.parcels.entries()) {
    const sent = await addRow(db.owner, 'shipments', {
      seller_id: seller,
      order_id: id,
      carrier: 'DHL',
      tracking_number: hasNumber ? `JD ${id} ${index}` : null,
      state: delivered !== null ? 'DELIVERED' : scanned !== null ? 'IN_TRANSIT' : 'SHIPPED',
      shipped_at: after(story, 1),
      recorded_at: after(story, noted),
      scanned_at: scanned === null ? null : after(story, scanned),
      delivered_at: delivered === null ? null : after(story, delivered),
    })
    await sql`insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
      select seller_id, ${sent.id}, id, 1 from line_items where seller_id = ${seller} and order_id = ${id} and position = ${index + 1}`.execute(
      db.owner,
    )
  }
  if (story.cancelled)
    await addRows(db.owner, 'cancellations', {
      seller_id: seller,
      order_id: id,
      initiator: 'SELLER',
      reason: story.cancelled.reason,
      state: 'CLOSED_NO_REFUND',
      requested_at: after(story, story.cancelled.days),
      closed_at: after(story, story.cancelled.days),
    })
  if (story.decided)
    await sql`insert into cases (seller_id, case_number, kind, state, reason, order_id, line_item_id, units, words, currency, amount_minor,
        opened_at, answer_by, closed_at)
      select ${seller}, ${`5-${String((cases += 1)).padStart(8, '0')}`}, 'RETURN', 'CLOSED_BUYER', 'DEFECTIVE_ITEM', ${id}, id, 1, '', 'GBP', 100,
        ${after(story, 10)}, '{}', ${after(story, 20)}
      from line_items where seller_id = ${seller} and order_id = ${id} and position = 1`.execute(db.owner)
  if (story.question) await addQuestion({ seller_id: seller, order_id: id }, story)
  return number
}

let messages = 0

async function addQuestion(own: { seller_id: number; order_id: number }, story: Story): Promise<void> {
  const { days, answered } = assertDefined(story.question, 'the story has one')
  const askedAt = after(story, days)
  const message = () => ({ ...own, message_key: `message-${(messages += 1)}`, body: 'Hello' })
  const asked = await addRow(db.owner, 'conversation_messages', { ...message(), sender: 'BUYER', sent_at: askedAt })
  if (answered === null) return
  const sent_at = new Date(askedAt.getTime() + answered * hour)
  await addRows(db.owner, 'conversation_messages', {
    ...message(),
    sender: 'SELLER',
    member_id: 'ada',
    member_name: 'Ada',
    seen_id: asked.id,
    sent_at,
  })
}

describe('the counts', () => {
  it('agree with a simple model of the rules, with as many orders as evidence', async () => {
    let serial = 0
    await fc.assert(
      fc.asyncProperty(fc.array(storyArbitrary, { minLength: 20, maxLength: 40 }), async (stories) => {
        const seller = await addSeller(db, `judged-${(serial += 1)}`)
        const storyByNumber = new Map<string, Story>()
        for (const each of stories) storyByNumber.set(await addStory(seller, each), each)
        const judged = [...storyByNumber].flatMap(([number, each]) => {
          const verdict = expectedFaults(each)
          return verdict ? [{ number, verdict, buyer: each.buyer }] : []
        })
        const of = (fault: Fault) => judged.filter(({ verdict }) => verdict[fault])
        const on = { sellerId: seller, window, at, standards }
        const measured = { id: seller, timeZone: 'UTC', currency: 'GBP' }
        const { counts, faulty } = await db.asSeller(seller, 'read', (own) => evaluateSales(own, measured, on))
        const expected: Partial<Counts> = {
          orders: judged.length,
          due: judged.filter(({ verdict }) => verdict.isDue).length,
          asked: judged.filter(({ verdict }) => verdict.isAsked).length,
          defectBuyers: new Set(of('defects').map(({ buyer }) => buyer)).size,
          ...Object.fromEntries(faults.map((fault) => [fault, of(fault).length])),
        }
        expect(counts).toMatchObject(expected)
        for (const fault of faults) {
          const months = faulty.filter((month) => month.fault === fault)
          const ids = months.flatMap((month) => month.ids)
          const rows = await db.asSeller(seller, 'read', (own) => readEvidence(own, on, ids))
          const numbers = (all: { number: string }[]) => all.map(({ number }) => number).toSorted()
          expect(numbers(rows.map((row) => ({ number: row.order_number })))).toEqual(numbers(of(fault)))
          for (const { month, ids: sold } of months) {
            const inMonth = rows.filter(({ placed_at: soldAt }) => soldAt.toISOString().startsWith(month.slice(0, 7)))
            expect(inMonth.map(({ id }) => id)).toEqual(sold)
          }
        }
      }),
      propertyRuns(3),
    )
  })

  it('read no parcels of orders shipped in time and delivered, and those of all others', async () => {
    const seller = await addSeller(db, 'settled')
    const inTime = { hasNumber: true, noted: 2, scanned: 2, delivered: 5 }
    const settled = { ...base, placed: '2026-10-15', parcels: [inTime, inTime] }
    const numbers: string[] = []
    for (let count = 0; count < 5; count += 1) numbers.push(await addStory(seller, settled))
    const measured = { id: seller, timeZone: 'UTC', currency: 'GBP' }
    // Discards unreported counts of this connection, which belong to other tests.
    const scans = async (own: SellerDb) => {
      const { rows } = await sql<{ scans: number }>`
        select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables where relid = 'shipments'::regclass`.execute(
        own,
      )
      return rows[0]?.scans ?? 0
    }
    const judgedAt = (moment: Date) =>
      db.asSeller(seller, 'read', async (own) => {
        const before = await scans(own)
        const { counts } = await evaluateSales(own, measured, { sellerId: seller, window, at: moment, standards })
        return { due: counts.due, untracked: counts.untracked, reads: (await scans(own)) - before }
      })
    expect(await judgedAt(at)).toEqual({ due: 5, untracked: 0, reads: 0 })
    // The parcels have arrived, so their scans may have been later.
    expect((await judgedAt(after(settled, 4))).reads).toBeGreaterThan(0)
    const notedAt = async (change: object) => {
      const order = db.owner
        .selectFrom('orders')
        .select(['id', 'parcels_noted_at'])
        .where('order_number', '=', numbers[0]!)
      const { id } = await order.executeTakeFirstOrThrow()
      const first = db.owner.selectFrom('shipments').select('id').where('order_id', '=', id).orderBy('id').limit(1)
      await db.owner.updateTable('shipments').set(change).where('id', '=', first).execute()
      return (await order.executeTakeFirstOrThrow()).parcels_noted_at
    }
    expect(await notedAt({ recorded_at: after(settled, 3) })).toEqual(after(settled, 3))
    expect(await judgedAt(at)).toMatchObject({ untracked: 1 })
    expect(await notedAt({ tracking_number: null })).toBeNull()
    expect(
      await notedAt({ tracking_number: 'JD 9', scanned_at: after(settled, 6) }),
      'scanned after it arrived',
    ).toBeNull()
  })

  it('use a busy seller’s last full months, and the year’s sales without cancelled orders', async () => {
    const seller = await addSeller(db, 'busy')
    for (const placed of ['2026-08-31', '2026-09-01', '2026-11-30', '2026-12-01'])
      await addOrderToShip(db, seller, [1], { placedAt: new Date(`${placed}T12:00Z`) })
    const choose = (orders: number) => {
      const evaluated = {
        sellerId: seller,
        evaluation,
        zone: 'UTC',
        standards: { ...standards, busy: { orders, months: 3 } },
      }
      return db.asSeller(seller, 'read', (own) => chooseWindow(own, evaluated))
    }
    expect((await choose(2)).months).toBe(3)
    const year = await choose(3)
    expect([year.months, year.from, year.before]).toEqual([12, new Date('2025-12-01'), new Date('2026-12-01')])
    const { counts } = await db.asSeller(seller, 'read', (own) =>
      evaluateSales(
        own,
        { id: seller, timeZone: 'UTC', currency: 'GBP' },
        { sellerId: seller, window: year, at: evaluation, standards },
      ),
    )
    expect(counts).toMatchObject({
      orders: 3,
      yearOrders: 3,
      yearSales: { minor: 3_000, required: standards.levels!.topRated.sales.GBP, currency: 'GBP' },
    })
  })

  it('exclude other sellers, and are empty for a shop without orders', async () => {
    const seller = await addSeller(db, 'empty')
    const standing = await db.asSeller(seller, 'read', (own) =>
      readStanding(own, { id: seller, timeZone: 'UTC', currency: 'JPY' }, { standards, now: at }),
    )
    expect(standing).toMatchObject({
      last: { orders: 0, isReported: false },
      next: { daysToCome: 5, counts: { orders: 0, late: 0, due: 0, untracked: 0, yearOrders: 0, yearSales: null } },
      prospects: { expected: 0, undelivered: 0 },
    })
  })
})

it('the last level is as the job counted it since, and evaluated again by the job itself', async () => {
  const seller = await addSeller(db, 'counted')
  const lastLevel = async (again: boolean) => {
    const { last } = await db.asSeller(seller, 'read', (own) =>
      readStanding(own, { id: seller, timeZone: 'UTC', currency: 'GBP' }, { standards, now: at, again }),
    )
    return last.level
  }
  expect(await lastLevel(false)).toBe('ABOVE_STANDARD')
  const counts = { sold: 0, due: 0, asked: 0, late: 0, cases: 0, cancelled: 0, unanswered: 0, failing: [] }
  await db.owner
    .insertInto('seller_health')
    .values({ seller_id: seller, counted_at: at, ...counts, level: 'BELOW_STANDARD', next_level: 'TOP_RATED' })
    .execute()
  expect([await lastLevel(false), await lastLevel(true)]).toEqual(['BELOW_STANDARD', 'ABOVE_STANDARD'])
  // Counted at the evaluation's first moment, and just before it.
  const evaluated = new Date('2026-11-20T00:00Z')
  const countAt = (counted_at: Date) =>
    db.owner.updateTable('seller_health').set({ counted_at }).where('seller_id', '=', seller).execute()
  await countAt(evaluated)
  expect(await lastLevel(false)).toBe('BELOW_STANDARD')
  await countAt(new Date(evaluated.getTime() - 1))
  expect(await lastLevel(false)).toBe('ABOVE_STANDARD')
})

it('the forecast uses the daily orders of the last four weeks, and known late orders', async () => {
  const seller = await addSeller(db, 'prospects')
  const sent = (scanned: number | null, hasNumber = true): Parcel => ({
    hasNumber,
    noted: 1,
    scanned,
    delivered: null,
  })
  await addStory(seller, base)
  await addStory(seller, { ...base, parcels: [sent(2), sent(3)] })
  // Not late: shipped on time, without a known arrival, or promised for later.
  await addStory(seller, { ...base, parcels: [sent(2), sent(2)] })
  await addStory(seller, { ...base, parcels: [sent(null, false), sent(2)] })
  // Already late by its first parcel.
  await addStory(seller, { ...base, parcels: [{ ...sent(3), delivered: 8 }, sent(3)] })
  for (const placed of ['2026-11-10', '2026-11-10', '2026-10-28', '2026-10-27', '2026-10-20'])
    await addStory(seller, { ...base, placed, promised: 60 })
  const standing = await db.asSeller(seller, 'read', (own) =>
    readStanding(own, { id: seller, timeZone: 'UTC', currency: 'GBP' }, { standards, now: at }),
  )
  // Seven in 28 days, and five days to go; the three sales before that would make it two.
  expect(standing.prospects).toEqual({ expected: 1, undelivered: 2 })
})

it('a first scan is the earliest scan of a carrier, whatever the order of arrival', async () => {
  const seller = await addSeller(db, 'scanned')
  const number = await addStory(seller, {
    ...base,
    parcels: [{ hasNumber: true, noted: 1, scanned: null, delivered: null }],
  })
  const { parcel_key: key } = await rowOf(db.owner, 'shipments', { seller_id: seller })
  const hear = (kind: 'SCANNED' | 'EXCEPTION' | 'DELIVERED', days: number) =>
    db.asSeller(seller, 'write', (own) =>
      trackParcel(own, { sellerId: seller, parcel: { key }, kind, at: after(base, days) }),
    )
  const scannedAt = async () => {
    const row = await db.owner
      .selectFrom('shipments')
      .select('scanned_at')
      .where('parcel_key', '=', key)
      .executeTakeFirst()
    return row?.scanned_at
  }
  // Shipped before the hub recorded scans, so its first scan is unknown.
  await db.owner.updateTable('shipments').set({ state: 'IN_TRANSIT' }).where('parcel_key', '=', key).execute()
  await hear('EXCEPTION', 6)
  expect(await scannedAt()).toBeNull()
  await db.owner.updateTable('shipments').set({ state: 'SHIPPED' }).where('parcel_key', '=', key).execute()
  await hear('DELIVERED', 7)
  expect(await scannedAt()).toEqual(after(base, 7))
  await hear('SCANNED', 3)
  expect(await scannedAt()).toEqual(after(base, 3))
  await hear('SCANNED', 5)
  expect(await scannedAt()).toEqual(after(base, 3))
  const { id } = await rowOf(db.owner, 'orders', { order_number: number })
  const [late] = await db.asSeller(seller, 'read', (own) =>
    readEvidence(own, { sellerId: seller, window, at, standards }, [id]),
  )
  expect(late).toMatchObject({ order_number: number, scanned_at: after(base, 3), delivered_at: after(base, 7) })
})
