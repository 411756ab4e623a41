/** Types of tax numbers a shop may send with an order: the buyer's (VAT, EORI, CPF) or the consignment's (IOSS). */
export const taxNumberTypes = ['VAT', 'IOSS', 'EORI', 'CPF'] as const
export type TaxNumberType = (typeof taxNumberTypes)[number]

/** A tax number of an order. Personal data, like the address. */
export interface TaxNumber {
  type: TaxNumberType
  number: string
}
