import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { Row } from '#db/schema.ts'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import { addressLines } from '#lib/postal-address.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'

/** Where an order goes, as far as the reader may see it. */
export interface AddressModel {
  lines: string[]
  phone: { text: string; href: string } | null
  /** Why there is no more of it. */
  hint: string | null
}

/** Who ordered. */
export interface BuyerModel {
  username: string
  /** Null where the reader may not see it. */
  name: string | null
  /** As the name: null, or none, where the reader may not see it. */
  email: string | null
  taxNumbers: readonly TaxNumber[]
  others: { text: string; href: string } | null
}

interface ViewFor {
  addressDetail: 'full' | 'masked' | 'none'
  texts: Texts
}

/** The buyer; the name belongs to the address, and only whoever sees that sees it. */
export function buyerModel({ buyer, order, otherOrders }: OrderDetails, { addressDetail, texts }: ViewFor): BuyerModel {
  const username = order.buyer_username
  return {
    username: shownBuyer(username, texts),
    name: addressDetail === 'full' ? (order.buyer_name ?? buyer.name) : null,
    email: addressDetail === 'full' ? order.buyer_email : null,
    taxNumbers: addressDetail === 'full' ? (order.tax_numbers ?? []) : [],
    others:
      otherOrders > 0
        ? {
            text: texts.t('order.otherOrders', { n: otherOrders }),
            // A name with a comma is no single value of a filter.
            href: username.includes(',') ? ordersHref({}, username) : ordersHref({ buyer: [username] }),
          }
        : null,
  }
}

/** Accountants and viewers see where an order went, but not to whom; listers see neither. */
export function addressModel(address: Row<'addresses'>, { addressDetail, texts }: ViewFor): AddressModel {
  const country = texts.country(address.country)
  switch (addressDetail) {
    case 'full': {
      const lines = [...addressLines(address).map(({ text }) => text), country]
      return { lines, phone: phoneModel(address.phone), hint: null }
    }
    case 'masked':
      return { lines: [address.city, country], phone: null, hint: texts.t('order.address.masked') }
    case 'none':
      return { lines: [], phone: null, hint: texts.t('order.address.none') }
  }
}

/** A number as it was written, and as telephones take it: digits, after a plus where it has one. */
function phoneModel(phone: string | null): AddressModel['phone'] {
  if (phone === null) return null
  const dialled = phone.replaceAll(/[^+\d]/g, '').replaceAll(/(?!^)\+/g, '')
  return { text: phone, href: `tel:${dialled}` }
}
