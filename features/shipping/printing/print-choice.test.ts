import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStatuses, type OrderStatus } from '#features/core/order/order.ts'
import { printDocuments, type PrintDocument } from '#features/core/order/print-documents.ts'
import { printChoices } from './print-choice.ts'

const order = (status: OrderStatus, printed: PrintDocument[] = []) => ({
  id: 1,
  status,
  printed,
  isInvoiced: false,
  isRefunded: false,
})
const statusesOf = (document: PrintDocument) =>
  orderStatuses.filter(
    (status) =>
      printChoices([order(status)], 'owner').find((choice) => choice.document === document)!.orders.length === 1,
  )

describe('what is printed', () => {
  it('excludes orders that must not be sent, and pick lists of shipped ones', () => {
    expect(statusesOf('pick-list')).toEqual(['AWAITING_SHIPMENT', 'PARTLY_SHIPPED'])
    for (const document of ['slip', 'label'] as const)
      expect(statusesOf(document)).toEqual(['AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'SHIPPED', 'DELIVERED'])
  })

  it('includes invoices for paid orders, and reprints for those that have one', () => {
    expect(statusesOf('invoice')).toEqual(['AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'REFUNDED'])
    const invoice = printChoices([{ ...order('CANCELLED'), isInvoiced: true }], 'owner').find(
      (one) => one.document === 'invoice',
    )
    expect(invoice!.orders).toHaveLength(1)
  })

  it('includes credit notes for invoiced and refunded orders, else the reason why not', () => {
    const noteOf = (facts: { isInvoiced: boolean; isRefunded: boolean }) => {
      const choice = printChoices([{ ...order('DELIVERED'), ...facts }], 'owner').find(
        (one) => one.document === 'credit-note',
      )!
      return choice.orders.length > 0 ? 'printed' : [...choice.leftOut.keys()].join()
    }
    expect(noteOf({ isInvoiced: true, isRefunded: true })).toBe('printed')
    expect(noteOf({ isInvoiced: true, isRefunded: false })).toBe('not-refunded')
    expect(noteOf({ isInvoiced: false, isRefunded: true })).toBe('not-invoiced')
  })

  it('shows what was printed before, by document', () => {
    const [slip, picks] = printChoices([order('AWAITING_SHIPMENT', ['slip']), order('AWAITING_SHIPMENT')], 'owner')
    expect(slip!.again).toHaveLength(1)
    expect(picks!.again).toEqual([])
  })

  it('includes each selected order, or its reason, once', () => {
    const some = fc.record({
      id: fc.nat(),
      status: fc.constantFrom(...orderStatuses),
      printed: fc.subarray([...printDocuments]),
      isInvoiced: fc.boolean(),
      isRefunded: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(some), (chosen) => {
        for (const { orders, leftOut, again } of printChoices(chosen, 'owner')) {
          const others = [...leftOut.values()].reduce((sum, n) => sum + n, 0)
          expect(orders.length + others).toBe(chosen.length)
          expect(orders).toEqual(expect.arrayContaining(again))
        }
      }),
    )
  })
})
