import type { Row } from '#db/schema.ts'
import type { OrderStatus } from '#features/core/order/order.ts'

/** Where an order goes. */
export type ShipTo = Omit<Row<'addresses'>, 'seller_id' | 'id' | 'buyer_id'>

/** The parts of an address in the order in which they are typed, each with what it holds at most. */
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

export const partNames = Object.keys(addressParts) as (keyof ShipTo)[]

/** The parts without which no parcel arrives. */
export const neededParts: readonly (keyof ShipTo)[] = ['name', 'city', 'country']

/** Whether two addresses have the same words. */
export const isSameAddress = (one: ShipTo, other: ShipTo) => partNames.every((part) => one[part] === other[part])

/** Why an address stays as it is. */
export type AddressRefusal = 'shipped' | 'closed'

/** Why the address of an order cannot be changed; null where it can: nothing has left, and something is still to leave. */
export function addressRefusal({
  status,
  fulfilment_status: fulfilment,
}: Pick<Row<'orders'>, 'fulfilment_status'> & { status: OrderStatus }): AddressRefusal | null {
  if (fulfilment !== 'NOT_STARTED') return 'shipped'
  return status === 'CANCELLED' || status === 'REFUNDED' ? 'closed' : null
}
