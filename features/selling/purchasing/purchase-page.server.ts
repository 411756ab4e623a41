import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { activeTab } from '#features/machinery/grid/list-query.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { gridHref } from '#lib/grid-query.ts'
import { toDecimal, withDecimals } from '#lib/money.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { FactModel } from '#web/facts.tsx'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { parsePurchaseNumber, purchaseChoices } from '#features/selling/purchases/purchase.ts'
import { expectedText, purchaseStatus } from './purchase-words.ts'
import { purchasesList } from './purchases-list.server.ts'
import {
  factsOfPurchase,
  readWholePurchase,
  type PurchaseLine,
  type PurchaseRow,
} from '#features/selling/purchases/purchases-db.server.ts'
import { readReceipts, type ReceiptRow } from '#features/selling/purchases/receive-db.server.ts'

const outcomes = [
  'saved',
  'ordered',
  'closed',
  'cancelled',
  'withdrawn',
  'reopened',
  'mailed',
  'undone',
  'added',
] as const
export type PurchaseDone = (typeof outcomes)[number]

/** A rate in millionths as a decimal: 860000 is 0.86. */
export const rateDecimal = (micros: number): string => withDecimals(String(micros), 6).replace(/\.?0+$/, '')

/** Reads an order with its lines, receipts and steps; 404 if the seller has none. */
export async function readPurchasePage(visit: SellerArgs) {
  const { hub, read, seller, url, texts: reader } = visit
  const number = parsePurchaseNumber(url.searchParams.get('order'))
  const found =
    number &&
    (await read(async (db) => {
      const whole = await readWholePurchase(db, seller.id, number)
      return (
        whole && {
          ...whole,
          receipts: await readReceipts(db, seller.id, whole.purchase.id),
          locations: await listLocations(db, seller.id),
          labels: await labelsHref(db, seller.id, whole.lines),
        }
      )
    }))
  if (!found) throw refuse('not-found')
  const { purchase, lines, receipts, locations, labels } = found
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const { t } = texts
  const mayEdit = mayDo(seller.role, 'listings.edit')
  const seesMoney = mayDo(seller.role, 'money.view')
  const facts = factsOfPurchase(purchase, lines, seller.currency)
  const choices = mayEdit ? purchaseChoices(purchase.state, facts) : []
  const list = openFrom(purchasesList, paths.purchases, url.searchParams.get('from') ?? '', visit)
  const done = outcomes.find((outcome) => outcome === url.searchParams.get('done')) ?? null
  const { currency } = purchase
  return {
    number: purchase.po_number,
    labels,
    supplier: purchase.supplier_name,
    key: randomBytes(8).toString('hex'),
    version: String(purchase.version),
    status: purchaseStatus(purchase.state, texts),
    done: done && t(`purchases.done.${done}`),
    facts: purchaseFacts(purchase, lines, { texts, now, seesMoney }),
    isDraft: purchase.state === 'DRAFT',
    mayEdit: mayEdit && purchase.state !== 'CANCELLED',
    seesMoney,
    currency: seesMoney ? currency : '',
    choices,
    mail:
      mayEdit && seesMoney && facts.wasOrdered && purchase.supplier_email !== null && hub.mailer.canSend
        ? purchase.supplier_email
        : null,
    isMailed: purchase.mailed_at !== null,
    locations: locations.length > 1 ? locations.map(({ id, name }) => ({ value: String(id), label: name })) : [],
    rate: !seesMoney || currency === seller.currency ? null : { from: currency, to: seller.currency },
    values: {
      freight: seesMoney ? texts.typed(toDecimal({ minor: purchase.freight_minor, currency })) : '',
      freightBy: purchase.freight_by,
      rate: purchase.rate_micros === null || !seesMoney ? '' : texts.typed(rateDecimal(purchase.rate_micros)),
      expected: purchase.expected_on ?? '',
      note: purchase.note ?? '',
    },
    today: dateAt(now, seller.timeZone),
    latest: addDays(dateAt(now, seller.timeZone), 730),
    lines: lines.map((line) => lineModel(line, currency, texts, seesMoney)),
    receipts: receipts.map((receipt) => receiptModel(receipt, { now, texts, mayUndo: mayEdit })),
    print: paths.purchasePrint(purchase.po_number),
    file: paths.purchaseFile(purchase.po_number),
    back: {
      href: gridHref(paths.purchases, list.query, list.definition),
      label: t(activeTab(purchasesList, list.place, list.query.filters)?.name ?? purchasesList.title),
    },
  }
}

/** Labels, as many as were received of each SKU; null before anything was. */
async function labelsHref(db: SellerDb, sellerId: number, lines: readonly PurchaseLine[]): Promise<string | null> {
  const came = new Map(lines.flatMap((line) => (line.received_units > 0 ? [[line.sku, line.received_units]] : [])))
  if (came.size === 0) return null
  const items = await selectOfSeller(db, 'stock_items', sellerId)
    .select(['sku', 'stock_number as number'])
    .where('sku', 'in', [...came.keys()])
    .orderBy('sku')
    .execute()
  return paths.productLabelsOf(...items.map(({ sku, number }) => ({ number, units: came.get(sku) ?? 0 })))
}

export type PurchaseModel = Awaited<ReturnType<typeof readPurchasePage>>

function lineModel(line: PurchaseLine, currency: string, texts: Texts, seesMoney: boolean) {
  const {
    position,
    sku,
    title,
    code,
    ordered_units: ordered,
    price_minor: price,
    grams,
    received_units: received,
  } = line
  return {
    position,
    sku,
    title,
    code: code ?? '',
    ordered: String(ordered),
    orderedText: texts.number(ordered),
    received: texts.number(received),
    price: price === null || !seesMoney ? '' : texts.typed(toDecimal({ minor: price, currency })),
    grams: grams === null ? '' : String(grams),
    sum: price === null || !seesMoney ? '' : texts.money({ minor: price * ordered, currency }),
  }
}

export type PurchaseLineModel = ReturnType<typeof lineModel>

function receiptModel(receipt: ReceiptRow, { now, texts, mayUndo }: { now: Date; texts: Texts; mayUndo: boolean }) {
  const { receipt_key: key, received_by: by, received_at: at, undoes, units, location, is_undone: isUndone } = receipt
  const { t, number } = texts
  const when = momentWords(at, now, texts)
  return {
    key,
    when,
    what: t(undoes === null ? 'purchases.receipt.came' : 'purchases.receipt.back', { by }),
    location: location ?? '',
    units: number(units),
    undo: mayUndo && undoes === null && !isUndone ? t('purchases.receipt.undo.of', { n: units, when }) : null,
  }
}

function purchaseFacts(
  purchase: PurchaseRow,
  lines: readonly PurchaseLine[],
  { texts, now, seesMoney }: { texts: Texts; now: Date; seesMoney: boolean },
): FactModel[] {
  const { t, money } = texts
  const { currency, freight_minor: freight, ordered_at: orderedAt, mailed_at: mailedAt } = purchase
  const goods = lines.reduce((sum, line) => sum + line.ordered_units * (line.price_minor ?? 0), 0)
  const facts: [string, string | null][] = [
    [t('purchases.supplier'), purchase.supplier_name],
    [t('purchases.madeBy'), `${purchase.made_by}, ${momentWords(purchase.made_at, now, texts)}`],
    [t('purchases.orderedAt'), orderedAt && momentWords(orderedAt, now, texts)],
    [t('purchases.mailedAt'), mailedAt && momentWords(mailedAt, now, texts)],
    [t('purchases.expected'), expectedText(purchase.expected_on, texts)],
    [t('purchases.goods'), seesMoney ? money({ minor: goods, currency }) : null],
    [t('purchases.total'), seesMoney ? money({ minor: goods + freight, currency }) : null],
  ]
  return facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]))
}
