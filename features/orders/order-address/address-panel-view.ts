import { addressReasons } from '#features/core/order/address-reason.ts'
import type { PrintDocument } from '#features/core/order/print-documents.ts'
import { countryCodes } from '#lib/iso-codes.ts'
import { addressLines } from '#lib/postal-address.ts'
import { recordOf } from '#lib/records.ts'
import type { Texts } from '#texts/texts.ts'
import type { AddressPanelModel } from './address-panel.tsx'
import { outdatedWhenChanged } from './outdated-prints.ts'
import { partNames, type ShipTo } from './ship-to.ts'

/** Address on one line, in its country's format. */
export const addressLinesOf = (address: ShipTo, texts: Texts): string =>
  [...addressLines(address).map(({ text }) => text), texts.country(address.country)].join(', ')

interface Order {
  address: ShipTo
  prints: readonly { document: PrintDocument }[]
}

export function addressPanelModel(
  { address, prints }: Order,
  { seen, texts }: { seen: string; texts: Texts },
): AddressPanelModel {
  const { t } = texts
  const values = recordOf(partNames, (part) => address[part] ?? '')
  const printed = outdatedWhenChanged(prints).map((document) => t(`orders.unprinted.${document}`))
  return {
    values: { ...values, reason: '' },
    seen,
    countries: countryOptions(texts),
    reasons: [
      { value: '', label: t('order.address.chooseReason') },
      ...addressReasons.map((value) => ({ value, label: t(`order.address.reason.${value}`) })),
    ],
    printed: printed.length > 0 ? t('order.address.willBeOutdated', { documents: texts.list(printed) }) : null,
  }
}

/** All countries by name in the reader's language. */
export const countryOptions = (texts: Pick<Texts, 'country' | 'locale'>) =>
  countryCodes
    .map((value) => ({ value, label: texts.country(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, texts.locale))
