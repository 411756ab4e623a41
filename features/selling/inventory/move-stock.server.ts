import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { readUnits } from '#features/selling/listings/read-units.ts'
import {
  moveStock,
  readMoves,
  takeMoveBack,
  type MoveOutcome,
  type MoveRow,
} from '#features/selling/stock-locations/move-stock-db.server.ts'
import { readDividedStock } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { parseLocation } from '#features/selling/stock-locations/stock-location.ts'
import { textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import { mostItems, parseStockNumber, type StockField } from './stock-item.ts'
import { lockStockItem } from './stock-items-db.server.ts'

export type MovePart = NonNullable<Awaited<ReturnType<typeof readMovePart>>>

/** Reads how a SKU is divided over locations; null unless there are several. */
export async function readMovePart(
  db: SellerDb,
  of: { sellerId: number; sku: string; onHand: number },
  { hub, seller, url, texts: reader }: Pick<SellerArgs, 'hub' | 'seller' | 'url' | 'texts'>,
) {
  const stock = await readDividedStock(db, of)
  const [first] = stock
  if (!first) return null
  const texts = textsFor(reader.locale, seller.timeZone)
  const at = parseLocation(url.searchParams.get('at') ?? '')
  const number = url.searchParams.get('item') ?? ''
  const from = url.searchParams.get('from') ?? ''
  const now = hub.now()
  return {
    key: randomBytes(8).toString('hex'),
    counted: stock.find(({ id }) => id === at) ?? first,
    places: stock.map(({ id, name, items }) => ({
      id,
      name,
      items: texts.number(items),
      correct: paths.stockItem(number, { from, at: String(id) }),
    })),
    moves: (await readMoves(db, of.sellerId, of.sku)).map((move) => moveModel(move, now, texts)),
  }
}

function moveModel(
  { id, kind, quantity, moved_by: by, moved_at: at, undoes, from_name, to_name, is_undone: isUndone }: MoveRow,
  now: Date,
  texts: Texts,
) {
  const { t } = texts
  return {
    id,
    when: momentWords(at, now, texts),
    what:
      kind === 'TAKEN'
        ? t('inventory.moves.TAKEN', { name: to_name })
        : t(undoes === null ? 'inventory.moves.MOVED' : 'inventory.moves.UNDONE', { by: by ?? '' }),
    from: from_name,
    to: to_name,
    items: texts.number(quantity),
    undo:
      kind === 'MOVED' && undoes === null && !isUndone
        ? t('inventory.moves.undo.of', { n: quantity, from: from_name, to: to_name })
        : null,
  }
}

/** Moves items of a SKU: form fields `key`, `fromLocation`, `toLocation` and `items`. */
export async function moveItems(args: SellerActionArgs) {
  const { form, texts } = args
  const { t } = texts
  const values = {
    fromLocation: textOf(form, 'fromLocation'),
    toLocation: textOf(form, 'toLocation'),
    items: textOf(form, 'items'),
  }
  const key = keyOf(args, 'key')
  const [from, to] = [parseLocation(values.fromLocation), parseLocation(values.toLocation)]
  const items = readUnits(values.items, { quantity: mostItems })
  const errors: FieldErrors<StockField> = {}
  if (from === null) errors.fromLocation = t('inventory.move.unknown-location')
  if (to === null) errors.toLocation = t('inventory.move.unknown-location')
  if (items === null || items === 0) errors.items = t('inventory.move.not-a-number')
  if (from === null || to === null || items === null || hasErrors(errors)) return refused<StockField>(errors, values)
  const outcome = await onLockedItem(args, (db, of) => moveStock(db, { ...of, key, from, to, items }))
  if (outcome.ok) return toItem(args, 'moved')
  const words = problemWords(outcome, texts)
  return refused<StockField>(outcome.reason === 'too-few' ? { items: words } : { toLocation: words }, values)
}

/** Takes a move back: form field `undoes`. */
export async function takeItemsBack(args: SellerActionArgs) {
  const undoes = keyOf(args, 'undoes')
  const key = randomBytes(8).toString('hex')
  const outcome = await onLockedItem(args, (db, of) => takeMoveBack(db, { ...of, key, undoes }))
  return outcome.ok ? toItem(args, 'undone') : refused<StockField>({ form: problemWords(outcome, args.texts) })
}

function keyOf({ form }: SellerActionArgs, name: string): string {
  const key = textOf(form, name)
  if (!/^[0-9a-f]{16}$/.test(key)) throw refuse('malformed')
  return key
}

type Own = Pick<Parameters<typeof moveStock>[1], 'sellerId' | 'item' | 'by'>

function onLockedItem(
  { seller, member, url, write }: SellerActionArgs,
  move: (db: SellerDb, own: Own) => Promise<MoveOutcome>,
): Promise<MoveOutcome> {
  const number = parseStockNumber(url.searchParams.get('item'))
  return write(async (db) => {
    const item = number && (await lockStockItem(db, seller.id, number))
    if (!item) throw refuse('not-found')
    return move(db, { sellerId: seller.id, item, by: member.name })
  })
}

function toItem({ url }: SellerActionArgs, done: 'moved' | 'undone') {
  const from = url.searchParams.get('from') ?? ''
  return redirect(paths.stockItem(url.searchParams.get('item') ?? '', { from, done }), { status: 303 })
}

function problemWords(problem: Exclude<MoveOutcome, { ok: true }>, { t }: Pick<Texts, 't'>): string {
  switch (problem.reason) {
    case 'too-few':
      return t('inventory.move.too-few', { n: problem.items, name: problem.name })
    case 'same-location':
      return t('inventory.move.same-location')
    case 'unknown-location':
      return t('inventory.move.unknown-location')
  }
}
