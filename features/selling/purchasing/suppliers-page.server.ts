import { randomBytes } from 'node:crypto'
import { deleteOfSeller } from '#db/change-of-seller.ts'
import { filesIn, oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { toDecimal } from '#lib/money.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import { lockSettings } from '#web/form-baseline.server.ts'
import { hasErrors, looksLikeEmail, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { redirect } from '#web/router/router.ts'
import { openSentFile } from '#features/machinery/file-runs/sent-file.ts'
import { reckonAdvice, readReorderSettings } from '#features/selling/reorder/reckon-advice-db.server.ts'
import { refreshSeller } from '#features/selling/reorder/refresh-advice.server.ts'
import { saveReorderSettings } from '#features/selling/reorder/save-reorder-settings.server.ts'
import { makePurchase } from '#features/selling/purchases/purchases-db.server.ts'
import { readSupplierFile } from './supplier-file.server.ts'
import {
  knownSkus,
  mostSuppliers,
  mostSupplierSkus,
  readSuppliers,
  readSupplierSkus,
  removeSupplier,
  saveSupplier,
  saveSupplierSkus,
} from '#features/selling/purchases/suppliers-db.server.ts'

const outcomes = ['saved', 'removed', 'skus', 'planned'] as const

/** Reads the suppliers, and the one in the URL with its SKUs. */
export async function readSuppliersPage({ read, seller, url, texts }: SellerArgs) {
  const { t, number, money, typed } = texts
  const id = url.searchParams.get('supplier')
  const { suppliers, skus, plan } = await read(async (db) => ({
    plan: await readReorderSettings(db, seller.id),
    suppliers: await readSuppliers(db, seller.id),
    skus: id === null ? [] : await readSupplierSkus(db, seller.id, id),
  }))
  const shown = suppliers.find((supplier) => supplier.id === id)
  if (id !== null && !shown) throw refuse('not-found')
  const seesMoney = mayDo(seller.role, 'money.view')
  const done = outcomes.find((outcome) => outcome === url.searchParams.get('done')) ?? null
  return {
    key: randomBytes(8).toString('hex'),
    currency: seller.currency,
    done: done && t(`suppliers.done.${done}`),
    seesMoney,
    plan: { safety: String(plan.safetyDays), target: String(plan.targetDays) },
    suppliers: suppliers.map((supplier) => ({
      id: supplier.id,
      name: supplier.name,
      email: supplier.email ?? '',
      lead: t('suppliers.days', { n: supplier.lead_days }),
      skus: number(supplier.skus),
      href: paths.suppliers(supplier.id),
    })),
    shown: shown
      ? {
          id: shown.id,
          name: shown.name,
          currency: shown.currency,
          example: exampleAmount(shown.currency, texts),
          values: {
            name: shown.name,
            email: shown.email ?? '',
            currency: shown.currency,
            lead: String(shown.lead_days),
            note: shown.note ?? '',
          },
          skus: skus.map(
            ({ sku, code, price_minor: minor, least_units: least, pack_units: pack, stock_number: item, title }) => ({
              sku,
              title: title ?? '',
              href: item === null ? null : paths.stockItem(item),
              code: code ?? '',
              price: seesMoney && minor !== null ? money({ minor, currency: shown.currency }) : '',
              typed: seesMoney && minor !== null ? typed(toDecimal({ minor, currency: shown.currency })) : '',
              least: number(least),
              pack: number(pack),
            }),
          ),
        }
      : null,
  }
}

export type SupplierField =
  | 'name'
  | 'email'
  | 'currency'
  | 'lead'
  | 'note'
  | 'sku'
  | 'code'
  | 'price'
  | 'least'
  | 'pack'
  | 'rows'
  | 'safety'
  | 'target'

/** Saves or removes a supplier or what it offers of a SKU, or begins an order; `step` names the form. */
export async function changeSuppliers(args: SellerActionArgs) {
  switch (oneOf(args.form, 'step', ['save', 'remove', 'sku', 'dropSku', 'skus', 'purchase', 'plan'])) {
    case 'save':
      return save(args)
    case 'remove':
      return remove(args)
    case 'sku':
      return saveSku(args)
    case 'dropSku':
      return dropSku(args)
    case 'skus':
      return saveFile(args)
    case 'purchase':
      return begin(args)
    case 'plan':
      return savePlan(args)
    case null:
      throw refuse('malformed')
  }
}

const idOf = ({ form }: SellerActionArgs): string => {
  const id = textOf(form, 'id')
  if (!/^[0-9a-f]{12}$/.test(id)) throw refuse('malformed')
  return id
}

const toPage = (supplier: string | undefined, done: (typeof outcomes)[number]) =>
  redirect(paths.suppliers(supplier, done), { status: 303 })

async function save(args: SellerActionArgs) {
  const { form, seller, member, texts, write } = args
  const { t } = texts
  const fields = ['name', 'email', 'currency', 'lead', 'note'] as const
  const values = Object.fromEntries(fields.map((field) => [field, textOf(form, field)])) as Record<
    (typeof fields)[number],
    string
  >
  const currency = values.currency.toUpperCase()
  const lead = /^\d{1,3}$/.test(values.lead) ? Number(values.lead) : Number.NaN
  const errors: FieldErrors<SupplierField> = {}
  if (values.name === '' || values.name.length > 100) errors.name = t('suppliers.error.name')
  if (values.email !== '' && !looksLikeEmail(values.email)) errors.email = t('suppliers.error.email')
  if (!isCurrency(currency)) errors.currency = t('costs.problem.currency')
  if (!(lead <= 365)) errors.lead = t('suppliers.error.lead')
  if (values.note.length > 500) errors.note = t('suppliers.error.note')
  if (hasErrors(errors)) return refused<SupplierField>(errors, values)
  const id = textOf(form, 'id') === '' ? randomBytes(6).toString('hex') : idOf(args)
  const { name, email, note } = values
  const supplier = { id, name, email: email || null, currency, lead_days: lead, note: note || null }
  const isNew = textOf(form, 'id') === ''
  const outcome = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    return saveSupplier(db, { sellerId: seller.id, supplier, isNew, now: args.hub.now() })
  })
  if (outcome === 'not-found') throw refuse('not-found')
  if (outcome === 'saved') return toPage(id, 'saved')
  const problem = outcome === 'taken' ? t('suppliers.error.taken') : t('suppliers.error.most', { n: mostSuppliers })
  return refused<SupplierField>({ name: problem }, values)
}

async function remove(args: SellerActionArgs) {
  const { hub, seller, member, write } = args
  await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    await removeSupplier(db, { sellerId: seller.id, id: idOf(args), now: hub.now() })
  })
  return toPage(undefined, 'removed')
}

async function saveSku(args: SellerActionArgs) {
  const { form, seller, member, texts, write } = args
  const { t, grouping } = texts
  const supplier = await supplierOf(args)
  const fields = ['sku', 'code', 'price', 'least', 'pack'] as const
  const values = Object.fromEntries(fields.map((field) => [field, textOf(form, field)])) as Record<
    (typeof fields)[number],
    string
  >
  const seesMoney = mayDo(seller.role, 'money.view')
  const price =
    values.price === '' || !seesMoney ? null : readAmount(values.price, { currency: supplier.currency, grouping })
  const units = (typed: string) => (typed === '' ? 1 : (readUnits(typed, grouping) ?? 0))
  const [least, pack] = [units(values.least), units(values.pack)]
  const errors: FieldErrors<SupplierField> = {}
  if (values.code.length > 50) errors.code = t('suppliers.error.code')
  if (seesMoney && values.price !== '' && price === null)
    errors.price = t('costs.problem.cost', { example: exampleAmount(supplier.currency, texts) })
  if (least < 1 || least > 1_000_000) errors.least = t('suppliers.error.units')
  if (pack < 1 || pack > 1_000_000) errors.pack = t('suppliers.error.units')
  if (hasErrors(errors)) return refused<SupplierField>(errors, values)
  const offer = { sku: values.sku, code: values.code || null, price_minor: price, least_units: least, pack_units: pack }
  const isKnown = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    if (!(await knownSkus(db, seller.id, [values.sku])).has(values.sku)) return false
    await saveSupplierSkus(db, { sellerId: seller.id, supplier: supplier.id, offered: [offer] })
    await reckonAdvice(db, { sellerId: seller.id, skus: [offer.sku], now: args.hub.now() })
    return true
  })
  if (!isKnown) return refused<SupplierField>({ sku: t('inventory.count.noSku', { sku: values.sku }) }, values)
  return toPage(supplier.id, 'skus')
}

async function dropSku(args: SellerActionArgs) {
  const { form, seller, write } = args
  const supplier = idOf(args)
  const sku = textOf(form, 'sku')
  await write(async (db) => {
    await deleteOfSeller(db, 'supplier_skus', seller.id)
      .where('supplier_id', '=', supplier)
      .where('sku', '=', sku)
      .execute()
    await reckonAdvice(db, { sellerId: seller.id, skus: [sku], now: args.hub.now() })
  })
  return toPage(supplier, 'skus')
}

/** Reads a price list, as a file or pasted. */
async function saveFile(args: SellerActionArgs) {
  const { form, seller, member, texts, write } = args
  const { t } = texts
  const supplier = await supplierOf(args)
  const [file] = filesIn(form, 'file')
  const pasted = secretOf(form, 'rows')
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted)
  const opened = await openSentFile({ name: file?.name ?? '', bytes })
  const sent = opened.ok ? opened.files[0] : undefined
  const read = sent ? await readSupplierFile(sent.bytes, supplier.currency) : null
  if (!read || read.offered.length + read.unread.length === 0)
    return refused<SupplierField>({ rows: t('suppliers.error.file') }, { rows: pasted })
  if (read.offered.length > mostSupplierSkus)
    return refused<SupplierField>({ rows: t('suppliers.error.many', { n: mostSupplierSkus }) }, { rows: pasted })
  const offered = mayDo(seller.role, 'money.view')
    ? read.offered
    : read.offered.map((offer) => ({ ...offer, price_minor: null }))
  const unknown = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    const known = await knownSkus(
      db,
      seller.id,
      offered.map(({ sku }) => sku),
    )
    await saveSupplierSkus(db, {
      sellerId: seller.id,
      supplier: supplier.id,
      offered: offered.filter(({ sku }) => known.has(sku)),
    })
    await reckonAdvice(db, { sellerId: seller.id, skus: [...known], now: args.hub.now() })
    return offered.flatMap(({ sku }) => (known.has(sku) ? [] : [sku]))
  })
  if (unknown.length + read.unread.length === 0) return toPage(supplier.id, 'skus')
  const left = [
    ...(unknown.length > 0 ? [t('suppliers.error.unknown', { skus: unknown.slice(0, 20).join(', ') })] : []),
    ...(read.unread.length > 0 ? [t('suppliers.error.unread', { lines: read.unread.slice(0, 20).join(', ') })] : []),
  ]
  return refused<SupplierField>({ rows: left.join(' ') }, { rows: pasted })
}

async function begin(args: SellerActionArgs) {
  const { form, hub, seller, member, write } = args
  const key = textOf(form, 'key')
  if (!/^[0-9a-f]{16}$/.test(key)) throw refuse('malformed')
  const of = { sellerId: seller.id, key, supplierId: idOf(args), wanted: [], by: member.name, now: hub.now() }
  const number = await write((db) => makePurchase(db, of))
  if (number === null) throw refuse('not-found')
  return redirect(paths.purchase(number), { status: 303 })
}

async function supplierOf(args: SellerActionArgs) {
  const id = idOf(args)
  const found = (await args.read((db) => readSuppliers(db, args.seller.id))).find((supplier) => supplier.id === id)
  if (!found) throw refuse('not-found')
  return found
}

/** Saves the days of safety, and the days that orders should last. */
async function savePlan(args: SellerActionArgs) {
  const { form, hub, seller, member, texts, write } = args
  const values = { safety: textOf(form, 'safety'), target: textOf(form, 'target') }
  const daysOf = (typed: string) => (/^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN)
  const [safetyDays, targetDays] = [daysOf(values.safety), daysOf(values.target)]
  const errors: FieldErrors<SupplierField> = {}
  if (!(safetyDays <= 365)) errors.safety = texts.t('suppliers.error.lead')
  if (!(targetDays >= 1 && targetDays <= 365)) errors.target = texts.t('reorder.error.target')
  if (hasErrors(errors)) return refused<SupplierField>(errors, values)
  await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    await saveReorderSettings(db, { sellerId: seller.id, safetyDays, targetDays })
  })
  await refreshSeller(hub.db, { sellerId: seller.id, now: hub.now(), within: 10_000 })
  return toPage(undefined, 'planned')
}
