import { setImmediate } from 'node:timers/promises'
import { groupBy } from '#lib/group-by.ts'
import { addDays, daysBetween, type LocalDate } from '#lib/zoned-time.ts'
import type { ItemKind } from './report-kinds.ts'

// Joins the rows of a marketplace's report with the seller's books. Amounts are never rounded.

interface Item {
  kind: ItemKind
  /** The hub's order number; null if it is about no order. */
  order: string | null
  day: LocalDate | null
  currency: string
  netMinor: number
  /** Negative if the seller paid them; null if unknown. */
  feesMinor: number | null
  /** Ids that either side may know it by. */
  references: readonly string[]
}

/** A row of the report, or several of one order added up. */
export interface ReportItem extends Item {
  /** Line of the file. */
  row: number
}

/** A transaction or payout in the books, or all of an order added up. */
export interface BookItem extends Item {
  /** Its number; null for a whole order. */
  number: string | null
  /** Whether it lies in the period of the report, which must have it. */
  isExpected: boolean
}

/** Why a pair differs, or a row is missing here: `twice` if the report has it already. */
export type Reason = 'currency' | 'fee' | 'amount' | 'date' | 'twice'

export interface Compared {
  verdict: 'MATCHED' | 'DIFFERENT' | 'MISSING_HERE' | 'MISSING_THERE'
  report: ReportItem | null
  book: BookItem | null
  /** Report minus books; null if the currencies differ. */
  differenceMinor: number | null
  /** With the difference of each, in minor units, where it has one. */
  reasons: readonly { rule: Reason; minor: number | null }[]
}

/** Days that zones and processing may lie apart. */
const sameDays = 1

/** Items that are grouped or paired before the process does other work. */
const itemsAtOnce = 2_000

/**
 * Compares the items of a report with those of the books, in the order of the report; what only the books have is last.
 * Yields to the event loop between parts: a report may have 100,000 rows, and the process serves everybody.
 */
export async function compareItems(report: readonly ReportItem[], books: readonly BookItem[]): Promise<Compared[]> {
  const ours = await groupInParts(books)
  const theirs = await groupInParts(report)
  const compared: Compared[] = []
  let open = itemsAtOnce
  for (const [key, items] of theirs) {
    const group = ours.get(key) ?? []
    ours.delete(key)
    const sums = addUp(group)
    const repeats = repeatsOf(items)
    for (const each of await pairUp(addUpReport(items, repeats, sums), sums)) compared.push(sayTwice(each, repeats))
    open -= items.length + group.length
    if (open > 0) continue
    open = itemsAtOnce
    await setImmediate()
  }
  for (const group of ours.values()) for (const each of missingThere(addUp(group))) compared.push(each)
  const rowOf = ({ report: item }: Compared) => item?.row ?? Number.POSITIVE_INFINITY
  return compared.toSorted((a, b) => {
    const [first, second] = [rowOf(a), rowOf(b)]
    return first === second ? 0 : first - second
  })
}

const keyOf = ({ kind, order }: Item) => `${kind} ${order ?? ''}`

async function groupInParts<T extends Item>(items: readonly T[]): Promise<Map<string, T[]>> {
  const groups = new Map<string, T[]>()
  for (const [nth, item] of items.entries()) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
    if (nth % itemsAtOnce === 0) await setImmediate()
  }
  return groups
}

/** Adds up the rows of a sale or order: a report may have one for each item, the books one for each addition. */
function addUp<T extends Item>(group: readonly T[]): readonly T[] {
  const [first] = group
  if (!first || group.length === 1 || !isAddedUp(first)) return group
  return sumsByCurrency(group)
}

const sumsByCurrency = <T extends Item>(group: readonly T[]): T[] =>
  [...groupBy(group, ({ currency }) => currency).values()].map(sumOf)

const sumOf = <T extends Item>([first, ...others]: readonly [T, ...T[]]): T => ({
  ...first,
  netMinor: others.reduce((sum, { netMinor }) => sum + netMinor, first.netMinor),
  feesMinor: others.reduce<number | null>(
    (sum, { feesMinor }) => (sum === null || feesMinor === null ? null : sum + feesMinor),
    first.feesMinor,
  ),
  references: [first, ...others].flatMap(({ references }) => references),
})

/** Rows that equal an earlier one of their order and kind. */
function repeatsOf(items: readonly ReportItem[]): ReadonlySet<ReportItem> {
  if (items.length < 2 || items[0]?.order == null) return new Set()
  const equal = groupBy(items, ({ day, currency, netMinor, feesMinor, references }) =>
    [day, currency, netMinor, feesMinor, ...references].join(' '),
  )
  return new Set([...equal.values()].flatMap((all) => all.slice(1)))
}

/** Leaves repeated rows out of a sum where the others make up what the books have: two equal items have equal rows too. */
function addUpReport(
  items: readonly ReportItem[],
  repeats: ReadonlySet<ReportItem>,
  books: readonly BookItem[],
): readonly ReportItem[] {
  const [first] = items
  if (repeats.size === 0 || !first || !isAddedUp(first)) return addUp(items)
  const once = addUp(items.filter((item) => !repeats.has(item)))
  return hasSame(once, books) ? [...once, ...repeats] : addUp(items)
}

const hasSame = (items: readonly Item[], others: readonly Item[]): boolean =>
  items.every((item) => others.some((other) => amountKey(other) === amountKey(item)))

const sayTwice = (compared: Compared, repeats: ReadonlySet<ReportItem>): Compared =>
  compared.verdict === 'MISSING_HERE' && compared.report && repeats.has(compared.report)
    ? { ...compared, reasons: [{ rule: 'twice', minor: null }] }
    : compared

const isAddedUp = ({ kind, order }: Item) => order !== null && (kind === 'SALE' || kind === 'ORDER')

/** Pairs items of one order and kind: by reference, then by amount, then by date; without an order only if the days fit. */
async function pairUp(items: readonly ReportItem[], books: readonly BookItem[]): Promise<Compared[]> {
  const [first] = items
  const [only] = books
  // Nearly all are the only one of their order and kind on either side.
  if (first?.order && items.length === 1 && books.length <= 1) return [only ? pair(first, only) : missingHere(first)]
  const open = new Set(books)
  const left = new Set(items)
  const compared: Compared[] = []
  const take = async (candidatesOf: (item: ReportItem) => Iterable<BookItem>) => {
    let nth = 0
    for (const item of left) {
      nth += 1
      if (nth % itemsAtOnce === 0) await setImmediate()
      const book = nearest(item, candidatesOf(item), open)
      if (!book) continue
      left.delete(item)
      open.delete(book)
      compared.push(pair(item, book))
    }
  }
  const byReference = groupBy(
    books.flatMap((book) => book.references.map((reference) => ({ reference, book }))),
    ({ reference }) => reference,
  )
  await take(({ references }) => references.flatMap((each) => byReference.get(each)?.map(({ book }) => book) ?? []))
  const nearby = nearbyOf(books, open)
  const byAmount = groupBy(books, amountKey)
  await take((item) => (item.order === null ? nearby(item) : (byAmount.get(amountKey(item)) ?? [])))
  if (first?.order && first.kind === 'REFUND') {
    const [theirs, ours] = [sumsByCurrency([...left]), sumsByCurrency([...open])]
    // One refund may be several rows on the other side.
    if (theirs.length > 0 && hasSame(theirs, ours) && hasSame(ours, theirs))
      return [...compared, ...(await pairUp(theirs, ours))]
  }
  await take(({ order }) => (order === null ? [] : open))
  return [...compared, ...[...left].map(missingHere), ...missingThere([...open])]
}

const amountKey = ({ currency, netMinor }: Item) => `${currency} ${netMinor}`

/**
 * Finds open books of an item's amount whose days fit: the first of each day. What is taken leaves its list, since a
 * report may have thousands of equal fees.
 */
function nearbyOf(books: readonly BookItem[], open: ReadonlySet<BookItem>) {
  const lastFirst = books.toReversed()
  const dayKey = (item: Item, day: LocalDate | null) => `${amountKey(item)} ${day ?? ''}`
  const byDay = groupBy(lastFirst, (book) => dayKey(book, book.day))
  const byAmount = groupBy(lastFirst, amountKey)
  const first = (list: BookItem[] = []): BookItem[] => {
    let book = list.at(-1)
    while (book && !open.has(book)) {
      list.pop()
      book = list.at(-1)
    }
    return book ? [book] : []
  }
  return (item: ReportItem): BookItem[] => {
    const { day } = item
    if (day === null) return first(byAmount.get(amountKey(item)))
    const days = [day, null, addDays(day, -sameDays), addDays(day, sameDays)]
    return days.flatMap((each) => first(byDay.get(dayKey(item, each))))
  }
}

const isNear = (item: Item, book: Item) => daysApart(item, book) <= sameDays

const daysApart = (item: Item, book: Item) =>
  item.day === null || book.day === null ? 0 : Math.abs(daysBetween(item.day, book.day))

function nearest(item: ReportItem, candidates: Iterable<BookItem>, open: ReadonlySet<BookItem>): BookItem | null {
  let best: BookItem | null = null
  for (const book of candidates)
    if (open.has(book) && (best === null || daysApart(item, book) < daysApart(item, best))) best = book
  return best
}

const missingHere = (report: ReportItem): Compared => ({
  verdict: 'MISSING_HERE',
  report,
  book: null,
  differenceMinor: report.netMinor,
  reasons: [],
})

/** Items outside the report's period do not count as missing there. */
const missingThere = (books: readonly BookItem[]): Compared[] =>
  books
    .filter(({ isExpected }) => isExpected)
    .map((book) => ({
      verdict: 'MISSING_THERE',
      report: null,
      book,
      differenceMinor: 0 - book.netMinor,
      reasons: [],
    }))

function pair(report: ReportItem, book: BookItem): Compared {
  const reasons = reasonsOf(report, book)
  return {
    verdict: reasons.length === 0 ? 'MATCHED' : 'DIFFERENT',
    report,
    book,
    differenceMinor: report.currency === book.currency ? report.netMinor - book.netMinor : null,
    reasons,
  }
}

function reasonsOf(report: ReportItem, book: BookItem): Compared['reasons'] {
  if (report.currency !== book.currency) return [{ rule: 'currency', minor: null }]
  const net = report.netMinor - book.netMinor
  const fee = report.feesMinor === null || book.feesMinor === null ? 0 : report.feesMinor - book.feesMinor
  return [
    ...(fee === 0 ? [] : [{ rule: 'fee' as const, minor: fee }]),
    ...(net === fee ? [] : [{ rule: 'amount' as const, minor: net - fee }]),
    ...(isNear(report, book) ? [] : [{ rule: 'date' as const, minor: null }]),
  ]
}
