import type { ExportColumn } from '#features/machinery/grid/export-file.ts'
import { splitStreet } from '#lib/house-number.ts'
import { threeLetterCountry } from '#lib/three-letter-country.ts'
import type { AddressDetail, ExportRow } from './orders-file.server.ts'

/** Parts of the address as label programs want them, beside the columns of the file of orders. */
const columns: readonly ExportColumn<ExportRow>[] = [
  {
    label: 'reports.column.street',
    value: ({ line1 }, { text, none }) => (line1 ? text(splitStreet(line1).street) : none),
  },
  {
    label: 'reports.column.houseNumber',
    value: ({ line1 }, { text, none }) => (line1 ? text(splitStreet(line1).number) : none),
  },
  {
    label: 'reports.column.countryLetters',
    value: ({ country }, { text, none }) => (country ? text(threeLetterCountry(country) ?? country) : none),
  },
]

export const labelColumns = (detail: AddressDetail): readonly ExportColumn<ExportRow>[] =>
  detail === 'full' ? columns : []
