import {
  guessCarrier,
  plainNumber,
  readCarrier,
  type Carrier,
  type NumberProblem,
} from '#features/core/carrier/carrier.ts'
import { isCarrierName, isRoundedNumber } from '#features/shipping/fulfilment/parcel.ts'
import { shippedMoment } from '#features/shipping/fulfilment/shipped-moment.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { mapInChunks } from '#lib/map-in-chunks.ts'
import { dayOrders, readWrittenDay, type DayOrder } from '#lib/written-day.ts'
import { withoutMarks } from '#lib/cell-text.ts'
import {
  validateParcelMatch,
  validateRemaining,
  takeUnits,
  type PrecedingRows,
  type ClaimedUnits,
} from './validate-contents.ts'
import { findCarrierOf, namesNoCarrier } from './match-carrier.ts'
import { isVoidLabel, isVoidMark } from './label-status.ts'
import type { ColumnKind } from './meanings.ts'
import { orderKeys } from './order-keys.ts'
import { readNumber } from './read-number.ts'
import { recipientKey } from './recipient.ts'
import type { FileRow } from './table-rows.ts'
import type { KnownOrder, RowProblem, RowRule, RowRequest, Verdict, ReportProblem } from './verdict.ts'

export interface SellerAnswers {
  /** Order of day and month in numeric dates; null if not answered and not detectable. */
  dayOrder: DayOrder | null
  /** Carrier for rows that name none and whose numbers match several. */
  carrier: string | null
  /** Keep the named carrier even if the check digit points to another. */
  keepsNamed: boolean
  /** Accept orders matched by recipient and postcode. */
  isConfirmed: boolean
}

export interface ValidationContext {
  orders: ReadonlyMap<string, KnownOrder>
  /** Order numbers by marketplace id. */
  ownIds: ReadonlyMap<string, string>
  /** Open orders by recipient and postcode. */
  recipients: ReadonlyMap<string, readonly string[]>
  carriers: readonly Carrier[]
  answers: SellerAnswers
  /** Whether the encoding is certain; otherwise non-ASCII letters may be wrong. */
  isEncodingSure: boolean
  zone: string
  now: Date
}

/** Returns a verdict for each row, with all of its problems. Changes nothing. */
export async function validateRows(rows: readonly FileRow[], context: ValidationContext): Promise<Verdict[]> {
  const preceding: PrecedingRows = { taken: new Map(), claimed: new Map() }
  return mapInChunks(rows, (part) => part.map((row) => verdictOf(row, { ...context, preceding })))
}

function verdictOf(row: FileRow, context: Context): Verdict {
  const [problems, notes]: [RowProblem[], RowProblem[]] = [[], []]
  const into =
    (list: RowProblem[]) =>
    (column: RowProblem['column'], rule: RowRule, values: RowProblem['values'] = {}) => {
      list.push({ column, value: column ? (row.cells[column] ?? '') : '', rule, values })
      return undefined
    }
  const voidIn = row.left ? null : voidColumn(row)
  const left = row.left ?? (voidIn && 'label-void')
  if (left) {
    into(problems)(voidIn, left)
    return { verdict: 'SKIPPED', order: orderIn(row, context), problems }
  }
  const verdict = validateRow(row, { ...context, wrong: into(problems), note: into(notes) })
  if (!verdict || problems.length > 0) return { verdict: 'PROBLEM', order: orderIn(row, context), problems }
  return verdict.verdict === 'CHANGE' ? { ...verdict, notes } : verdict
}

/** The column that says that the label is void: its own, or one in whose place a program writes so. */
function voidColumn({ cells }: FileRow): ColumnKind | null {
  if (isVoidMark(cells.voided ?? '')) return 'voided'
  return (['status', 'service', 'carrier', 'tracking'] as const).find((kind) => isVoidLabel(cells[kind] ?? '')) ?? null
}

type Context = ValidationContext & { preceding: PrecedingRows }
type Validating = Context & { wrong: ReportProblem; note: ReportProblem }

/** Verdict of a row; undefined if a problem leaves nothing to do. Checks every cell, even after a problem. */
function validateRow(row: FileRow, on: Validating): Verdict | undefined {
  const { cells } = row
  const { wrong, preceding } = on
  if (row.broken) return wrong(null, 'broken')
  if (!on.isEncodingSure) validateLetters(row, wrong)
  const order = validateOrder(row, on)
  const known = order === undefined ? undefined : on.orders.get(order)
  const named = isNoCarrier(cells, on.carriers) ? '' : (cells.carrier ?? '')
  const written = named || on.answers.carrier ? readCarrier(on.carriers, named || (on.answers.carrier ?? '')) : null
  // The answer for the file applies to rows whose number is ambiguous.
  const isSaid = !named && written !== null
  const tracking = validateNumber(cells.tracking ?? '', { ...on, named: isSaid ? null : written })
  const inside = order && known && tracking ? validateParcelMatch(row, { order, known, tracking, preceding }) : null
  if (order && inside?.is === 'same') return { verdict: 'SAME', order }
  const carrier = validateCarrier(tracking, { ...on, written, isSaid })
  const service = validateService(cells.service || (written?.service ?? ''), wrong)
  const shippedAt = validateDay(cells.shipped ?? '', { ...on, placedAt: known?.placedAt ?? null })
  const before: ClaimedUnits = preceding.taken.get(order ?? '') ?? { rest: null, numbers: new Set(), units: new Map() }
  const contents =
    inside?.is === 'part'
      ? wrong('tracking', 'part-inside', { left: inside.left })
      : order && known && validateRemaining(row, { order, known, before }, wrong)
  if (!order || !known || !tracking || !carrier || service === undefined || contents === undefined || contents === '')
    return undefined
  preceding.taken.set(order, before)
  takeUnits(before, { tracking: plainNumber(tracking), contents, known }, wrong)
  const request: RowRequest = { carrier, tracking, service, shippedAt: shippedAt && shippedAt.toISOString(), contents }
  return { verdict: 'CHANGE', order, request, notes: [] }
}

/** The order a row names, regardless of other problems; null if it names none. */
function orderIn({ cells }: FileRow, on: Pick<ValidationContext, 'orders' | 'ownIds'>): string | null {
  const text = cells.order ?? ''
  return findOrder(text, on) ?? parseOrderNumber(withoutMarks(text))
}

function findOrder(text: string, { orders, ownIds }: Pick<ValidationContext, 'orders' | 'ownIds'>): string | null {
  for (const key of orderKeys(text)) {
    if (orders.has(key)) return key
    const number = ownIds.get(key)
    if (number !== undefined && orders.has(number)) return number
  }
  return null
}

/** A number that tells its carrier is clearer than `Other`. */
const isNoCarrier = ({ carrier = '', tracking = '' }: FileRow['cells'], carriers: readonly Carrier[]) =>
  namesNoCarrier(carrier) && guessCarrier(carriers, tracking).isSure

function validateOrder({ cells }: FileRow, on: Validating): string | undefined {
  const { wrong } = on
  const text = cells.order ?? ''
  const found = text && findOrder(text, on)
  if (found) return found
  if (parseOrderNumber(withoutMarks(text))) return wrong('order', 'order-unknown')
  const key = recipientKey(cells.recipient, cells.postcode)
  if (key) return validateRecipient(key, cells, on)
  if (!text) return wrong('order', 'order-missing')
  return wrong('order', isRoundedNumber(text) ? 'rounded' : 'order-form')
}

/** The only open order for a recipient and postcode, if the seller accepts such matches. */
function validateRecipient(key: string, cells: FileRow['cells'], { wrong, note, recipients, answers }: Validating) {
  const [order, ...others] = recipients.get(key) ?? []
  const found = { recipient: cells.recipient ?? '', postcode: cells.postcode ?? '' }
  if (order === undefined) return wrong('order', 'recipient-none', found)
  if (others.length > 0) return wrong('order', 'recipient-several', { ...found, n: others.length + 1 })
  if (answers.isConfirmed) note('order', 'by-recipient', { ...found, order })
  else wrong('order', 'recipient-confirm', { ...found, order })
  return order
}

function validateNumber(
  text: string,
  on: Validating & { named: ReturnType<typeof readCarrier> | null },
): string | undefined {
  const { wrong, note, named, carriers } = on
  if (!text) return wrong('tracking', 'tracking-missing')
  const read = readNumber(text, { carriers, named: named?.carrier ?? null, isNamed: named !== null })
  if (read.ok) {
    if (read.repair) note('tracking', 'repaired', { how: read.repair, number: read.number })
    return read.number
  }
  switch (read.reason) {
    case 'form':
      return wrong('tracking', 'tracking-form')
    case 'several':
      return wrong('tracking', 'several-numbers', { n: read.numbers.length, first: read.numbers[0] ?? '' })
    case 'damaged':
      return read.damage === 'rounded' || (read.damage === 'exponent' && !read.before)
        ? wrong('tracking', 'rounded')
        : wrong('tracking', 'damaged', { how: read.damage, before: read.before ?? '' })
  }
}

function validateCarrier(
  number: string | undefined,
  on: Validating & { written: ReturnType<typeof readCarrier> | null; isSaid: boolean },
): string | undefined {
  const { wrong, note, written, isSaid, carriers, answers } = on
  if (written && !isCarrierName(written.name)) return wrong('carrier', 'carrier-form')
  // Without a readable number, there is nothing to check the carrier against.
  if (number === undefined) return undefined
  const told = isSaid ? findCarrierOf(number, { written: null, carriers, keepNamed: false }) : null
  const found = told?.ok ? told : findCarrierOf(number, { written, carriers, keepNamed: answers.keepsNamed })
  if (found.ok) {
    if (found.kept) note('carrier', 'carrier-kept', { carrier: found.kept })
    return found.carrier
  }
  switch (found.reason) {
    case 'form':
      return wrong('carrier', 'carrier-form')
    case 'missing':
      return wrong('carrier', 'carrier-missing')
    case 'ask':
      return wrong('carrier', 'carrier-ask', { carriers: found.carriers.join(', ') })
    case 'other':
    case 'check':
      return wrong('carrier', `carrier-${found.reason}`, { carrier: found.carrier })
    case 'number':
      return wrongNumber(found.problem, wrong)
  }
}

function wrongNumber(problem: NumberProblem, wrong: ReportProblem): undefined {
  if (problem.kind === 'form') return wrong('tracking', 'number-form', { carrier: problem.carrier })
  const { carrier, found, expected } = problem
  return wrong('tracking', 'number-check', { carrier, found, expected })
}

const validateService = (service: string, wrong: ReportProblem): string | null | undefined =>
  service === '' || isCarrierName(service) ? service || null : wrong('service', 'service-form')

/** The time a parcel shipped; null means when the upload is applied. An unreadable date does not block the number. */
function validateDay(text: string, on: Validating & { placedAt: Date | null }): Date | null {
  if (text === '') return null
  const { note, answers } = on
  const day = readWrittenDay(text, answers.dayOrder)
  if (!day && !answers.dayOrder && dayOrders.some((order) => readWrittenDay(text, order))) {
    note('shipped', 'day-order')
    return null
  }
  const moment = day === null ? null : shippedMoment(day, on)
  if (!moment) note('shipped', 'day')
  return moment
}

/** Rejects letters that another encoding would read differently. */
function validateLetters({ cells }: FileRow, wrong: ReportProblem): void {
  for (const kind of ['carrier', 'service', 'recipient'] as const)
    if (/\P{ASCII}/u.test(cells[kind] ?? '')) wrong(kind, 'encoding')
}
