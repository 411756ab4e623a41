import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import type { StockRow } from '#features/selling/inventory/stock-rows.server.ts'
import { readCodes } from '#features/selling/stock-count/counted-codes.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { parseLocation } from '#features/selling/stock-locations/stock-location.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors, FormAnswer } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { data, redirect } from '#web/router/router.ts'
import { checkMove, mostLines, type CheckedMove } from './check-move-db.server.ts'
import { lineProblem, type MoveField, type MoveLine } from './move-line.ts'
import {
  isStored,
  readStockMoves,
  storeMove,
  takeStockMoveBack,
  type StockMoveRow,
  type UndoOutcome,
} from './stock-moves-db.server.ts'

const outcomes = ['moved', 'undone'] as const

export async function readStockMovesPage({ hub, read, seller, url, texts: reader }: SellerArgs) {
  const texts = textsFor(reader.locale, seller.timeZone)
  const now = hub.now()
  const { locations, moves } = await read(async (db) => ({
    locations: await listLocations(db, seller.id),
    moves: await readStockMoves(db, seller.id),
  }))
  return {
    key: randomBytes(8).toString('hex'),
    done: outcomes.find((outcome) => outcome === url.searchParams.get('done')) ?? null,
    places: locations.length > 1 ? locations.map(({ id, name }) => ({ value: String(id), label: name })) : [],
    moves: moves.map((move) => moveModel(move, now, texts)),
  }
}

function moveModel(move: StockMoveRow, now: Date, texts: Texts) {
  const { id, skus, quantity, moved_by: by, moved_at: at, undoes, from_name: from, to_name: to } = move
  const { t, number } = texts
  return {
    id,
    when: momentWords(at, now, texts),
    what: t(undoes === null ? 'inventory.moves.MOVED' : 'inventory.moves.UNDONE', { by }),
    from,
    to,
    skus: number(skus),
    items: number(quantity),
    undo: undoes === null && !move.is_undone ? t('inventory.moves.undo.of', { n: quantity, from, to }) : null,
  }
}

interface MoveAnswer extends FormAnswer<MoveField> {
  check: CheckModel | null
}

const refused = (errors: FieldErrors<MoveField>, values: MoveAnswer['values'] = {}, check: CheckModel | null = null) =>
  data<MoveAnswer>({ errors, values, check }, { status: 422 })

/** Checks a list of codes, moves it, or takes a move back; `step` names the form. */
export async function changeStockMoves(args: SellerActionArgs) {
  const step = oneOf(args.form, 'step', ['check', 'move', 'undo'])
  if (step === null) throw refuse('malformed')
  return step === 'undo' ? takeBack(args) : checkOrMove(args, step)
}

async function checkOrMove(args: SellerActionArgs, step: 'check' | 'move') {
  const { form, hub, seller, member, texts, write } = args
  const { t } = texts
  const key = keyOf(args, 'key')
  const values = {
    fromLocation: textOf(form, 'fromLocation'),
    toLocation: textOf(form, 'toLocation'),
    codes: secretOf(form, 'codes'),
  }
  const [from, to] = [parseLocation(values.fromLocation), parseLocation(values.toLocation)]
  const codes = readCodes(values.codes)
  const errors: FieldErrors<MoveField> = {}
  if (from === null) errors.fromLocation = t('inventory.move.unknown-location')
  if (to === null) errors.toLocation = t('inventory.move.unknown-location')
  if (codes.counted.size + codes.unread.length === 0) errors.codes = t('inventory.move.none')
  if (from === null || to === null || errors.codes) return refused(errors, values)
  const outcome = await write(async (db) => {
    const checked = await checkMove(db, { sellerId: seller.id, from, to, codes })
    // Looked up once the SKUs are locked: the same form may be moving them.
    if (step === 'move' && (await isStored(db, { sellerId: seller.id, key }))) return { isDone: true } as const
    if (!checked.ok) return checked
    const model = await checkModel(db, { sellerId: seller.id, key, values, move: checked.move, texts })
    const isDone = step === 'move' && model.problems === null
    if (isDone) await storeMove(db, { sellerId: seller.id, key, by: member.name, now: hub.now() }, checked.move)
    return { isDone, model }
  })
  if ('isDone' in outcome) {
    if (outcome.isDone) return redirect(paths.stockMoves('moved'), { status: 303 })
    const { model } = outcome
    if (model.problems !== null) return refused({ codes: model.problems }, values, model)
    return data<MoveAnswer>({ errors: {}, values, check: model })
  }
  if (outcome.reason === 'too-many')
    return refused({ codes: t('inventory.moveMany.tooMany', { most: mostLines }) }, values)
  return refused({ toLocation: t(`inventory.move.${outcome.reason}`) }, values)
}

export type CheckModel = Awaited<ReturnType<typeof checkModel>>

interface Checked {
  sellerId: number
  key: string
  values: Record<MoveField, string>
  move: CheckedMove
  texts: Texts
}

async function checkModel(db: SellerDb, { sellerId, key, values, move, texts }: Checked) {
  const { from, to, lines, unknown } = move
  const { t } = texts
  const read = await readRows(
    db,
    inventoryList,
    sellerId,
    lines.map(({ id }) => id),
  )
  const rows = new Map(read.map((row) => [row.id, row]))
  // Problems first, and then the order in which one walks past the bins.
  const orderOf = (line: MoveLine) => {
    const bin = rows.get(line.id)?.bin ?? null
    return [lineProblem(line) === null, bin === null, bin ?? '', line.sku].join(' ')
  }
  const sorted = lines.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))
  const wrong = lines.filter((line) => lineProblem(line) !== null).length + unknown.length
  const items = lines.reduce((sum, line) => sum + line.items, 0)
  return {
    key,
    values,
    from: from.name,
    summary: t('inventory.moveMany.summary', { n: lines.length, items, from: from.name, to: to.name }),
    submit: t('inventory.moveMany.submit', { n: items }),
    problems: wrong === 0 ? null : t('inventory.moveMany.problems', { n: wrong }),
    lines: sorted.map((line) => lineModel(line, { row: rows.get(line.id), from: from.name, texts })),
    unknown,
  }
}

interface LineFacts {
  row: StockRow | undefined
  from: string
  texts: Texts
}

function lineModel(line: MoveLine, { row, from, texts }: LineFacts) {
  const problem = lineProblem(line)
  const { there, items, sku } = line
  const title = row?.title ?? ''
  const variation = row?.variation ?? null
  return {
    sku,
    href: row ? paths.stockItem(row.stock_number) : null,
    title: variation === null ? title : `${title} (${variation})`,
    bin: row?.bin ?? '',
    there: texts.number(there),
    items: texts.number(items),
    left: problem === null ? texts.number(there - items) : '',
    problem: problem === null ? '' : texts.t(problemKeys[problem], { n: there, name: from }),
  }
}

const problemKeys = {
  'not-held': 'inventory.moveMany.not-held',
  'not-a-number': 'inventory.move.not-a-number',
  'too-few': 'inventory.move.too-few',
} as const

async function takeBack(args: SellerActionArgs) {
  const { hub, seller, member, texts, write } = args
  const undoes = keyOf(args, 'undoes')
  const key = randomBytes(8).toString('hex')
  const outcome = await write((db) =>
    takeStockMoveBack(db, { sellerId: seller.id, key, undoes, by: member.name, now: hub.now() }),
  )
  if (outcome.ok) return redirect(paths.stockMoves('undone'), { status: 303 })
  return refused({ form: undoProblem(outcome, texts) })
}

function undoProblem(outcome: Exclude<UndoOutcome, { ok: true }>, { t }: Pick<Texts, 't'>): string {
  if (outcome.reason === 'unknown-location') return t('inventory.move.unknown-location')
  const { line, from } = outcome
  const problem = t(problemKeys[lineProblem(line) ?? 'too-few'], { n: line.there, name: from })
  return t('inventory.moveMany.not-undone', { sku: line.sku, problem })
}

function keyOf({ form }: SellerActionArgs, name: string): string {
  const key = textOf(form, name)
  if (!/^[0-9a-f]{16}$/.test(key)) throw refuse('malformed')
  return key
}
