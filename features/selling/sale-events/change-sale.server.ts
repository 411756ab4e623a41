import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import {
  mostSaleListings,
  parseSaleKey,
  sellerSaleSteps,
  type SaleKey,
  type SellerSaleStep,
} from '#features/core/sale-event/sale-event.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { second } from '#lib/duration.ts'
import { oneOf, textOf, textsIn } from '#lib/form-fields.ts'
import { addDays, dateAt, momentOf } from '#lib/zoned-time.ts'
import { hasErrors, refused, type FormAnswer } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { RevalidateChoice } from '#web/revalidate.ts'
import { data, redirect } from '#web/router/router.ts'
import { checkLine } from './check-line.ts'
import { takeSellerStep } from './move-sale-db.server.ts'
import {
  addSaleListings,
  findByCodes,
  makeSale,
  readSale,
  removeSale,
  removeSaleListings,
  storeSale,
  termsOf,
  wasRuleOf,
  type SaleRow,
} from './sale-events-db.server.ts'
import { readSaleForm } from './read-sale-form.server.ts'
import { readSaleLines } from './sale-lines-db.server.ts'
import type { SaleDone, SaleRefused } from './sale-page.server.ts'

type Answer = FormAnswer<string> & RevalidateChoice

const steps = [...sellerSaleSteps, 'make', 'save', 'add', 'remove', 'removeUnable', 'delete'] as const

/** Makes or edits a sale, or moves it on; `step` names the button. */
export async function changeSale(args: SellerActionArgs) {
  const { form, url, seller } = args
  const step = oneOf(form, 'step', steps)
  if (step === 'make') return make(args)
  const key = parseSaleKey(url.searchParams.get('sale'))
  if (!key) throw refuse('not-found')
  switch (step) {
    case 'save':
    case 'schedule':
      return save(args, key, step)
    case 'add':
      return add(args, key)
    case 'remove':
    case 'removeUnable':
      return remove(args, key, step)
    case 'withdraw':
    case 'pause':
    case 'resume':
    case 'end':
      return onLocked(args, key, (db, sale) => move(args, db, sale, step))
    case 'delete':
      return onLocked(args, key, async (db, sale) => {
        await removeSale(db, { sellerId: seller.id, id: sale.id })
        return null
      })
    case null:
      throw refuse('malformed')
  }
}

/** Runs on the locked sale, unless it changed since the form was opened: then the answer says so. Null: it is gone. */
async function onLocked(
  { form, seller, texts, url, write }: SellerActionArgs,
  key: SaleKey,
  run: (db: SellerDb, sale: SaleRow) => Promise<SaleDone | SaleRefused | Answer | null>,
) {
  const outcome = await write(async (db): Promise<SaleDone | SaleRefused | Answer | null> => {
    const sale = await readSale(db, seller.id, { key }, { locked: true })
    if (!sale) throw refuse('not-found')
    if (textOf(form, 'version') !== String(sale.version))
      return { errors: { form: texts.t('form.overtaken') }, values: Object.fromEntries(textsIn(form)), readAgain: true }
    return run(db, sale)
  })
  if (outcome === null) return redirect(paths.saleEvents, { status: 303 })
  if (typeof outcome !== 'string') return data(outcome, { status: 422 })
  const from = url.searchParams.get('from') ?? undefined
  return redirect(paths.saleEvent(key, { from, done: outcome }), { status: 303 })
}

async function move(
  { hub, texts }: SellerActionArgs,
  db: SellerDb,
  sale: SaleRow,
  step: SellerSaleStep,
): Promise<SaleDone | Answer> {
  const outcome = await takeSellerStep(db, { sale, step, now: hub.now() })
  return outcome.ok ? step : { errors: { form: texts.t(`saleEvents.refused.${outcome.reason}`) }, values: {} }
}

async function make(args: SellerActionArgs) {
  const { form, seller, write } = args
  const typed = readSaleForm(args)
  const key = parseSaleKey(textOf(form, 'key'))
  if (!key) throw refuse('malformed')
  if (hasErrors(typed.errors)) return refused<string>(typed.errors, typed.values)
  await write((db) => makeSale(db, { ...makingOf(args), sellerId: seller.id, key, form: typed.sale }))
  return redirect(paths.saleEvent(key, { done: 'made' }), { status: 303 })
}

const makingOf = ({ hub, seller, member }: SellerActionArgs) => ({
  currency: seller.currency,
  zone: seller.timeZone,
  rule: hub.config.policyPack.wasPrice,
  by: member.name,
  now: hub.now(),
})

/** Saves a draft, and schedules it if wanted and possible. One whose time has come begins now, so that no price is given for the past. */
const save = (args: SellerActionArgs, key: SaleKey, step: 'save' | 'schedule') =>
  onLocked(args, key, async (db, sale) => {
    if (sale.state !== 'DRAFT') throw refuse('malformed')
    const { errors, values, sale: change } = readSaleForm(args)
    if (hasErrors(errors)) return { errors, values }
    const now = new Date(Math.floor(args.hub.now().getTime() / second) * second)
    const begins = step === 'schedule' && change.starts_at < now ? now : change.starts_at
    if (begins >= change.ends_at) return { errors: { endDate: args.texts.t('saleEvents.refused.over') }, values }
    const stored = { ...change, starts_at: begins, time_zone: args.seller.timeZone }
    await storeSale(db, sale, stored)
    if (step === 'save') return 'saved'
    const next = { ...sale, ...stored, version: sale.version + 1 }
    const outcome = await takeSellerStep(db, { sale: next, step: 'schedule', now: args.hub.now() })
    return outcome.ok ? 'schedule' : `refused-${outcome.reason}`
  })

/** Adds listings by item numbers or SKUs, one a line. */
const add = (args: SellerActionArgs, key: SaleKey) =>
  onLocked(args, key, async (db, sale) => {
    const { form, texts, seller } = args
    if (sale.state !== 'DRAFT') throw refuse('malformed')
    const values = { codes: textOf(form, 'codes') }
    const codes = [
      ...new Set(
        values.codes
          .split(/[\n,;\t]+/)
          .map((code) => code.trim())
          .filter(Boolean),
      ),
    ]
    if (codes.length === 0) return { errors: { codes: texts.t('saleEvents.error.codes') }, values }
    const { ids, unknown } = await findByCodes(db, seller.id, codes)
    if (unknown.length > 0)
      return {
        errors: { codes: texts.t('saleEvents.error.unknown', { codes: unknown.slice(0, 20).join(', ') }) },
        values,
      }
    if (!(await addSaleListings(db, { sellerId: seller.id, id: sale.id }, ids)))
      return { errors: { codes: texts.t('saleEvents.error.many', { n: mostSaleListings }) }, values }
    await storeSale(db, sale, {})
    return 'added'
  })

/** Takes listings out of a draft: those that are ticked, or all that cannot be reduced. */
const remove = (args: SellerActionArgs, key: SaleKey, step: 'remove' | 'removeUnable') =>
  onLocked(args, key, async (db, sale) => {
    if (sale.state !== 'DRAFT') throw refuse('malformed')
    const lines = await readSaleLines(db, sale)
    const chosen = new Set(args.form.getAll('item'))
    const isOut = (line: (typeof lines)[number]) =>
      step === 'remove' ? chosen.has(line.item) : checkLine(line, termsOf(sale), wasRuleOf(sale)).problem !== null
    const ids = lines.filter(isOut).map(({ listingId }) => listingId)
    await removeSaleListings(db, { sellerId: args.seller.id, id: sale.id }, ids)
    await storeSale(db, sale, {})
    return 'removed'
  })

/** Opens a draft with the listings chosen in their list. */
export async function openSale(args: SellerActionArgs) {
  const { form, seller, texts, hub, write } = args
  const params = new URLSearchParams(textsIn(form))
  const chosen = openChosen(listingsList, { path: paths.listings.active, params, parse: parseItemNumber }, args)
  const key = assertDefined(parseSaleKey(randomBytes(6).toString('hex')) ?? undefined, 'it is hexadecimal')
  const tomorrow = addDays(dateAt(hub.now(), seller.timeZone), 1)
  const at = (date: string) => momentOf(date, '00:00', seller.timeZone)
  const fits = await write(async (db) => {
    const ids = await firstIds(db, listingsList, chosen, mostSaleListings + 1)
    if (ids.length > mostSaleListings) return false
    const sale = {
      name: texts.t('saleEvents.usualName', { day: texts.moment(at(tomorrow), 'day') }),
      percent: 10,
      price_minor: null,
      ending: 'NONE',
      starts_at: at(tomorrow),
      ends_at: at(addDays(tomorrow, 7)),
    } as const
    const made = await makeSale(db, { ...makingOf(args), sellerId: seller.id, key, form: sale })
    return addSaleListings(db, { sellerId: seller.id, id: made.id }, ids)
  })
  return redirect(
    fits ? paths.saleEvent(key, { done: 'made' }) : paths.saleEvent(undefined, { done: 'refused-many' }),
    {
      status: 303,
    },
  )
}
