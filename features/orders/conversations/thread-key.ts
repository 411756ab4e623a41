import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { brand } from '#lib/brand.ts'

/** Key of a question about a listing, drawn by the database. */
export type QuestionKey = string & { readonly __brand: 'QuestionKey' }

/** Names a conversation: the number of its order, or the key of a question before the sale. */
export type ThreadKey = OrderNumber | QuestionKey

export const parseQuestionKey = (text: string | null): QuestionKey | null =>
  /^q[0-9a-f]{15}$/.test(text ?? '') ? brand<QuestionKey>(text ?? '') : null

export const parseThreadKey = (text: string): ThreadKey | null => parseOrderNumber(text) ?? parseQuestionKey(text)

/** The conversation that a URL names. */
export const threadIn = ({ searchParams }: URL): ThreadKey | null =>
  parseOrderNumber(searchParams.get('orderid')) ?? parseQuestionKey(searchParams.get('question'))
