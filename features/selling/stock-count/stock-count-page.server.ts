import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import type { Scanner } from '#features/machinery/scanning/kept-queue.ts'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { parseStockNumber } from '#features/selling/inventory/stock-item.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { data, redirect } from '#web/router/router.ts'
import { stillComing } from '#features/selling/purchases/purchase.ts'
import { readPurchaseLines, type PurchaseLine } from '#features/selling/purchases/purchases-db.server.ts'
import { rememberCode } from './assign-code-db.server.ts'
import { applyCount } from './apply-count.server.ts'
import { countedModel, countSums } from './count-view.ts'
import { readCodes } from './counted-codes.ts'
import {
  discardCount,
  readCountedItems,
  readCounts,
  removeCounted,
  type CountedItem,
  type CountRow,
} from './stock-counts-db.server.ts'
import { beginCount, mostCounted, mostOfItem, takeChanges, type CountChange } from './take-counts-db.server.ts'

const mostListed = 20

const steps = ['add', 'correct', 'assign', 'drop', 'fill', 'apply', 'remove', 'discard'] as const
/** What is allowed once the shop counts the stock. */
const stepsOfOldCounts: readonly (typeof steps)[number][] = ['remove', 'discard', 'drop']

const countOf = (url: URL) => {
  const id = url.searchParams.get('count')
  return id !== null && /^[0-9a-f]{16}$/.test(id) ? id : null
}

/** Reads the count in the URL, or the latest ones. */
export async function readStockCountPage({ hub, read, seller, member, url, texts: reader }: SellerArgs) {
  const id = countOf(url)
  const texts = textsFor(reader.locale, seller.timeZone)
  const now = hub.now()
  const key = randomBytes(8).toString('hex')
  const { counts, items, left, isOfShop, locations } = await read(async (db) => ({
    ...(await readCounted(db, seller.id, id)),
    isOfShop: await isStockOfShop(db, seller.id),
    locations: id === null ? await listLocations(db, seller.id) : [],
  }))
  const [count] = counts
  if (url.searchParams.has('count') && (id === null || !count)) throw refuse('not-found')
  const scanner: Scanner = { seller: seller.username, member: member.id }
  return {
    key,
    scanner,
    isBlind: url.searchParams.has('blind'),
    locations: locations.length > 1 ? locations.map((each) => ({ value: String(each.id), label: each.name })) : [],
    countedByShop: isOfShop ? texts.t('listingForm.problem.stockOfShop') : null,
    lines: id === null ? counts.map((each) => lineOf(each, now, texts)) : [],
    count:
      id !== null && count ? countModel(count, { items, left, done: url.searchParams.get('done'), now, texts }) : null,
  }
}

/** The latest counts, or the one with this id, its SKUs, and the SKUs that its order waits for besides. */
async function readCounted(db: SellerDb, sellerId: number, id: string | null) {
  const counts = await readCounts(db, { sellerId, id, limit: id === null ? mostListed : 1 })
  const items = id === null ? [] : await readCountedItems(db, { sellerId, id })
  const purchase = id === null ? null : (counts[0]?.purchase_id ?? null)
  const open = new Set(items.flatMap(({ sku, state }) => (state === 'OPEN' ? [sku] : [])))
  const lines = purchase === null ? [] : await readPurchaseLines(db, sellerId, purchase)
  return { counts, items, left: lines.filter((line) => stillComing(line) > 0 && !open.has(line.sku)) }
}

export type CountModel = ReturnType<typeof countModel>

function countModel(
  count: CountRow,
  {
    items,
    left,
    done,
    now,
    texts,
  }: { items: readonly CountedItem[]; left: readonly PurchaseLine[]; done: string | null; now: Date; texts: Texts },
) {
  const { id, counted_by: by, made_at: at, location } = count
  const { t } = texts
  const shown = shownItems(items)
  const begun = t('inventory.count.by', { by, at: momentWords(at, now, texts) })
  return {
    id,
    note: location === null ? begun : `${begun} · ${location}`,
    done: done === 'added' || done === 'applied' || done === 'partly' ? t(`inventory.count.done.${done}`) : null,
    receives: count.purchase,
    waiting: left.map((line) => ({ sku: line.sku, title: line.title, units: texts.number(stillComing(line)) })),
    isOpen: items.some(({ state }) => state === 'OPEN'),
    sums: countSums(count),
    items: shown.map((item) => countedModel(item, texts)),
    left: shown.length < items.length ? t('inventory.count.left', { n: items.length - shown.length }) : null,
  }
}

/** SKUs that a page shows; of more, those that differ. */
const mostShown = 500

function shownItems(items: readonly CountedItem[]): readonly CountedItem[] {
  if (items.length <= mostShown) return items
  return items.filter(({ counted, expected }) => counted !== expected).slice(0, mostShown)
}

function lineOf(count: CountRow, now: Date, texts: Texts) {
  return {
    href: paths.stockCount(count.id),
    when: momentWords(count.made_at, now, texts),
    by: count.location === null ? count.counted_by : `${count.counted_by} · ${count.location}`,
    rows: texts.number(count.rows),
    differing: texts.number(count.differing),
    state: [texts.t(count.applied_at === null ? 'inventory.count.open' : 'inventory.count.applied'), count.purchase]
      .filter(Boolean)
      .join(' · '),
  }
}

type Field = 'codes' | 'location'

/** The location in a form; null if there is one place, undefined if it is none of several. */
async function locationOf(db: SellerDb, sellerId: number, typed: string): Promise<number | null | undefined> {
  const locations = await listLocations(db, sellerId)
  return locations.length > 1 ? locations.find(({ id }) => String(id) === typed)?.id : null
}

/** Returns the form with errors; 422. */
const refused = (errors: FieldErrors<Field>, values: Record<string, string>) =>
  data({ errors, values }, { status: 422 })

/** Changes of a count by its forms; `step` names the form. */
function changeOf(form: FormData, step: 'add' | 'correct' | 'assign' | 'drop'): CountChange | null {
  const typed = textOf(form, 'counted')
  const counted = Number(typed)
  const isCounted = /^\d{1,7}$/.test(typed) && counted <= mostOfItem
  switch (step) {
    case 'add': {
      const codes = readCodes(secretOf(form, 'codes'))
      return codes.counted.size + codes.unread.length === 0 ? null : { kind: 'codes', codes }
    }
    case 'correct':
      return isCounted ? { kind: 'correct', number: textOf(form, 'item'), counted } : null
    case 'assign':
      return isCounted ? { kind: 'assign', code: secretOf(form, 'code'), sku: textOf(form, 'sku'), counted } : null
    case 'drop':
      return { kind: 'drop', code: secretOf(form, 'code') }
  }
}

/** What an order still waits for, as if it was scanned. */
async function missingOf(db: SellerDb, sellerId: number, id: string): Promise<CountChange | null> {
  const { left } = await readCounted(db, sellerId, id)
  const counted = new Map(left.map((line) => [line.sku, stillComing(line)]))
  return counted.size === 0 ? null : { kind: 'codes', codes: { counted, unread: [] } }
}

/** Begins a count, changes or applies it, removes a SKU from it, or discards it; `step` names the form. */
export async function takeStockCount(args: SellerActionArgs) {
  const { form, hub, seller, member, texts, url, read, write } = args
  const step = oneOf(form, 'step', steps)
  const began = countOf(url)
  if (!step || (began === null && step !== 'add')) throw refuse('malformed')
  const values = { codes: secretOf(form, 'codes'), location: textOf(form, 'location') }
  if (!stepsOfOldCounts.includes(step) && (await read((db) => isStockOfShop(db, seller.id))))
    return refused({ codes: texts.t('listingForm.problem.stockOfShop') }, values)
  const from = textOf(form, 'key')
  const key = { sellerId: seller.id, id: began ?? from }
  switch (step) {
    case 'apply':
      return redirect(paths.stockCount(key.id, (await applyCount(args, key)) ? 'applied' : 'partly'), { status: 303 })
    case 'remove':
      await write(async (db) => {
        const number = parseStockNumber(textOf(form, 'item'))
        if (number) await removeCounted(db, { ...key, number })
      })
      return redirect(paths.stockCount(key.id), { status: 303 })
    case 'discard':
      await write((db) => discardCount(db, key))
      return redirect(paths.stockCount(), { status: 303 })
    default:
  }
  if (!/^[0-9a-f]{16}$/.test(from)) throw refuse('malformed')
  const change = step === 'fill' ? await read((db) => missingOf(db, seller.id, key.id)) : changeOf(form, step)
  if (!change && step !== 'add') return refused({ form: texts.t('inventory.count.notCounted') }, values)
  if (!change && began !== null) return refused({ codes: texts.t('inventory.count.none') }, values)
  const location = began === null ? await read((db) => locationOf(db, seller.id, values.location)) : null
  if (location === undefined) return refused({ location: texts.t('inventory.move.unknown-location') }, values)
  const taken = await write(async (db) => {
    if (began === null) await beginCount(db, { ...key, location, countedBy: member.name, now: hub.now() })
    if (change?.kind === 'assign')
      await rememberCode(db, key, { code: change.code, typed: change.sku, by: member.name, now: hub.now() })
    return takeChanges(db, key, change ? [{ from, n: 1, change }] : [])
  })
  if (!taken.ok) throw refuse('not-found')
  const outcome = taken.taken[0]?.outcome
  if (outcome === 'full') return refused({ codes: texts.t('inventory.count.tooMany', { most: mostCounted }) }, values)
  if (outcome === 'unknown' && step === 'assign')
    return refused({ form: texts.t('inventory.count.noSku', { sku: textOf(form, 'sku') }) }, values)
  return redirect(paths.stockCount(key.id, (step === 'add' || step === 'fill') && change ? 'added' : undefined), {
    status: 303,
  })
}
