import type { Row } from '#db/schema.ts'
import type { OrderStatus } from '#features/core/order/order.ts'
import { keysOf } from '#lib/records.ts'

export type ShipTo = Omit<Row<'addresses'>, 'seller_id' | 'id' | 'buyer_id'>

/** Parts of an address in form order, with their maximum lengths. */
export const addressParts = {
  name: 200,
  company: 200,
  line1: 200,
  line2: 200,
  line3: 200,
  city: 200,
  region: 200,
  postal_code: 40,
  country: 2,
  phone: 60,
} as const satisfies Record<keyof ShipTo, number>

export const partNames = keysOf(addressParts)

export const neededParts = ['name', 'city', 'country'] as const satisfies readonly (keyof ShipTo)[]

export const isSameAddress = (one: ShipTo, other: ShipTo) => partNames.every((part) => one[part] === other[part])

export type AddressRefusal = 'no-parcel' | 'shipped' | 'closed'

/** Why an order's address cannot be changed; null if nothing has shipped and something still will. */
export function addressRefusal({
  status,
  delivery,
  fulfilment_status: fulfilment,
}: Pick<Row<'orders'>, 'fulfilment_status' | 'delivery'> & { status: OrderStatus }): AddressRefusal | null {
  if (delivery !== 'SHIP') return 'no-parcel'
  if (fulfilment !== 'NOT_STARTED') return 'shipped'
  return status === 'CANCELLED' || status === 'REFUNDED' ? 'closed' : null
}
