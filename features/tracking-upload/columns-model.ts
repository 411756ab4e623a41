import { guessCarrier, type Carrier } from '#features/fulfilment/carrier.ts'
import { isTrackingNumber } from '#features/fulfilment/parcel.ts'
import { parseOrderNumber } from '#features/order/order.ts'
import { choiceField, type ColumnChoice } from './column-choice.ts'
import { columnKinds, type ColumnKind } from './dialect.ts'
import type { Upload, UploadRow } from './uploads-db.server.ts'

/** The form that asks what the columns of a file hold. */
export interface ColumnsModel {
  id: string
  fileName: string
  /** Each column by its name, or by its place where it has none, with what stands in it first. */
  columns: { at: number; name: string; sample: string }[]
  fields: { kind: ColumnKind; name: string; isNeeded: boolean; chosen: number | null }[]
}

const needed: readonly ColumnKind[] = ['order', 'tracking']

/** Asks what the columns hold; order and tracking number are chosen where what stands in a column tells. */
export function columnsModel(upload: Upload, rows: readonly UploadRow[], carriers: readonly Carrier[]): ColumnsModel {
  const { header } = upload.form
  const valuesOf = (at: number) => rows.map(({ fields }) => (fields[at] ?? '').trim()).filter((text) => text !== '')
  const guess = guessColumns(
    header.map((_, at) => valuesOf(at)),
    carriers,
  )
  return {
    id: upload.id,
    fileName: upload.fileName,
    columns: header.map((name, at) => ({ at, name: name.trim(), sample: valuesOf(at)[0] ?? '' })),
    fields: columnKinds.map((kind) => ({
      kind,
      name: choiceField(kind),
      isNeeded: needed.includes(kind),
      chosen: guess[kind] ?? null,
    })),
  }
}

/** The column of which most values are order numbers, and the one of which most are numbers of a carrier. */
export function guessColumns(columns: readonly (readonly string[])[], carriers: readonly Carrier[]): ColumnChoice {
  const order = best(columns, (text) => parseOrderNumber(text) !== null)
  const tracking = best(
    columns.map((values, at) => (at === order ? [] : values)),
    (text) => isTrackingNumber(text) && guessCarrier(carriers, text).carriers.length > 0,
  )
  return { ...(order === null ? {} : { order }), ...(tracking === null ? {} : { tracking }) }
}

function best(columns: readonly (readonly string[])[], test: (text: string) => boolean): number | null {
  const shares = columns.map((values) => (values.length > 0 ? values.filter(test).length / values.length : 0))
  const most = Math.max(...shares)
  return most > 0.5 ? shares.indexOf(most) : null
}
