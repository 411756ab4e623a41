/** Kinds of tax numbers that a shop may send with an order: of the buyer (VAT, EORI, CPF) or of the consignment (IOSS). */
export const taxNumberTypes = ['VAT', 'IOSS', 'EORI', 'CPF'] as const
export type TaxNumberType = (typeof taxNumberTypes)[number]

/** A tax number of an order. Personal data, as the address is. */
export interface TaxNumber {
  type: TaxNumberType
  number: string
}
