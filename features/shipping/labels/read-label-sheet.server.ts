import { parcelKeyOf } from '#features/shipping/ship-many/sheet-form.ts'
import { customsProblems, noCustoms, tidyCountry, tidyHsCode } from '#features/core/listing/customs-details.ts'
import { codeOf, textOf } from '#lib/form-fields.ts'
import { readAmount } from '#lib/read-amount.ts'
import { readWeight, type WeightUnit } from '#lib/weight.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import type { LabelOrder } from './label-order-db.server.ts'
import { openContents, type ParcelChoice } from './label-parcel.ts'
import type { ParcelUnits } from './label.ts'
import { lineField, rowField, takenField, type LabelRowValues, type SheetField } from './label-sheet.ts'

/** A row that was read: the parcel, its key, and what was typed for customs by SKU. */
export interface ReadRow {
  order: LabelOrder
  key: NonNullable<ReturnType<typeof parcelKeyOf>>
  choice: ParcelChoice
  typed: LabelRowValues
  customs: { sku: string | null; line: number; hsCode: string | null; originCountry: string | null }[]
}

/** The typed values of an order's row. */
export function rowValues(form: FormData, number: OrderNumber, lines: readonly { line: number }[]): LabelRowValues {
  const hasUnits = lines.some(({ line }) => form.has(lineField('units', number, line)))
  return {
    isTaken: form.getAll(takenField).includes(number),
    weight: textOf(form, rowField('weight', number)),
    size: textOf(form, rowField('size', number)),
    service: textOf(form, rowField('service', number)),
    insured: textOf(form, rowField('insured', number)),
    signature: form.has(rowField('signature', number)),
    given: textOf(form, rowField('given', number)),
    units: hasUnits
      ? Object.fromEntries(lines.map(({ line }) => [line, textOf(form, lineField('units', number, line))]))
      : null,
  }
}

interface ReadFor {
  sheetKey: string
  /** Unit of a weight that names none. */
  weightUnit: WeightUnit
  texts: Texts
  errors: FieldErrors<SheetField>
}

/** Reads the row of an order; adds what is wrong with it to `errors`, and returns null. */
export function readRow(form: FormData, order: LabelOrder, values: LabelRowValues, to: ReadFor): ReadRow | null {
  const { errors, texts } = to
  const { number } = order
  const before = Object.keys(errors).length
  const key = parcelKeyOf(to.sheetKey, { order: number, parcel: 1 })
  if (!key) errors.form = texts.t('ship.error.stale')
  const grams = readWeight(values.weight, to.weightUnit, texts.grouping)
  if (grams === null || grams < 1 || grams > 1_000_000)
    errors[rowField('weight', number)] = texts.t('labels.error.weight')
  const sizeMm = readSize(values.size)
  if (sizeMm === undefined) errors[rowField('size', number)] = texts.t('labels.error.size')
  const insuredMinor =
    values.insured === '' ? null : readAmount(values.insured, { currency: order.currency, grouping: texts.grouping })
  if (values.insured !== '' && (insuredMinor === null || insuredMinor < 1))
    errors[rowField('insured', number)] = texts.t('labels.error.insured')
  const contents = readContents(order, values, to)
  const customs = readCustoms(form, order, to)
  if (!key || grams === null || sizeMm === undefined || Object.keys(errors).length > before) return null
  const choice = { contents, grams, sizeMm, insuredMinor, signature: values.signature }
  return { order, key, choice, typed: values, customs }
}

/** Three lengths in centimetres, such as `30 x 20 x 4,5`, in millimetres; null for an empty text, undefined for others. */
export function readSize(text: string): [number, number, number] | null | undefined {
  if (text === '') return null
  const parts = text.replace(/\s*cm$/i, '').split(/\s*[x×*]\s*/i)
  const [length, width, height] = parts.map((part) =>
    /^\d{1,3}([.,]\d)?$/.test(part) ? Math.round(Number(part.replace(',', '.')) * 10) : 0,
  )
  return parts.length === 3 && length && width && height ? [length, width, height] : undefined
}

function readContents(order: LabelOrder, { units }: LabelRowValues, { texts, errors }: ReadFor): ParcelUnits[] {
  if (!units) return openContents(order.lines)
  const contents = order.lines.flatMap(({ line, open }) => {
    const typed = units[line] ?? ''
    if (typed === '' || /^0+$/.test(typed)) return []
    if (/^\d{1,6}$/.test(typed) && Number(typed) <= open) return { line, units: Number(typed) }
    if (open > 0) errors[lineField('units', order.number, line)] = texts.t('ship.error.units', { n: open })
    return []
  })
  const [first] = order.lines
  if (contents.length === 0 && first)
    errors[lineField('units', order.number, first.line)] ??= texts.t('labels.error.empty')
  return contents
}

function readCustoms(form: FormData, order: LabelOrder, { texts, errors }: ReadFor): ReadRow['customs'] {
  return order.lines.flatMap(({ line, sku }) => {
    const [hsField, originField] = [lineField('hs', order.number, line), lineField('origin', order.number, line)]
    if (!form.has(hsField)) return []
    const hsCode = tidyHsCode(codeOf(form, hsField)) || null
    const originCountry = tidyCountry(codeOf(form, originField)) || null
    for (const { field } of customsProblems({ ...noCustoms, hsCode, originCountry }, true))
      if (field === 'hsCode') errors[hsField] = texts.t('listingForm.problem.hsCode')
      else errors[originField] = texts.t('labels.error.origin')
    return { sku, line, hsCode, originCountry }
  })
}
