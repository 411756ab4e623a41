import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'
import {
  cancelStates,
  dueBounds,
  dueSpan,
  dueState,
  dueStates,
  fulfilmentStatuses,
  orderStatus,
  orderStatuses,
  orderTabs,
  parseOrderNumber,
  paymentStatuses,
  tabFilters,
} from './order.ts'

const zones = ['Europe/London', 'Europe/Berlin', 'Asia/Tokyo', 'America/Sao_Paulo', 'Pacific/Auckland', 'UTC']
const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })

describe('orderStatus', () => {
  it('is the first that applies', () => {
    const open = { payment: 'PAID', fulfilment: 'NOT_STARTED', cancel: 'NONE_REQUESTED', delivered: false } as const
    expect(orderStatus(open)).toBe('AWAITING_SHIPMENT')
    expect(orderStatus({ ...open, cancel: 'IN_PROGRESS', payment: 'PENDING' })).toBe('CANCELLATION_REQUESTED')
    expect(orderStatus({ ...open, cancel: 'CANCELED', payment: 'FULLY_REFUNDED' })).toBe('CANCELLED')
    expect(orderStatus({ ...open, payment: 'PARTIALLY_REFUNDED', fulfilment: 'IN_PROGRESS' })).toBe('PARTLY_SHIPPED')
    expect(orderStatus({ ...open, payment: 'FULLY_REFUNDED', fulfilment: 'FULFILLED' })).toBe('REFUNDED')
    expect(orderStatus({ ...open, fulfilment: 'FULFILLED', delivered: true })).toBe('DELIVERED')
  })

  it('reaches every status', () => {
    const reached = new Set<string>()
    for (const payment of paymentStatuses)
      for (const fulfilment of fulfilmentStatuses)
        for (const cancel of cancelStates)
          for (const delivered of [false, true]) reached.add(orderStatus({ payment, fulfilment, cancel, delivered }))
    expect([...reached].toSorted()).toEqual([...orderStatuses].toSorted())
  })
})

it('tabs show each status in exactly one tab besides all and the parts of awaiting shipment', () => {
  const whole = orderTabs.filter((tab) => tab !== 'all' && tabFilters[tab].due === null)
  expect(whole.flatMap((tab) => tabFilters[tab].statuses).toSorted()).toEqual([...orderStatuses].toSorted())
})

describe('due states', () => {
  it('divide ship-by times by days in the seller’s zone', () => {
    expectForAll(moments, moments, fc.constantFrom(...zones), (now, shipBy, zone) => {
      const bounds = dueBounds(now, zone)
      const inside = dueStates.filter((due) => {
        const { from, before } = dueSpan(due, bounds)
        return (!from || shipBy >= from) && (!before || shipBy < before)
      })
      expect(inside).toEqual([dueState(shipBy, bounds)])
    })
  })

  it('say today until the last second of the day, whatever its length', () => {
    expectForAll(moments, fc.constantFrom(...zones), (now, zone) => {
      const bounds = dueBounds(now, zone)
      const tomorrow = startOfDay(addDays(dateAt(now, zone), 1), zone)
      expect(dueState(new Date(tomorrow.getTime() - 1), bounds)).toBe('today')
      expect(dueState(tomorrow, bounds)).toBe('tomorrow')
      expect(dueState(now, bounds)).toBe('today')
      expect(dueState(new Date(now.getTime() - 1), bounds)).toBe('overdue')
    })
  })

  it('say nothing without a ship-by time', () => {
    expect(dueState(null, dueBounds(new Date(0), 'UTC'))).toBeNull()
  })
})

it('parseOrderNumber accepts order numbers only', () => {
  expect(parseOrderNumber(' 12-34567-89012 ')).toBe('12-34567-89012')
  for (const text of ['', '12-34567-8901', '12-34567-89012x', "12-34567-89012' or 1=1", null])
    expect(parseOrderNumber(text)).toBeNull()
})
