import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { parseStockNumber } from '#features/selling/inventory/stock-item.ts'
import { signedNumber } from '#features/selling/inventory/signed-number.ts'
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
import { applyCount } from './apply-count.server.ts'
import { readCodes } from './counted-codes.ts'
import {
  addCodes,
  discardCount,
  mostCounted,
  readCountedItems,
  readCounts,
  removeCounted,
  type CountedItem,
  type CountRow,
} from './stock-counts-db.server.ts'

const mostListed = 20

const steps = ['add', 'apply', 'remove', 'discard'] as const

const countOf = (url: URL) => {
  const id = url.searchParams.get('count')
  return id !== null && /^[0-9a-f]{16}$/.test(id) ? id : null
}

/** Reads the count in the URL, or the latest ones. */
export async function readStockCountPage({ hub, read, seller, url, texts: reader }: SellerArgs) {
  const id = countOf(url)
  const texts = textsFor(reader.locale, seller.timeZone)
  const now = hub.now()
  const key = randomBytes(8).toString('hex')
  const { counts, items, isOfShop, locations } = await read(async (db) => ({
    counts: await readCounts(db, { sellerId: seller.id, id, limit: id === null ? mostListed : 1 }),
    items: id === null ? [] : await readCountedItems(db, { sellerId: seller.id, id }),
    isOfShop: await isStockOfShop(db, seller.id),
    locations: id === null ? await listLocations(db, seller.id) : [],
  }))
  const [count] = counts
  if (url.searchParams.has('count') && (id === null || !count)) throw refuse('not-found')
  return {
    key,
    locations: locations.length > 1 ? locations.map((each) => ({ value: String(each.id), label: each.name })) : [],
    countedByShop: isOfShop ? texts.t('listingForm.problem.stockOfShop') : null,
    lines: id === null ? counts.map((each) => lineOf(each, now, texts)) : [],
    count: id !== null && count ? countModel(count, { items, done: url.searchParams.get('done'), now, texts }) : null,
  }
}

export type CountModel = ReturnType<typeof countModel>

function countModel(
  { id, counted_by: by, made_at: at, unknown_codes: unknown, location }: CountRow,
  { items, done, now, texts }: { items: readonly CountedItem[]; done: string | null; now: Date; texts: Texts },
) {
  const { t } = texts
  const shown = shownItems(items)
  const begun = t('inventory.count.by', { by, at: momentWords(at, now, texts) })
  return {
    id,
    note: location === null ? begun : `${begun} · ${location}`,
    done: done === 'added' || done === 'applied' || done === 'partly' ? t(`inventory.count.done.${done}`) : null,
    summary: t('inventory.count.summary', {
      n: items.length,
      d: items.filter(({ counted, expected }) => counted !== expected).length,
    }),
    isOpen: items.some(({ state }) => state === 'OPEN'),
    unknown,
    rows: shown.map((item) => rowOf(item, texts)),
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
    state: texts.t(count.applied_at === null ? 'inventory.count.open' : 'inventory.count.applied'),
  }
}

function rowOf({ title, variation, expected, counted, state, found, ...item }: CountedItem, texts: Texts) {
  return {
    number: item.stock_number,
    sku: item.sku,
    href: paths.stockItem(item.stock_number),
    title: variation === null ? title : `${title} (${variation})`,
    bin: item.bin ?? '',
    expected: texts.number(expected),
    counted: texts.number(counted),
    difference: signedNumber(counted - expected, texts),
    isDone: state === 'DONE',
    note: state === 'OPEN' ? '' : texts.t(`inventory.count.state.${state}`, { n: found ?? 0 }),
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

/** Adds codes, applies the count, removes a SKU from it, or discards it; `step` names the form. */
export async function takeStockCount(args: SellerActionArgs) {
  const { form, hub, seller, member, texts, url, read, write } = args
  const id = countOf(url)
  const step = oneOf(form, 'step', steps)
  if (!step || (id === null && step !== 'add')) throw refuse('malformed')
  if ((step === 'add' || step === 'apply') && (await read((db) => isStockOfShop(db, seller.id))))
    return refused({ codes: texts.t('listingForm.problem.stockOfShop') }, { codes: secretOf(form, 'codes') })
  if (step === 'add' || id === null) {
    const typed = secretOf(form, 'codes')
    const key = textOf(form, 'key')
    const typedLocation = textOf(form, 'location')
    const values = { codes: typed, location: typedLocation }
    const codes = readCodes(typed)
    if (!/^[0-9a-f]{16}$/.test(key)) throw refuse('malformed')
    if (codes.counted.size + codes.unread.length === 0)
      return refused({ codes: texts.t('inventory.count.none') }, values)
    const location = await read((db) => locationOf(db, seller.id, typedLocation))
    if (id === null && location === undefined)
      return refused({ location: texts.t('inventory.move.unknown-location') }, values)
    const count = { sellerId: seller.id, id: id ?? key, isNew: id === null, location: location ?? null }
    const added = await write((db) => addCodes(db, { ...count, key, codes, countedBy: member.name, now: hub.now() }))
    if (added.ok) return redirect(paths.stockCount(count.id, 'added'), { status: 303 })
    if (added.reason === 'not-found') throw refuse('not-found')
    return refused({ codes: texts.t('inventory.count.tooMany', { most: mostCounted }) }, values)
  }
  const key = { sellerId: seller.id, id }
  switch (step) {
    case 'apply':
      return redirect(paths.stockCount(id, (await applyCount(args, key)) ? 'applied' : 'partly'), { status: 303 })
    case 'remove':
      await write(async (db) => {
        const number = parseStockNumber(textOf(form, 'item'))
        if (number) await removeCounted(db, { ...key, number })
      })
      return redirect(paths.stockCount(id), { status: 303 })
    case 'discard':
      await write((db) => discardCount(db, key))
      return redirect(paths.stockCount(), { status: 303 })
  }
}
