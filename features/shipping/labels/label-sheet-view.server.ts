import { awaitsShipment } from '#features/core/order/delivery.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { Package } from '#features/selling/policies/package.ts'
import type { PackageSize } from './package-sizes.tsx'
import type { WeightUnit } from '#lib/weight.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { AccountRate, ParcelRates } from './label-rates.server.ts'
import type { LabelOrder } from './label-order-db.server.ts'
import type { SheetRows } from './label-sheet-db.server.ts'
import { labelFactsText, labelProblem, labelState } from './label-words.ts'
import { needsCustoms, openContents, weightOf } from './label-parcel.ts'
import type { LabelLineModel, LabelRowModel, LabelRowValues, RateOption } from './label-sheet.ts'

interface ViewFor {
  texts: Texts
  /** Country of the sender; null before the shop has entered its address. */
  from: string | null
  isReturn: boolean
}

export function sheetRows({ orders }: SheetRows, on: ViewFor): LabelRowModel[] {
  return orders.map((row) => rowModel(row, on))
}

function rowModel({ chosen, label: order, bought }: SheetRows['orders'][number], on: ViewFor): LabelRowModel {
  const { texts } = on
  const open = order ? openContents(order.lines) : []
  const isOpen = order !== null && open.length > 0 && (on.isReturn || awaitsShipment(chosen))
  const [last] = bought
  const failed = last?.state === 'FAILED' ? last : null
  const grams = failed?.grams ?? (order && weightOf(order.lines, open))
  const usual = order ? sizeText(usualSize(order), texts) : ''
  const told = failed && !isOpen ? bought.find(({ state }) => state !== 'FAILED') : last
  const state = told && !isOpen ? { ...labelState(told, texts), detail: labelFactsText(told, texts) } : null
  return {
    order: chosen.order_number,
    href: paths.orderDetails(chosen.order_number),
    buyer: shownBuyer(chosen.buyer_username, texts),
    to: [order?.address.city, texts.country(chosen.ship_to_country)].filter(Boolean).join(', '),
    item: {
      title: chosen.title ?? texts.t('orders.noItem'),
      detail:
        [chosen.sku, chosen.line_count > 1 ? texts.t('orders.moreItems', { n: chosen.line_count - 1 }) : null]
          .filter(Boolean)
          .join(' · ') || null,
      image: chosen.image_url,
    },
    service: chosen.shipping_service,
    weight: grams === null || grams === 0 ? '' : weightText(grams, on),
    size: failed?.size_mm ? sizeText(failed.size_mm, texts) : usual,
    given: givenText({ size: usual, insured: '', signature: false }),
    lines: order && isOpen ? linesOf(order, on) : [],
    state: state ?? (isOpen ? null : { tone: 'neutral', text: texts.t('labels.cannot'), detail: null }),
    isOpen,
    problem: isOpen && failed ? labelProblem(failed, texts) : null,
  }
}

function linesOf(order: NonNullable<SheetRows['orders'][number]['label']>, { from }: ViewFor): LabelLineModel[] {
  const asks = from !== null && needsCustoms(from, order.address.country)
  return order.lines.flatMap((line) =>
    line.open === 0
      ? []
      : {
          line: line.line,
          title: line.title,
          open: line.open,
          customs:
            asks && (!line.hsCode || !line.originCountry)
              ? { hsCode: line.hsCode ?? '', originCountry: line.originCountry ?? '' }
              : null,
        },
  )
}

/** The size that a listing of the order has. */
export const usualSize = ({ lines }: LabelOrder) => lines.find(({ sizeMm }) => sizeMm !== null)?.sizeMm ?? null

/** A size in millimetres as it is typed, in centimetres. */
export const sizeText = (sizeMm: readonly number[] | null, { number }: Pick<Texts, 'number'>): string =>
  sizeMm?.map((mm) => number(mm / 10)).join(' x ') ?? ''

/** Packages whose size is known, as fields of a size offer them. */
export const packageSizes = (packages: readonly Package[], texts: Pick<Texts, 'number'>): PackageSize[] =>
  packages.flatMap(({ name, lengthMm, widthMm, heightMm }) =>
    lengthMm && widthMm && heightMm ? { name, size: sizeText([lengthMm, widthMm, heightMm], texts) } : [],
  )

/** The fields of a row that rules fill, to tell what was typed since. */
export const givenText = ({ size, insured, signature }: Pick<LabelRowValues, 'size' | 'insured' | 'signature'>) =>
  [size, insured, signature ? 'on' : ''].join('|')

/** The unit of weights in a country. */
export const weightUnitOf = (country: string): WeightUnit => (country === 'US' ? 'oz' : 'g')

function weightText(grams: number, { texts, from }: ViewFor): string {
  if (weightUnitOf(from ?? '') === 'oz') return `${texts.number(Math.round((grams / 28.349523125) * 10) / 10)} oz`
  return grams < 1_000 ? `${grams} g` : `${texts.number(grams / 1_000)} kg`
}

/** The rates of a parcel as options, and why an account has none. */
export function rateOptions({ rates }: ParcelRates, { texts, named }: { texts: Texts; named: boolean }): RateOption[] {
  return rates.map((rate) => ({
    value: [rate.accountKey, rate.code, rate.costMinor, rate.currency].join('|'),
    text: rateText(rate, { texts, named }),
    minor: rate.costMinor,
    currency: rate.currency,
  }))
}

function rateText(rate: AccountRate, { texts, named }: { texts: Texts; named: boolean }): string {
  const { carrier, service, days, costMinor: minor, currency, accountName } = rate
  const name = service.startsWith(carrier) ? service : `${carrier} ${service}`
  const words = days ? texts.t('labels.days', { from: days[0], to: days[1] }) : null
  return [texts.money({ minor, currency }), name, words, named ? accountName : null].filter(Boolean).join(' · ')
}

/** Reads the value of a chosen rate. */
export function readRateValue(
  value: string,
): { accountKey: string; code: string; costMinor: number; currency: string } | null {
  const [, accountKey = '', code = '', cost = '', currency = ''] =
    /^([0-9a-z]{12})\|([^|]{1,100})\|(\d{1,12})\|([A-Z]{3})$/.exec(value) ?? []
  return accountKey ? { accountKey, code, costMinor: Number(cost), currency } : null
}
