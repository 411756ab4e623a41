import { trimmed } from '#lib/trimmed.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'

/** What was typed into "Find or go to", read. */
export interface Question {
  /** What is looked for. */
  text: string
  /** An order is meant, most likely: a number alone. */
  isNumber: boolean
  /** Nothing but an order is meant: `#` stood before it. */
  ordersOnly: boolean
  /** The digits with the hyphens of an order's number, where there are as many. An item has as many digits. */
  orderNumber: OrderNumber | null
}

const longestQuestion = 200

/** Reads what was typed. Digits alone mean an order, with or without its hyphens: from a bar code, a mail, a bank statement. */
export function readQuestion(typed: string): Question {
  const asked = trimmed(typed).slice(0, longestQuestion)
  const text = asked.replace(/^#/, '').trim()
  const isNumber = /^\d[\d\s-]*$/.test(text)
  const digits = text.replaceAll(/\D/g, '')
  const orderNumber = isNumber ? parseOrderNumber(digits.replace(/^(\d{2})(\d{5})(\d{5})$/, '$1-$2-$3')) : null
  return { text, isNumber, ordersOnly: asked.startsWith('#'), orderNumber }
}
