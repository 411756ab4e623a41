import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { maxPurchaseMinor } from '#features/core/costs/enter-costs-db.server.ts'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { openSentFile } from '#features/machinery/file-runs/sent-file.ts'
import { readCodes } from '#features/selling/stock-count/counted-codes.ts'
import { readCountFile } from '#features/selling/stock-count/count-file.server.ts'
import { findCodes } from '#features/selling/stock-count/find-codes-db.server.ts'
import { beginCount } from '#features/selling/stock-count/take-counts-db.server.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { filesIn, oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { maxMinor } from '#lib/money.ts'
import { readAmount, readDecimal, readUnits } from '#lib/read-amount.ts'
import { takeStep } from '#lib/state-table.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import { hasErrors, refused, type FormAnswer } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { redirect } from '#web/router/router.ts'
import { mailPurchase } from './mail-purchase.server.ts'
import type { PurchaseDone } from './purchase-page.server.ts'
import { isExpectable } from './purchase-words.ts'
import {
  mostPurchaseLines,
  parsePurchaseNumber,
  purchaseTable,
  type PurchaseNumber,
} from '#features/selling/purchases/purchase.ts'
import { stepPurchase } from '#features/selling/purchases/step-purchase-db.server.ts'
import {
  addPurchaseLines,
  factsOfPurchase,
  readPurchase,
  readPurchaseLines,
  storePurchase,
  storePurchaseLines,
  type EditedLine,
  type PurchaseLine,
  type PurchaseRow,
} from '#features/selling/purchases/purchases-db.server.ts'
import { takeReceiptBack } from '#features/selling/purchases/receive-db.server.ts'

const steps = ['save', 'order', 'add', 'receive', 'close', 'cancel', 'withdraw', 'reopen', 'undo', 'mail'] as const

/** Edits an order, moves it on, or takes a receipt back; `step` names the form. */
export async function changePurchase(args: SellerActionArgs) {
  const number = parsePurchaseNumber(args.url.searchParams.get('order'))
  const step = oneOf(args.form, 'step', steps)
  if (!number) throw refuse('not-found')
  switch (step) {
    case 'save':
    case 'order':
      return save(args, number, step)
    case 'add':
      return add(args, number)
    case 'receive':
      return beginReceipt(args, number)
    case 'undo':
      return undo(args, number)
    case 'mail':
      return mail(args, number)
    case 'close':
    case 'cancel':
    case 'withdraw':
    case 'reopen':
      return move(args, number, step)
    case null:
      throw refuse('malformed')
  }
}

const toPage = (number: PurchaseNumber, done: PurchaseDone) =>
  redirect(paths.purchase(number, { done }), { status: 303 })

type Answer = FormAnswer<string>

/** Runs on the locked order, unless it changed since the form was opened: then the answer says so. */
async function onLocked<Result>(
  { form, seller, texts, write }: SellerActionArgs,
  number: PurchaseNumber,
  run: (db: SellerDb, locked: { purchase: PurchaseRow; lines: PurchaseLine[] }) => Promise<Result | Answer>,
): Promise<Result | Answer> {
  return write(async (db) => {
    const purchase = await readPurchase(db, { sellerId: seller.id, number }, { locked: true })
    if (!purchase) throw refuse('not-found')
    if (textOf(form, 'version') !== String(purchase.version))
      return { errors: { form: texts.t('form.overtaken') }, values: {} }
    return run(db, { purchase, lines: await readPurchaseLines(db, seller.id, purchase.id) })
  })
}

const isAnswer = (outcome: unknown): outcome is Answer =>
  typeof outcome === 'object' && outcome !== null && 'errors' in outcome

/** Saves lines and terms, and orders if wanted. Members who do not see the shop's money change no amounts. */
async function save(args: SellerActionArgs, number: PurchaseNumber, step: 'save' | 'order') {
  const { seller, texts } = args
  const outcome = await onLocked(args, number, async (db, { purchase, lines }): Promise<PurchaseDone | Answer> => {
    if (purchase.state === 'CANCELLED') throw refuse('malformed')
    const typed = readTyped(args, purchase, lines)
    if (hasErrors(typed.errors)) return { errors: typed.errors, values: typed.values }
    const { change, edited } = typed
    await storePurchaseLines(db, { sellerId: seller.id, id: purchase.id, edited })
    const refusal = await stepPurchase(db, {
      ...stepping(args),
      purchase,
      change,
      event: step === 'order' ? 'order' : null,
      gone: lines.map(({ sku }) => sku),
    })
    if (refusal) return { errors: { form: texts.t(`purchases.refused.${refusal}`) }, values: typed.values }
    return step === 'order' ? 'ordered' : 'saved'
  })
  return isAnswer(outcome) ? refused(outcome.errors, outcome.values) : toPage(number, outcome)
}

/** Who takes a step, of which shop, and when. */
const stepping = ({ hub, seller, member }: SellerActionArgs) => ({ seller, by: member.name, now: hub.now() })

/** Reads the form of an order: lines of a draft, and the terms. What the member may not see stays as it is. */
function readTyped(
  { form, hub, seller, texts }: SellerActionArgs,
  purchase: PurchaseRow,
  lines: readonly PurchaseLine[],
) {
  const { t, grouping } = texts
  const { currency } = purchase
  const seesMoney = mayDo(seller.role, 'money.view')
  const isDraft = purchase.state === 'DRAFT'
  const errors: Record<string, string> = {}
  const values: Record<string, string> = {}
  const typedOf = (name: string) => (values[name] = textOf(form, name))
  const amount = (name: string) => {
    const typed = typedOf(name)
    const minor = typed === '' ? null : readAmount(typed, { currency, grouping })
    if (typed !== '' && (minor === null || minor > maxMinor))
      errors[name] = t('costs.problem.cost', { example: exampleAmount(currency, texts) })
    return minor
  }
  const units = (name: string, { least, most }: { least: number; most: number }) => {
    const n = readUnits(typedOf(name), grouping)
    if (n === null || n < least || n > most) errors[name] = t('purchases.error.units', { least, most })
    return n ?? 0
  }
  const edited = lines.map((line): EditedLine => {
    const at = String(line.position)
    const grams =
      form.has(`grams-${at}`) && typedOf(`grams-${at}`) !== ''
        ? units(`grams-${at}`, { least: 1, most: 1_000_000 })
        : null
    const next = {
      position: line.position,
      ordered:
        isDraft && form.has(`units-${at}`) ? units(`units-${at}`, { least: 0, most: 1_000_000 }) : line.ordered_units,
      priceMinor: seesMoney && form.has(`price-${at}`) ? amount(`price-${at}`) : line.price_minor,
      grams: form.has(`grams-${at}`) ? grams : line.grams,
    }
    if ((next.priceMinor ?? 0) * 2 * next.ordered > maxPurchaseMinor)
      errors[`price-${at}`] = t('costs.problem.quantity')
    return next
  })
  const freight = seesMoney && form.has('freight') ? (amount('freight') ?? 0) : purchase.freight_minor
  const freightBy = oneOf(form, 'freightBy', ['VALUE', 'WEIGHT']) ?? purchase.freight_by
  if (freightBy === 'WEIGHT' && edited.some((line) => line.ordered > 0 && line.grams === null))
    errors['freightBy'] = t('purchases.error.weights')
  const rate = seesMoney && form.has('rate') ? readRate(typedOf('rate'), grouping) : purchase.rate_micros
  if (rate === undefined) errors['rate'] = t('purchases.error.rate')
  const expected = typedOf('expected')
  if (expected !== '' && expected !== purchase.expected_on && !isExpectable(expected, hub.now(), seller.timeZone))
    errors['expected'] = t('purchases.error.expected')
  const note = typedOf('note')
  if (note.length > 500) errors['note'] = t('suppliers.error.note')
  const change = {
    freight_minor: freight,
    freight_by: freightBy,
    rate_micros: rate ?? null,
    expected_on: expected === '' ? null : expected,
    note: note === '' ? null : note,
  }
  return { errors, values: { ...values, freightBy }, edited, change }
}

/** A typed rate in millionths; null if empty, undefined if it is none. */
function readRate(typed: string, grouping: SellerActionArgs['texts']['grouping']): number | null | undefined {
  if (typed === '') return null
  const decimal = readDecimal(typed, { grouping, usualDecimals: 6 })
  const micros = decimal === null ? Number.NaN : Math.round(Number(decimal) * 1_000_000)
  return micros >= 1 && micros <= 1_000_000_000_000 ? micros : undefined
}

const stepDone = { close: 'closed', cancel: 'cancelled', withdraw: 'withdrawn', reopen: 'reopened' } as const

async function move(args: SellerActionArgs, number: PurchaseNumber, event: keyof typeof stepDone) {
  const outcome = await onLocked(args, number, async (db, { purchase }): Promise<PurchaseDone | Answer> => {
    const refusal = await stepPurchase(db, { ...stepping(args), purchase, event })
    if (refusal) return { errors: { form: args.texts.t(`purchases.refused.${refusal}`) }, values: {} }
    return stepDone[event]
  })
  return isAnswer(outcome) ? refused(outcome.errors) : toPage(number, outcome)
}

/** Adds codes with numbers, typed or from a file, to a draft. */
async function add(args: SellerActionArgs, number: PurchaseNumber) {
  const { form, seller, texts } = args
  const { t } = texts
  const [file] = filesIn(form, 'file')
  const typed = secretOf(form, 'codes')
  const opened = file ? await openSentFile({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }) : null
  const sent = opened?.ok ? opened.files[0] : undefined
  const codes = file ? sent && (await readCountFile(sent.bytes)) : readCodes(typed)
  const values = { codes: typed }
  if (!codes || codes.counted.size + codes.unread.length === 0)
    return refused<string>({ codes: t('inventory.move.none') }, values)
  const outcome = await onLocked(args, number, async (db, { purchase }): Promise<PurchaseDone | Answer> => {
    if (purchase.state !== 'DRAFT') return { errors: { form: t('purchases.refused.not-now') }, values }
    const found = await findCodes(db, seller.id, [...codes.counted.keys()])
    const skus = new Map(
      (
        await selectOfSeller(db, 'stock_items', seller.id)
          .select(['id', 'sku'])
          .where('id', 'in', [0, ...found.values()])
          .where('is_kit', '=', false)
          .execute()
      ).map(({ id, sku }) => [id, sku]),
    )
    const unknown = [...codes.unread, ...[...codes.counted.keys()].filter((code) => !skus.has(found.get(code) ?? 0))]
    if (unknown.length > 0)
      return { errors: { codes: t('purchases.error.unknown', { codes: unknown.slice(0, 20).join(', ') }) }, values }
    const wanted = [...codes.counted].flatMap(([code, units]) => {
      const sku = skus.get(found.get(code) ?? 0)
      return sku === undefined || units === 0 ? [] : [{ sku, units }]
    })
    const of = { sellerId: seller.id, id: purchase.id, supplierId: purchase.supplier_id, wanted, now: args.hub.now() }
    if (!(await addPurchaseLines(db, of)))
      return { errors: { codes: t('purchases.error.many', { n: mostPurchaseLines }) }, values }
    await storePurchase(db, { sellerId: seller.id, purchase, change: {} })
    return 'added'
  })
  return isAnswer(outcome) ? refused(outcome.errors, outcome.values) : toPage(number, outcome)
}

/** Begins a count that receives the order; the scanner and its page are those of counts. */
async function beginReceipt({ form, hub, seller, member, texts, write }: SellerActionArgs, number: PurchaseNumber) {
  const key = textOf(form, 'key')
  if (!/^[0-9a-f]{16}$/.test(key)) throw refuse('malformed')
  const problem = await write(async (db) => {
    if (await isStockOfShop(db, seller.id)) return texts.t('listingForm.problem.stockOfShop')
    const purchase = await readPurchase(db, { sellerId: seller.id, number })
    if (!purchase) throw refuse('not-found')
    const lines = await readPurchaseLines(db, seller.id, purchase.id)
    const facts = factsOfPurchase(purchase, lines, seller.currency)
    const next = takeStep(purchaseTable, { state: purchase.state, event: 'receive', facts })
    if (!next.ok) return texts.t(`purchases.refused.${next.reason}`)
    const locations = await listLocations(db, seller.id)
    const chosen = locations.find(({ id }) => String(id) === textOf(form, 'location')) ?? locations[0]
    const location = locations.length > 1 ? (chosen?.id ?? null) : null
    await beginCount(db, {
      sellerId: seller.id,
      id: key,
      location,
      purchase: purchase.id,
      countedBy: member.name,
      now: hub.now(),
    })
    return null
  })
  return problem === null ? redirect(paths.stockCount(key), { status: 303 }) : refused<string>({ form: problem })
}

async function undo({ form, hub, seller, member, texts, write }: SellerActionArgs, number: PurchaseNumber) {
  const outcome = await write(async (db) => {
    const purchase = await readPurchase(db, { sellerId: seller.id, number })
    if (!purchase) throw refuse('not-found')
    return takeReceiptBack(db, {
      sellerId: seller.id,
      id: purchase.id,
      key: randomBytes(8).toString('hex'),
      undoes: textOf(form, 'receipt'),
      shopCurrency: seller.currency,
      by: member.name,
      now: hub.now(),
    })
  })
  if (outcome.ok) return toPage(number, 'undone')
  if (outcome.reason === 'not-found') throw refuse('not-found')
  return refused<string>({ form: texts.t('purchases.receipt.sold', { sku: outcome.sku }) })
}

async function mail(args: SellerActionArgs, number: PurchaseNumber) {
  const { hub, seller, texts } = args
  if (!mayDo(seller.role, 'money.view')) throw refuse('forbidden')
  const outcome = await onLocked(args, number, async (db, locked) => {
    if (locked.purchase.ordered_at === null || locked.purchase.supplier_email === null || !hub.mailer.canSend)
      throw refuse('malformed')
    await storePurchase(db, { sellerId: seller.id, purchase: locked.purchase, change: { mailed_at: hub.now() } })
    return locked
  })
  if (isAnswer(outcome)) return refused(outcome.errors)
  return (await mailPurchase(args, outcome))
    ? toPage(number, 'mailed')
    : refused<string>({ form: texts.t('purchases.mail.failed') })
}
