import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { cancelTable } from '#features/after-sale/cancellations/cancellation.ts'
import { caseTables, firstState } from '#features/after-sale/cases/case-states.ts'
import { parcelTable } from '#features/shipping/fulfilment/parcel-states.ts'
import type { CaseFacts } from '#features/core/order/order-case.ts'
import type { CancellationFacts, ParcelFacts, RefundFacts } from '#features/core/order/order-event.ts'
import { refundTable } from '#features/after-sale/refunds/refund.ts'
import { hasTransition } from '#lib/state-table.ts'
import { caseOf, readKept, type Kept } from './testing-kept.ts'

/**
 * Returns contradictions in a seller's orders, one per line. Recomputes totals and replays timelines, which must lead
 * to the current state. Only for orders that the hub itself has processed.
 */
export async function contradictions(db: Database, sellerId: number, orderIds: readonly number[]): Promise<string[]> {
  const { rows: numbers } = await sql<{ id: number; number: string }>`
    select id, order_number as number from orders where seller_id = ${sellerId} and id = any(${[...orderIds]}) order by id`.execute(
    db.owner,
  )
  const found: string[] = []
  for (const { id, number } of numbers) {
    const kept = await readKept(db, sellerId, id)
    const wrong = [...wrongUnits(kept), ...wrongMoney(kept), ...wrongEnds(kept), ...wrongTimeline(kept)]
    found.push(...wrong.map((what) => `${number}: ${what}`))
  }
  return found
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
/** The message if the condition holds. */
const said = (isSo: boolean, what: string) => (isSo ? [what] : [])

/** Cancellations whose units are no longer shipped. */
const effective = ({ cancellations }: Kept) =>
  cancellations.filter(({ facts: { state } }) =>
    ['REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND'].includes(state),
  )

/** Cancellations of the whole order. */
const whole = (kept: Kept) => effective(kept).filter(({ facts }) => !facts.units)

/** Units of a line taken by partial cancellations. */
const unitsTaken = (kept: Kept, line: number) =>
  sum(
    effective(kept)
      .flatMap(({ facts }) => facts.units ?? [])
      .filter((part) => part.line === line)
      .map(({ units }) => units),
  )

function wrongUnits(kept: Kept): string[] {
  const { order, lines, parcels } = kept
  const isCancelled = whole(kept).length > 0
  const [ordered, shipped, cancelled] = (['ordered', 'shipped', 'cancelled'] as const).map((of) =>
    sum(lines.map((line) => line[of])),
  )
  const fulfilment = shipped === 0 ? 'NOT_STARTED' : shipped! + cancelled! < ordered! ? 'IN_PROGRESS' : 'FULFILLED'
  const left = lines.map((line) => line.ordered - line.cancelled).filter((units) => units > 0)
  // A completely cancelled order counts what was ordered.
  const counts = left.length > 0 ? [left.length, sum(left)] : [lines.length, ordered]
  return [
    ...said(
      !isDeepStrictEqual([order.lines, order.units], counts),
      `counts ${order.lines} lines and ${order.units} units where ${counts.join(' and ')} are left`,
    ),
    ...lines.flatMap(({ line, ...units }) => {
      const inParcels = sum(
        parcels.flatMap(({ facts }) => facts.contents.filter((part) => part.line === line).map((part) => part.units)),
      )
      return [
        ...said(units.shipped + units.cancelled > units.ordered, `more of line ${line} is gone than was ordered`),
        ...said(units.shipped !== inParcels, `line ${line} says ${units.shipped} shipped, its parcels ${inParcels}`),
        ...said(
          units.cancelled !== (isCancelled ? units.ordered : unitsTaken(kept, line)),
          `line ${line} has ${units.cancelled} cancelled`,
        ),
      ]
    }),
    ...said(isCancelled && shipped! > 0, 'shipped and cancelled'),
    ...said(
      // A completely cancelled order has nothing left to ship.
      order.fulfilment !== fulfilment && !isCancelled,
      `${order.fulfilment} where ${shipped} of ${ordered} are shipped`,
    ),
  ]
}

function wrongMoney({ order, lines, refunds, cases }: Kept): string[] {
  const counting = refunds.filter(({ facts }) => facts.state !== 'FAILED')
  const promised = sum(counting.map(({ facts }) => facts.amountMinor))
  const made = sum(refunds.filter(({ facts }) => facts.state === 'REFUNDED').map(({ facts }) => facts.amountMinor))
  const status = made === 0 ? 'PAID' : made < order.capturedMinor ? 'PARTIALLY_REFUNDED' : 'FULLY_REFUNDED'
  const parts = counting.flatMap(({ facts }) => facts.parts)
  return [
    ...said(promised > order.capturedMinor, `${promised} go back of ${order.capturedMinor}`),
    ...refunds.flatMap(({ key, facts }) =>
      said(sum(facts.parts.map(({ minor }) => minor)) !== facts.amountMinor, `refund ${key} is not its parts`),
    ),
    ...lines.flatMap(({ line, paid }) =>
      (['ITEM', 'SHIPPING', 'TAX'] as const).flatMap((kind) => {
        const back = sum(parts.filter((part) => part.line === line && part.kind === kind).map(({ minor }) => minor))
        return said(back > paid[kind], `${back} of the ${kind} of line ${line} go back, ${paid[kind]} were paid`)
      }),
    ),
    // A case refunds only its own line, including shipping.
    ...cases.flatMap(({ number, line, refundKey }) => {
      const own = refunds.find(({ key }) => key === refundKey)?.facts.parts ?? []
      return said(
        own.some((part) => part.line !== line),
        `case ${number} of line ${line} gives back what another was paid with`,
      )
    }),
    ...said(order.capturedMinor > 0 && order.payment !== status, `${order.payment} where ${made} went back`),
  ]
}

function wrongEnds(kept: Kept): string[] {
  const { order, cancellations, refunds } = kept
  const open = cancellations.filter(
    ({ closedAt, facts }) => closedAt === null && (facts.state === 'REQUESTED' || !facts.units),
  )
  const state =
    whole(kept).length > 0
      ? 'CANCELED'
      : cancellations.some(({ facts }) => facts.state === 'REQUESTED')
        ? 'IN_PROGRESS'
        : 'NONE_REQUESTED'
  const waits = kept.cases.some(({ facts }) => facts.state === 'REFUND_INITIATED' || facts.state === 'REFUND_FAILED')
  // Partial cancellations, or complete ones caused by refunds of lines.
  const isOfRefund = (one: CancellationFacts) => one.units !== null || !one.refundKey?.endsWith('r')
  const stateOf = (key: string | null) => refunds.find((refund) => refund.key === key)?.facts.state
  return [
    ...said(whole(kept).length > 1, 'cancelled twice'),
    ...said(open.length > 1, 'two cancellations are open'),
    ...said(waits && order.payment === 'FULLY_REFUNDED', 'a case waits for money that is back'),
    ...said(order.cancel !== state, `${order.cancel} where its cancellations say ${state}`),
    ...cancellations.flatMap(({ facts: one }) => [
      ...said(
        one.state === 'REFUND_PENDING' && stateOf(one.refundKey) === 'REFUNDED',
        'a cancellation waits for money that is back',
      ),
      ...said(
        one.state === 'CLOSED_WITH_REFUND' &&
          order.payment !== 'FULLY_REFUNDED' &&
          !(isOfRefund(one) && stateOf(one.refundKey) === 'REFUNDED'),
        'a cancellation is closed without its money',
      ),
    ]),
  ]
}

const stateIn = (facts: unknown) => (facts as { state?: string } | null)?.state

/** For each subject of a timeline: state table, initial state, and state after its end. */
const courses = {
  parcel: () => ({ ways: parcelTable.ways, first: 'SHIPPED' }),
  refund: () => ({ ways: refundTable.ways, first: 'PENDING' }),
  // A seller's cancellation completes immediately; the table defines possible first states.
  cancellation: () => ({ ways: cancelTable.ways, first: null }),
  case: (after: unknown) => {
    const { kind } = after as CaseFacts
    return { ways: caseTables[kind].ways, first: firstState[kind] }
  },
}

/** Whether the state table has no such transition. */
function isForbidden(of: keyof typeof courses | 'other', before: unknown, after: unknown): boolean {
  if (of === 'other') return false
  const { ways, first } = courses[of](after)
  const to = stateIn(after) ?? 'VOIDED'
  return before === null && first !== null ? to !== first : !hasTransition(ways, stateIn(before) ?? 'NONE', to)
}

/**
 * Replays the timeline: each event's `before` must equal the previous `after`, and the last must equal the current
 * state.
 */
function wrongTimeline({ events, parcels, refunds, cancellations, cases }: Kept): string[] {
  const told = new Map<string, unknown>()
  const wrong: string[] = []
  for (const { kind, subject, before, after } of events) {
    const was = told.get(`${kindOf(kind)} ${subject}`) ?? null
    if (!isDeepStrictEqual(was, before)) wrong.push(`${kind} of ${subject} begins with what was not so`)
    if (isForbidden(kindOf(kind), before, after))
      wrong.push(`${kind} of ${subject} leads from ${stateIn(before)} to ${stateIn(after)}, which nothing does`)
    told.set(`${kindOf(kind)} ${subject}`, after)
  }
  const there = new Map<string, ParcelFacts | RefundFacts | CancellationFacts | Kept['cases'][number]['facts']>([
    ...parcels.map(({ key, facts }) => [`parcel ${key}`, facts] as const),
    ...refunds.map(({ key, facts }) => [`refund ${key}`, facts] as const),
    ...cancellations.map(({ key, facts }) => [`cancellation ${key}`, facts] as const),
    ...cases.map(({ number, facts }) => [`case ${number}`, facts] as const),
  ])
  for (const [what, after] of told) {
    const now = there.get(what) ?? null
    const tells = what.startsWith('case ') ? caseOf(after) : after
    if (!what.startsWith('other ') && !isDeepStrictEqual(tells, now)) wrong.push(`the timeline tells ${what} otherwise`)
  }
  return [...wrong, ...[...there.keys()].filter((what) => !told.has(what)).map((what) => `no timeline tells ${what}`)]
}

/** Subject of an event. */
function kindOf(kind: string): keyof typeof courses | 'other' {
  if (kind.startsWith('PARCEL_')) return 'parcel'
  if (kind.startsWith('REFUND_')) return 'refund'
  if (kind.startsWith('CANCELLATION_') || kind === 'ORDER_CANCELLED') return 'cancellation'
  return kind === 'CASE_STEP' ? 'case' : 'other'
}
