import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { Row } from '#db/schema.ts'
import { addressLines, type PostalAddress } from '#lib/postal-address.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'

export interface AddressModel {
  lines: string[]
  phone: { text: string; href: string } | null
  /** Why parts are hidden. */
  hint: string | null
}

interface ViewFor {
  addressDetail: 'full' | 'masked' | 'none'
  texts: Texts
}

/** Builds the buyer's model. The name is part of the address and hidden with it. */
export function buyerModel({ buyer, order, otherOrders }: OrderDetails, { addressDetail, texts }: ViewFor) {
  const username = order.buyer_username
  return {
    username: shownBuyer(username, texts),
    // Null if the reader may not see it.
    name: addressDetail === 'full' ? (order.buyer_name ?? buyer.name) : null,
    // Null if there is none or the reader may not see it.
    email: addressDetail === 'full' ? order.buyer_email : null,
    taxNumbers: addressDetail === 'full' ? (order.tax_numbers ?? []) : [],
    others:
      otherOrders > 0
        ? {
            text: texts.t('order.otherOrders', { n: otherOrders }),
            // A name with a comma cannot be a filter value.
            href: username.includes(',') ? ordersHref({}, username) : ordersHref({ buyer: [username] }),
          }
        : null,
  }
}

/** Builds the address. Accountants and viewers see the place but not the recipient; listers see neither. */
export function addressModel(
  address: (PostalAddress & Pick<Row<'addresses'>, 'phone'>) | null,
  { addressDetail, texts }: ViewFor,
): AddressModel {
  if (address === null) return { lines: [], phone: null, hint: null }
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

export interface ShopNotesModel {
  /** Who pays; null if it is the recipient, or the reader may not see it. */
  billTo: AddressModel | null
  /** The shop's own notes, which may be personal. */
  notes: { name: string; text: string }[]
}

/** Builds what the shop keeps with an order, for readers who may see addresses. */
export function shopNotesModel({ order }: OrderDetails, view: ViewFor): ShopNotesModel {
  if (view.addressDetail !== 'full') return { billTo: null, notes: [] }
  const { bill_to: billTo, metadata } = order
  return {
    billTo: billTo && addressModel(billTo, view),
    notes: Object.entries(metadata ?? {}).map(([name, text]) => ({ name, text })),
  }
}

/** The number as written, and as a `tel:` value: digits with an optional plus. */
function phoneModel(phone: string | null): AddressModel['phone'] {
  if (phone === null) return null
  const dialled = phone.replaceAll(/[^+\d]/g, '').replaceAll(/(?!^)\+/g, '')
  return { text: phone, href: `tel:${dialled}` }
}
