import { trimmed } from '#lib/trimmed.ts'
import type { WallClock } from '#lib/zoned-time.ts'
import { kitText } from '#features/core/listing/kit.ts'
import { limits, policyKinds, type ListingContent, type VariationAxis } from '#features/core/listing/listing-content.ts'
import type { TaxonomyAspect, TaxonomyLeaf } from '#features/core/listing/taxonomy.ts'
import {
  pictureFieldName,
  pictureValue,
  readChosenPictures,
  type ChosenPicture,
} from '#features/core/listing-pictures/picture.ts'
import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import { readAxisValues, type TypedRow } from './variation-matrix.ts'

/**
 * The form's raw input: text by field name, valid or not. Drafts store it, so that nothing is lost. Repeated fields
 * (pictures) are joined by newlines.
 */
export type Typed = Readonly<Record<string, string>>

const names = new Set(
  (
    'title sku sharesStock epid category condition format description picture price quantity parts bestOffer minimumOffer autoAccept ' +
    'axis1.name axis1.values axis2.name axis2.values weight length width height package handling startDate startTime cost postage ' +
    'hsCode originCountry customsDescription customsValue'
  )
    .split(' ')
    .concat(policyKinds.map((kind) => `policy.${kind}`)),
)

/** Whether a posted field is part of the input; all others belong to the page. */
export function isTypedName(name: string): boolean {
  return (
    names.has(name) ||
    /^aspect\..{1,80}$/su.test(name) ||
    /^row\.\d{1,3}\.(values|sku|price|quantity|parts)$/.test(name)
  )
}

/** Collects the input of a form, in browser and server alike. Empty fields are omitted. */
export function readTyped(form: FormData): Typed {
  // A single pass instead of one per name.
  const values = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const known = values.get(name)
    if (known) known.push(value)
    else if (isTypedName(name)) values.set(name, [value])
  }
  const typed: Record<string, string> = {}
  for (const [name, lines] of values) {
    const text = lines.join('\n').replaceAll('\r\n', '\n')
    if (text !== '') typed[name] = text
  }
  return typed
}

/** The fields as sent, one per picture. */
export function typedEntries(typed: Typed): [name: string, value: string][] {
  return Object.entries(typed).flatMap(([name, text]) =>
    (name === pictureFieldName ? text.split('\n') : [text]).map((value): [string, string] => [name, value]),
  )
}

export function typedPictures(typed: Typed): ChosenPicture[] {
  return readChosenPictures((typed[pictureFieldName] ?? '').split('\n'))
}

export function withPictures(typed: Typed, pictures: readonly ChosenPicture[]): Typed {
  const rest = Object.entries(typed).filter(([name]) => name !== pictureFieldName)
  const lines = pictures.map((picture) => pictureValue(picture))
  return Object.fromEntries(lines.length > 0 ? [...rest, [pictureFieldName, lines.join('\n')]] : rest)
}

export function withoutField(typed: Typed, field: string): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => name !== field))
}

/** The input of a listing that is relisted or active, without its past start. */
export const againTyped = (typed: Typed): Typed => withoutFields(typed, /^start(Date|Time)$/)

/** The input for a similar item: without SKU and start. */
export const similarTyped = (typed: Typed): Typed =>
  withoutFields(againTyped(typed), /^(sku|sharesStock|row\.\d+\.sku)$/)

const withoutFields = (typed: Typed, gone: RegExp): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !gone.test(name)))

export const firstTyped: Typed = { format: 'FIXED_PRICE', quantity: '1' }

export function sameTyped(a: Typed, b: Typed): boolean {
  return differingFields(a, b).length === 0
}

export function differingFields(a: Typed, b: Typed): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => (a[name] ?? '') !== (b[name] ?? ''))
}

/** The variation axes; those without values are left out. */
export function typedAxes(typed: Typed): VariationAxis[] {
  return ['axis1', 'axis2'].flatMap((axis) => {
    const values = readAxisValues(typed[`${axis}.values`] ?? '')
    return values.length > 0 ? [{ name: trimmed(typed[`${axis}.name`] ?? ''), values }] : []
  })
}

/** The variation rows. Surplus values are cut to one more than the axes, so that validation sees them. */
export function typedRows(typed: Typed): TypedRow[] {
  const rows: TypedRow[] = []
  for (let index = 0; typed[`row.${index}.values`] !== undefined; index += 1) {
    const cell = (name: string) => typed[`row.${index}.${name}`] ?? ''
    rows.push({
      values: cell('values').split('\n', limits.axes + 1),
      sku: cell('sku'),
      price: cell('price'),
      quantity: cell('quantity'),
      parts: typed[`row.${index}.parts`],
    })
  }
  return rows
}

/**
 * Typed aspects that the category does not list, from a tool or a previous category. Each needs a field, since the form
 * would otherwise drop it when next read.
 */
export function otherAspects(typed: Typed, leaf: Pick<TaxonomyLeaf, 'aspects'> | null): TaxonomyAspect[] {
  const listed = new Set(leaf?.aspects.map(({ name }) => `aspect.${name}`))
  const others = Object.keys(typed).filter((field) => field.startsWith('aspect.') && !listed.has(field))
  return others.map((field) => ({ name: field.slice('aspect.'.length) }))
}

/** The variation axes in one line; null if there are none. */
export function typedVariation(typed: Typed): string | null {
  return [typed['axis1.values'], typed['axis2.values']].filter(Boolean).join('; ') || null
}

/**
 * The field for a suggested price: of the chosen variation row, else of the first one without a price. Null if there
 * are no rows yet.
 */
export function priceField(typed: Typed, chosenRow: number | null): { field: string; variation: string | null } | null {
  if (typedAxes(typed).length === 0) return { field: 'price', variation: null }
  const rows = typedRows(typed)
  const isThere = chosenRow !== null && rows[chosenRow] !== undefined
  const index = isThere
    ? chosenRow
    : Math.max(
        0,
        rows.findIndex(({ price }) => price === ''),
      )
  const row = rows[index]
  return row ? { field: `row.${index}.price`, variation: row.values.join(', ') } : null
}

export function withRows(typed: Typed, rows: readonly TypedRow[]): Typed {
  const rest = Object.entries(typed).filter(([name]) => !name.startsWith('row.'))
  const cells = rows.flatMap((row, index): [string, string][] => [
    [`row.${index}.values`, row.values.join('\n')],
    [`row.${index}.sku`, row.sku],
    [`row.${index}.price`, row.price],
    [`row.${index}.quantity`, row.quantity],
    [`row.${index}.parts`, row.parts ?? ''],
  ])
  return Object.fromEntries([...rest, ...cells.filter(([, text]) => text !== '')])
}

/** Converts content to input; `start` is local to the shop. */
export function typedFrom(
  content: ListingContent,
  start: WallClock | null,
  { typed: written }: Pick<Texts, 'typed'>,
): Typed {
  const money = (minor: number | null) =>
    minor === null ? '' : written(toDecimal({ minor, currency: content.currency }))
  const whole = (value: number | null) => (value === null ? '' : String(value))
  const centimetres = (mm: number | null) => (mm === null ? '' : written(String(mm / 10)))
  const { parcel, customs, bestOffer, axes } = content
  const fields: Record<string, string> = {
    title: content.title,
    sku: content.sku ?? '',
    epid: content.epid ?? '',
    category: content.category ?? '',
    condition: content.condition ?? '',
    format: content.format,
    description: content.description,
    picture: content.pictures.join('\n'),
    price: money(content.priceMinor),
    quantity: whole(content.quantity),
    parts: kitText(content.parts),
    bestOffer: bestOffer ? 'on' : '',
    minimumOffer: money(bestOffer?.minimumMinor ?? null),
    autoAccept: money(bestOffer?.autoAcceptMinor ?? null),
    weight: whole(parcel.weightGrams),
    length: centimetres(parcel.lengthMm),
    width: centimetres(parcel.widthMm),
    height: centimetres(parcel.heightMm),
    package: parcel.packageId ?? '',
    hsCode: customs.hsCode ?? '',
    originCountry: customs.originCountry ?? '',
    customsDescription: customs.description ?? '',
    customsValue: money(customs.valueMinor),
    handling: whole(content.handlingDays),
    startDate: start?.date ?? '',
    startTime: start?.time.slice(0, 5) ?? '',
    cost: money(content.costMinor),
    postage: money(content.postageMinor),
    ...Object.fromEntries(policyKinds.map((kind) => [`policy.${kind}`, content.policies[kind] ?? ''])),
    ...Object.fromEntries(
      Object.entries(content.aspects).map(([name, values]) => [`aspect.${name}`, values.join('; ')]),
    ),
    ...Object.fromEntries(
      axes.flatMap(({ name, values }, index) => [
        [`axis${index + 1}.name`, name],
        [`axis${index + 1}.values`, values.join(', ')],
      ]),
    ),
  }
  const typed = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))
  const rows = content.variations.map(({ values, sku, priceMinor, quantity, parts }) => ({
    values,
    sku: sku ?? '',
    price: money(priceMinor),
    quantity: whole(quantity),
    parts: kitText(parts),
  }))
  return withRows(typed, rows)
}
