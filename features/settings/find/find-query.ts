import { trimmed } from '#lib/trimmed.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'

export interface FindQuery {
  text: string
  /** Probably an order: digits only. */
  isNumber: boolean
  /** Orders only: `#` preceded it. */
  ordersOnly: boolean
  /** The digits formatted as an order number, if there are enough; item numbers have as many. */
  orderNumber: OrderNumber | null
}

const longestQuestion = 200

/** Parses the typed text. Digits alone mean an order, with or without hyphens, as in bar codes, mails or bank statements. */
export function readFindQuery(typed: string): FindQuery {
  const input = trimmed(typed).slice(0, longestQuestion)
  const text = input.replace(/^#/, '').trim()
  const isNumber = /^\d[\d\s-]*$/.test(text)
  const digits = text.replaceAll(/\D/g, '')
  const orderNumber = isNumber ? parseOrderNumber(digits.replace(/^(\d{2})(\d{5})(\d{5})$/, '$1-$2-$3')) : null
  return { text, isNumber, ordersOnly: input.startsWith('#'), orderNumber }
}
