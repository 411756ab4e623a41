import { tidyCountry, tidyHsCode } from '#features/core/listing/customs-details.ts'
import { readKit } from '#features/core/listing/kit.ts'
import { conditions, listingFormats, policyKinds, type ListingContent } from '#features/core/listing/listing-content.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import { problemOf, type FieldProblem } from '#features/core/listing/publish-guards.ts'
import { readMoment } from '#lib/read-moment.ts'
import { readAmount, type Grouping } from '#lib/read-amount.ts'
import { trimmed } from '#lib/trimmed.ts'
import { readMillimetres, readParcelWeight } from '#lib/parcel-size.ts'
import { recordOf } from '#lib/records.ts'
import { typedAxes, typedPictures, typedRows, type Typed } from './typed-form.ts'
import { carryRows } from './variation-matrix.ts'

/** Parse errors, by text key. */
export type ReadProblem = 'notMoney' | 'notWhole' | 'notWeight' | 'notSize' | 'notMoment' | 'notChoice' | 'notParts'

export interface ReadSetting {
  currency: string
  grouping: Grouping
  zone: string
  limits: ListingLimits
}

/** The parsed form and its parse errors; invalid fields count as empty. */
export type ReadContent = ReturnType<typeof readContent>

/** Parses a form into listing content. Runs in the browser for the estimate, and on the server. */
export function readContent(typed: Typed, { currency, grouping, zone, limits }: ReadSetting) {
  const problems: FieldProblem<ReadProblem>[] = []
  const text = (field: string) => trimmed(typed[field] ?? '')
  const read = <T>(
    field: string,
    problem: ReadProblem,
    parse: (given: string) => T | null,
    given = text(field),
  ): T | null => {
    if (given === '') return null
    const value = parse(given)
    if (value === null) problems.push(problemOf(field, problem))
    return value
  }
  const money = (field: string, given?: string) =>
    read(field, 'notMoney', (each) => readAmount(each, { currency, grouping, most: limits.priceMinor }), given)
  const whole = (field: string, max: number, given?: string) =>
    read(field, 'notWhole', (each) => readWhole(each, max), given)
  const size = (field: string) => read(field, 'notSize', readMillimetres)
  const choice = <T extends string>(field: string, options: readonly T[]) =>
    read(field, 'notChoice', (given) => options.find((option) => option === given) ?? null)

  const axes = typedAxes(typed)
  const variations = carryRows(typedRows(typed), axes)
  const offers = text('bestOffer') === 'on'
  const isVaried = axes.length > 0
  const content: ListingContent = {
    title: text('title').replaceAll(/\s+/g, ' '),
    sku: text('sku') || null,
    epid: text('epid') || null,
    category: text('category') || null,
    condition: choice('condition', conditions),
    format: choice('format', listingFormats) ?? 'FIXED_PRICE',
    pictures: typedPictures(typed).map(({ hash }) => hash),
    description: text('description'),
    aspects: readAspects(typed),
    currency,
    priceMinor: isVaried ? null : money('price'),
    quantity: isVaried ? null : whole('quantity', limits.quantity),
    bestOffer: offers ? { minimumMinor: money('minimumOffer'), autoAcceptMinor: money('autoAccept') } : null,
    parts: isVaried ? undefined : (read('parts', 'notParts', readKit) ?? undefined),
    axes,
    variations: variations.map(({ values, sku, price, quantity, parts = '' }, index) => ({
      values,
      sku: trimmed(sku) || null,
      priceMinor: money(`row.${index}.price`, trimmed(price)),
      quantity: whole(`row.${index}.quantity`, limits.quantity, trimmed(quantity)),
      parts: read(`row.${index}.parts`, 'notParts', readKit, trimmed(parts)) ?? undefined,
    })),
    parcel: {
      weightGrams: read('weight', 'notWeight', (given) => readParcelWeight(given, grouping)),
      lengthMm: size('length'),
      widthMm: size('width'),
      heightMm: size('height'),
      packageId: text('package') || null,
    },
    customs: {
      hsCode: tidyHsCode(text('hsCode')) || null,
      originCountry: tidyCountry(text('originCountry')) || null,
      description: text('customsDescription') || null,
      valueMinor: money('customsValue'),
    },
    handlingDays: whole('handling', 30),
    policies: recordOf(policyKinds, (kind) => text(`policy.${kind}`) || null),
    startsAt: start(),
    costMinor: money('cost'),
    postageMinor: money('postage'),
  }
  return { content, problems }

  /**
   * A time without a day is an error; read as no start, the listing would go on sale at once. Browsers send a
   * half-typed day as empty.
   */
  function start(): Date | null {
    const [date, time] = [text('startDate'), text('startTime')]
    if (date === '' && time === '') return null
    const value = readMoment(date, time || '00:00', zone)
    if (value === null) problems.push(problemOf('startDate', 'notMoment'))
    return value
  }
}

function readWhole(given: string, max: number): number | null {
  const value = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN
  return value <= max ? value : null
}

/** Multiple aspect values are separated by semicolons, since values may contain commas. */
function readAspects(typed: Typed): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, given]) => {
      const values = given.split(/[;\n]/).map(trimmed)
      const some = values.filter(Boolean)
      return name.startsWith('aspect.') && some.length > 0 ? [[name.slice('aspect.'.length), some]] : []
    }),
  )
}
