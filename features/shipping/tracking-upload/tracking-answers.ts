import { isOneOf } from '#lib/is-one-of.ts'
import { dayOrders, type ColumnOrder } from '#lib/written-day.ts'
import type { SellerAnswers } from './validate-rows.ts'

/** The value of an answer that is ticked. */
export const ticked = 'yes'

/** What a seller answers about a file; days are read as they prove, or as the seller says. */
export const answersOf = (
  answers: Readonly<Record<string, string>>,
  columnOrder: ColumnOrder | null,
): SellerAnswers => ({
  dayOrder: isOneOf(dayOrders, answers['dayOrder'])
    ? answers['dayOrder']
    : columnOrder === 'EITHER'
      ? null
      : columnOrder,
  carrier: answers['carrier'] || null,
  keepsNamed: answers['keepsNamed'] === ticked,
  isConfirmed: answers['isConfirmed'] === ticked,
})
