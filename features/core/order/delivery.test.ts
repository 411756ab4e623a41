import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { awaitedStep, awaitsShipment, countryOfSale, deliveries, unknownCountry } from './delivery.ts'
import { cancelStates, fulfilmentStatuses, orderStatus, paymentStatuses } from './order.ts'

const states = fc.record({
  payment: fc.constantFrom(...paymentStatuses),
  fulfilment: fc.constantFrom(...fulfilmentStatuses),
  cancel: fc.constantFrom(...cancelStates),
  delivered: fc.boolean(),
})
const delivery = fc.constantFrom(...deliveries)

describe('what an order awaits', () => {
  it('is one step at most, of the paid orders that are not complete, and by how they reach their buyers', () => {
    expectForAll(states, delivery, (of, kind) => {
      const isPaid = of.payment === 'PAID' || of.payment === 'PARTIALLY_REFUNDED'
      const isOpen = isPaid && of.cancel === 'NONE_REQUESTED' && of.fulfilment !== 'FULFILLED'
      const step = { SHIP: 'ship', COLLECT: 'hand-over', DIGITAL: null } as const
      expect(awaitedStep({ status: orderStatus(of), delivery: kind })).toBe(isOpen ? step[kind] : null)
    })
  })

  it('is a shipment of those alone that go to an address', () => {
    expectForAll(states, delivery, (of, kind) => {
      const order = { status: orderStatus(of), delivery: kind }
      expect(awaitsShipment(order)).toBe(kind === 'SHIP' && awaitedStep(order) !== null)
    })
  })
})

describe('the country that a sale counts for', () => {
  const address = fc.option(fc.constantFrom('GB', 'DE', 'JP').map((country) => ({ country })))

  it('is the seller’s of a collected order, else the address’s, else the payer’s, else unknown', () => {
    expectForAll(delivery, address, address, (kind, shipTo, billTo) => {
      const known = shipTo?.country ?? billTo?.country ?? unknownCountry
      expect(countryOfSale({ delivery: kind, shipTo, billTo }, 'FR')).toBe(kind === 'COLLECT' ? 'FR' : known)
    })
  })
})
