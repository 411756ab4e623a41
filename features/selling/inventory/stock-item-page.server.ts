import { selectOfSeller } from '#db/select-of-seller.ts'
import { kitText, type KitPart } from '#features/core/listing/kit.ts'
import { readCodesOf } from '#features/core/listing/sku-codes-db.server.ts'
import { readKits, readKitsOf } from '#features/core/listing/kits-db.server.ts'
import { correctionReasons } from '#features/core/listing/stock-cause.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { activeTab } from '#features/machinery/grid/list-query.ts'
import { readAdvice } from '#features/selling/reorder/reckon-advice-db.server.ts'
import { arithmeticWords } from '#features/selling/reorder/reorder-words.ts'
import { readUnits } from '#features/selling/listings/read-units.ts'
import { parseLocation, type LocationStock } from '#features/selling/stock-locations/stock-location.ts'
import { readKitsAt } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { gridHref } from '#lib/grid-query.ts'
import { readPageNumber } from '#lib/page-number.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { momentWords } from '#texts/moment-words.ts'
import { refused, type FieldErrors } from '#web/form-answer.ts'
import type { FactModel } from '#web/facts.tsx'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { redirect } from '#web/router/router.ts'
import { correctStock, type CorrectOutcome } from './correct-stock-db.server.ts'
import { inventoryList } from './inventory-list.server.ts'
import { moveItems, readMovePart, takeItemsBack } from './move-stock.server.ts'
import { movementModel } from './movement-words.ts'
import { mostItems, parseStockNumber, type StockField } from './stock-item.ts'
import { lockStockItem, readSharing } from './stock-items-db.server.ts'
import { readMovements } from './stock-movements-db.server.ts'
import type { StockRow } from './stock-rows.server.ts'
import { stockWords } from './stock-words.ts'

const outcomes = ['corrected', 'moved', 'undone'] as const

/** Reads a SKU with its stock, by location if there are several, and its movements; 404 if the seller has none. */
export async function readStockItemPage(visit: SellerArgs) {
  const { hub, read, seller, url, texts: reader } = visit
  const number = parseStockNumber(url.searchParams.get('item'))
  const page = readPageNumber(url.searchParams.get('page'))
  const found =
    number &&
    (await read(async (db) => {
      const item = await selectOfSeller(db, 'stock_items', seller.id)
        .select(['id', 'listing_id', 'position', 'is_stocked'])
        .where('stock_number', '=', number)
        .executeTakeFirst()
      const [row] = item ? await readRows(db, inventoryList, seller.id, [item.id]) : []
      if (!item || !row || row.item_number === null) return null
      const of = { sellerId: seller.id, sku: row.sku, listingId: item.listing_id, page }
      const divided = { sellerId: seller.id, sku: row.sku, onHand: row.on_hand }
      return {
        row,
        listing: row.item_number,
        others: row.sharing > 1 ? await readSharing(db, of) : [],
        madeOf: (await readKits(db, seller.id, [item.listing_id])).find((kit) => kit.position === (item.position ?? 0)),
        kits: await readKitsOf(db, seller.id, row.sku),
        moved: await readMovements(db, of),
        kitsAt: row.is_kit
          ? await readKitsAt(db, { sellerId: seller.id, listingId: item.listing_id, position: item.position ?? 0 })
          : [],
        // A kit is nowhere: its parts are.
        part: item.is_stocked && !row.is_kit ? await readMovePart(db, divided, visit) : null,
        advice: await readAdvice(db, seller.id, item.id),
        codes: row.is_kit ? [] : await readCodesOf(db, seller.id, row.sku),
      }
    }))
  if (!found) throw refuse('not-found')
  const { row, listing, others, madeOf, kits, kitsAt, moved, part, advice, codes } = found
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const from = url.searchParams.get('from') ?? ''
  const list = openFrom(inventoryList, paths.inventory, from, visit)
  const isVariation = row.position !== null
  return {
    sku: row.sku,
    title: row.variation === null ? row.title : `${row.title} (${row.variation})`,
    zone: texts.t('common.zone', { zone: texts.zoneName(now) }),
    status: stockWords(row, now, texts),
    facts: [
      ...factsOf(row, [listing, ...others], { visit, now }),
      ...(codes.length > 0 ? [{ label: reader.t('inventory.code.codes'), text: codes.join(', ') }] : []),
      ...kitFacts({ madeOf: madeOf?.parts ?? [], kits, kitsAt }, texts),
    ],
    advice:
      advice &&
      arithmeticWords(advice.facts, advice, {
        now,
        texts,
        currency: mayDo(seller.role, 'amounts.view') ? advice.currency : null,
      }),
    onHand: part?.counted.items ?? row.on_hand,
    part,
    isVariation,
    mayCorrect: mayDo(seller.role, 'listings.edit') && !row.is_stock_of_shop && !row.is_kit,
    mayMove: mayDo(seller.role, 'listings.edit') && !row.is_kit,
    countedElsewhere: row.is_kit
      ? texts.t('listingForm.problem.stockOfKit')
      : row.is_stock_of_shop
        ? texts.t('listingForm.problem.stockOfShop')
        : null,
    done: outcomes.find((outcome) => outcome === url.searchParams.get('done')) ?? null,
    movements: moved.rows.map((each) => movementModel(each, { now, texts, isVariation })),
    codesHref: mayDo(seller.role, 'listings.edit') && !row.is_kit ? paths.assignCode({ item: row.stock_number }) : null,
    labelsHref: paths.productLabelsOf({ number: row.stock_number }),
    older: moved.hasMore ? paths.stockItem(row.stock_number, { from, page: String(page + 1) }) : null,
    newest: page === 1 ? null : paths.stockItem(row.stock_number, { from }),
    back: {
      href: gridHref(paths.inventory, list.query, list.definition),
      label: texts.t(activeTab(inventoryList, list.place, list.query.filters)?.name ?? inventoryList.title),
    },
  }
}

function factsOf(
  row: StockRow,
  [listing, ...others]: readonly [string, ...string[]],
  { visit, now }: { visit: SellerArgs; now: Date },
): FactModel[] {
  const texts = textsFor(visit.texts.locale, visit.seller.timeZone)
  const { t, number, money } = texts
  const seesMoney = mayDo(visit.seller.role, 'money.view')
  const { cost_minor: minor, currency, last_sold_at: soldAt } = row
  const facts: [label: string, text: string | null, href?: string][] = [
    [t('inventory.column.onHand'), number(row.on_hand)],
    [t('inventory.column.reserved'), number(row.reserved)],
    [t('inventory.column.buffer'), row.buffer === null ? null : number(row.buffer)],
    [t('word.available'), number(row.available)],
    [t('inventory.column.coming'), row.coming === 0 ? null : number(row.coming)],
    [t('inventory.column.reorder'), row.reorder_point === null ? null : number(row.reorder_point)],
    [t('inventory.column.bin'), row.bin],
    [t('inventory.column.lastSold'), soldAt && momentWords(soldAt, now, texts)],
    [
      t('costs.column.cost'),
      seesMoney && minor !== null ? money({ minor, currency }) : null,
      paths.enterCosts(row.sku),
    ],
    [t('listings.column.item'), listing, paths.listing(listing)],
    ...others.map((other): [string, string, string] => [t('inventory.alsoSoldIn'), other, paths.listing(other)]),
  ]
  return facts.flatMap(([label, text, href]) => (text === null ? [] : [{ label, text, ...(href ? { href } : {}) }]))
}

interface KitFacts {
  madeOf: readonly KitPart[]
  kits: readonly { item: string; title: string }[]
  kitsAt: readonly LocationStock[]
}

/** What a SKU is made of, how many its parts allow at each location, and the kits that are made of it. */
const kitFacts = ({ madeOf, kits, kitsAt }: KitFacts, { t, number }: Texts): FactModel[] => [
  ...(madeOf.length > 0 ? [{ label: t('listingForm.field.parts'), text: kitText(madeOf) }] : []),
  ...kitsAt.map(({ name, items }) => ({ label: t('inventory.availableAt', { name }), text: number(items) })),
  ...kits.map(({ item, title }) => ({ label: t('inventory.partOf'), text: title, href: paths.listing(item) })),
]

/** Moves items, takes a move back, or corrects what is on hand; `step` names the form. */
export async function changeStockItem(args: SellerActionArgs) {
  switch (oneOf(args.form, 'step', ['move', 'undo'])) {
    case 'move':
      return moveItems(args)
    case 'undo':
      return takeItemsBack(args)
    case null:
      return correctStockItem(args)
  }
}

/** Corrects what is on hand: form fields `location`, `seen`, `onHand` and `reason`. */
async function correctStockItem({ form, hub, seller, member, texts, url, write }: SellerActionArgs) {
  const { t } = texts
  const number = parseStockNumber(url.searchParams.get('item'))
  const location = parseLocation(textOf(form, 'location'))
  const values = { onHand: textOf(form, 'onHand'), reason: textOf(form, 'reason') }
  const onHand = readUnits(values.onHand, { quantity: mostItems })
  const reason = oneOf(form, 'reason', correctionReasons)
  const errors: FieldErrors<StockField> = {}
  if (onHand === null) errors.onHand = t('inventory.correct.not-a-number')
  if (!reason) errors.reason = t('inventory.correct.no-reason')
  if (onHand === null || !reason) return refused<StockField>(errors, values)
  const outcome = await write(async (db) => {
    const item = number && (await lockStockItem(db, seller.id, number))
    if (!item) throw refuse('not-found')
    const cause = { kind: 'CORRECTION', reason, by: member.name, sku: item.sku } as const
    const seen = Number(textOf(form, 'seen'))
    return correctStock(db, { sellerId: seller.id, item, location, seen, onHand, cause, now: hub.now() })
  })
  if (outcome.ok) {
    const from = url.searchParams.get('from') ?? ''
    return redirect(paths.stockItem(number ?? '', { from, done: 'corrected' }), { status: 303 })
  }
  return refused<StockField>({ onHand: refusalWords(outcome, texts) }, values)
}

function refusalWords(outcome: Exclude<CorrectOutcome, { ok: true }>, { t }: SellerActionArgs['texts']): string {
  switch (outcome.reason) {
    case 'changed-since':
      return t('inventory.correct.changed-since', { now: outcome.now })
    case 'below-reserved':
      return t('inventory.correct.below-reserved', { n: outcome.reserved })
    case 'too-many':
      return t('inventory.correct.too-many', { n: outcome.others })
    case 'stock-of-shop':
      return t('listingForm.problem.stockOfShop')
    case 'is-kit':
      return t('listingForm.problem.stockOfKit')
    case 'no-location':
      return t('inventory.move.unknown-location')
  }
}
