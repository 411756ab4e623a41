import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { caseRefundFollower } from '#features/after-sale/cases/due-cases.server.ts'
import { moveCase, settleCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { sellerSteps, type CaseNumber } from '#features/core/order/order-case.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { postRefunded } from '#features/after-sale/refunds/post-refunded-db.server.ts'
import { parseRefundKey } from '#features/after-sale/refunds/refund.ts'
import { askingKey, keepAnswer } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { hour } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { demoLedgerRules } from './ledger-rules.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { takePhotos } from './buyer-photos.ts'
import { harbourCases, nordlichtCases, type CaseStory, type StoryStep } from './case-stories.ts'
import { harbourCamera, nordlichtPapier } from './shops.ts'

const stories: Readonly<Record<string, readonly CaseStory[]>> = {
  [harbourCamera.seller.username]: harbourCases,
  [nordlichtPapier.seller.username]: nordlichtCases,
}

const { policyPack } = demoLedgerRules

interface Writing {
  tx: Transaction<Schema>
  sellerId: number
  member: { id: string; name: string }
  store: PictureStore | null
  now: Date
}

/** Creates the demo's cases through the hub's operations. Returns their number. */
export async function writeCases(writing: Writing, username: string): Promise<number> {
  let cases = 0
  for (const [index, story] of (stories[username] ?? []).entries()) {
    const number = brand<CaseNumber>(`${story.kind === 'RETURN' ? 5 : 6}-${String(20_417_000 + 137 * index)}`)
    if (!(await open(writing, { story, number }))) continue
    for (const step of story.steps) await take(writing, { step, number })
    await settleCase(writing.tx, { sellerId: writing.sellerId, number, now: writing.now, policyPack })
    cases += 1
  }
  return cases
}

const ago = (now: Date, hours: number) => new Date(now.getTime() - hours * hour)

interface CaseWriting {
  story: CaseStory
  number: CaseNumber
}

/** Opens a case on the latest suitable order. False if there is none. */
async function open(writing: Writing, { story, number }: CaseWriting): Promise<boolean> {
  const { tx, store, sellerId, now } = writing
  const { kind, reason, words, hasPhotos } = story
  for (const { order, image } of await findOrders(writing, story)) {
    const photos = store && hasPhotos ? await takePhotos({ tx, store, sellerId, now }, image) : []
    const request = { sellerId, order, line: 1, units: 1, kind, reason, words, photos, number, policyPack }
    const opened = await openCase(tx, { ...request, key: `demo ${number}`, now: ago(now, story.hoursAgo) })
    if (opened.ok) return true
  }
  return false
}

/** Paid orders of one item without refund or case that were delivered, or late, at the time. */
async function findOrders(
  { tx, sellerId, now }: Writing,
  { kind, hoursAgo, steps, sku }: CaseStory,
): Promise<{ order: OrderNumber; image: string | null }[]> {
  const opened = ago(now, hoursAgo)
  const fits =
    kind === 'RETURN'
      ? sql`o.delivered and o.delivered_at between ${ago(opened, 25 * 24)} and ${opened}`
      : sql`o.delivered_at is null and o.fulfilment_status = 'FULFILLED' and o.estimated_delivery_max < ${opened}`
  const isReplaced = steps.some(({ step }) => step === 'offer-replacement')
  const { rows } = await sql<{ order: OrderNumber; image: string | null }>`
    select o.order_number as order, coalesce(i.image_url, p.image_url) as image from orders o
    join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id
    left join listings i on i.seller_id = ${sellerId} and i.id = l.listing_id
    left join products p on p.id = l.product_id
    where o.seller_id = ${sellerId} and o.payment_status = 'PAID' and o.line_count = 1 and ${fits}
      and not exists (select from cases c where c.seller_id = ${sellerId} and c.order_id = o.id)
      and not exists (select from refunds r where r.seller_id = ${sellerId} and r.order_id = o.id)
      and (not ${isReplaced}::boolean or (i.state = 'ACTIVE' and i.quantity_available > 0))
    order by starts_with(l.sku, ${sku ?? ''}) desc, o.placed_at desc, o.id limit 20`.execute(tx)
  return rows
}

async function take(
  { tx, sellerId, member, now }: Writing,
  { step: { step, hoursAgo, percent }, number }: Pick<CaseWriting, 'number'> & { step: StoryStep },
): Promise<void> {
  const at = ago(now, hoursAgo)
  if (step === 'refunded' || step === 'refund-failed')
    return answerRefund(tx, { sellerId, number, at, isMade: step === 'refunded' })
  const isOurs = isOneOf(sellerSteps, step)
  const isMarketplaces = step === 'delivered-back' || step.startsWith('decide-')
  const actor: Actor = isOurs ? { kind: 'MEMBER', ...member } : { kind: isMarketplaces ? 'MARKETPLACE' : 'BUYER' }
  const tracked = step === 'give-label' || step === 'ship-replacement' || step === 'show-tracking'
  const parcel = tracked ? { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' } : null
  const moved = await moveCase(tx, {
    sellerId,
    number,
    step,
    percent,
    parcel,
    key: `demo ${number} ${step}`,
    actor,
    now: at,
    policyPack,
  })
  if (!moved.ok) throw new Error(`the demo’s case ${number} refused ${step}: ${moved.reason}`)
}

async function answerRefund(
  tx: Transaction<Schema>,
  { sellerId, number, at, isMade }: { sellerId: number; number: CaseNumber; at: Date; isMade: boolean },
): Promise<void> {
  const refund = await tx
    .selectFrom('refunds as r')
    .innerJoin('cases as c', (join) =>
      join.onRef('c.seller_id', '=', 'r.seller_id').onRef('c.refund_key', '=', 'r.refund_key'),
    )
    .select(['r.refund_key', 'r.round'])
    .where('r.seller_id', '=', sellerId)
    .where('c.case_number', '=', number)
    .executeTakeFirstOrThrow()
  await keepAnswer(tx, {
    followers: [caseRefundFollower(policyPack), postRefunded(demoLedgerRules)],
    sellerId,
    key: assertDefined(parseRefundKey(refund.refund_key), 'the hub keeps no others'),
    askedAs: askingKey(refund),
    now: at,
    answer: isMade ? { made: true } : { made: false, refusal: 'DECLINED' },
  })
}
