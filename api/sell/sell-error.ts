import type { z } from 'zod'
import type { ApiProblem } from '../problem.ts'

/** Whose fault an error is: the call's, a rule's that refuses it, or ours. */
type Category = 'REQUEST' | 'BUSINESS' | 'APPLICATION'

interface Known {
  status: number
  domain: string
  category: Category
  message: string
}

const fault = (domain: string, status: number, message: string, category: Category = 'REQUEST'): Known => ({
  status,
  domain,
  category,
  message,
})
const fulfilment = (message: string, status = 400, category?: Category) =>
  fault('API_FULFILLMENT', status, message, category)

const inventory = (message: string, status = 400, category?: Category) =>
  fault('API_INVENTORY', status, message, category)

const account = (message: string, status = 400, category?: Category) => fault('API_ACCOUNT', status, message, category)

/** Every error of `/sell`, by the id that eBay's clients know it by. Those of the hub's own domain have no counterpart there. */
export const sellErrors = {
  1001: fault('OAuth', 401, 'The access token is missing, has expired or is not good (any more)'),
  1100: fault('ACCESS', 403, 'The access token may not do this'),
  2001: fault('ACCESS', 429, 'The key has asked too often'),
  2004: fault('ACCESS', 400, 'The request cannot be read'),
  30500: fulfilment('The hub failed', 500, 'APPLICATION'),
  30700: fulfilment('There is no such filter'),
  30800: fulfilment('A filter has a value that it cannot have'),
  30810: fulfilment('A time is not written as 2026-11-22T09:30:00.000Z'),
  30820: fulfilment('A stretch of time has no beginning'),
  30830: fulfilment('A stretch of time is longer than two years'),
  30840: fulfilment('A stretch of time ends before it begins'),
  30850: fulfilment('A stretch of time lies in the future'),
  30900: fulfilment('More than 50 orders are named'),
  31000: fulfilment('The offset is no number from 0'),
  31100: fulfilment('The limit is no number from 1 to 200'),
  32100: fulfilment('There is no such order', 404),
  32110: fulfilment('There is no such shipping fulfillment', 404),
  32200: fulfilment('The order has no such line item'),
  32210: fulfilment('A line item is named twice'),
  32300: fulfilment('The tracking number and the carrier do not go together, or one of them is missing'),
  32500: fulfilment('The shipped date lies in the future, or before the order'),
  32600: fulfilment('The body is not as it should be'),
  32800: fulfilment('There is no such field group'),
  34902: fulfilment('The body is empty or cannot be read'),
  34903: fulfilment('The refund has no reason, or one that it cannot have'),
  34905: fulfilment('Either an amount for the order or amounts of line items must be given, not both'),
  34906: fulfilment('An amount has no value'),
  34907: fulfilment('An amount is not above zero, or has more decimals than its currency'),
  34908: fulfilment('An amount has no currency'),
  34909: fulfilment('An amount is in another currency than the order'),
  34910: fulfilment('A refund of an item does not say which line item'),
  34913: fulfilment('There is no such order', 404),
  34914: fulfilment('The order has no such line item'),
  34915: fulfilment('The refund is more than what can still go back of the order'),
  34917: fulfilment('All that was paid has gone back already', 400, 'BUSINESS'),
  34921: fulfilment('The comment is longer than 1,000 characters'),
  34922: fulfilment('An earlier refund of the order is still on its way'),
  34924: fulfilment('The refund of an item is more than what can still go back of it', 409, 'BUSINESS'),
  34929: fulfilment('The buyer has not paid yet', 409),
  20401: account('A field is missing'),
  20403: account('A field has a value that it cannot have'),
  20404: account('There is no such policy', 404),
  20500: account('The hub failed', 500, 'APPLICATION'),
  25001: inventory('The hub failed', 500, 'APPLICATION'),
  25002: inventory('A rule refuses it'),
  25003: inventory('The price cannot be'),
  25004: inventory('The quantity cannot be'),
  25025: inventory('Somebody else changed it at the same moment; ask again', 409, 'APPLICATION'),
  25702: inventory('Nothing is on offer under this SKU', 404),
  25706: inventory('The limit is no number from 1 to 200, or the offset none from 0'),
  25709: inventory('A field has a value that it cannot have'),
  25713: inventory('There is no such offer', 404),
  501: fault('HUB', 501, 'The hub does not offer this'),
  503: fault('HUB', 503, 'The database does not answer; ask again', 'APPLICATION'),
} as const satisfies Record<number, Known>
export type SellErrorId = keyof typeof sellErrors

/** What is told beside an error's own words. */
interface Told {
  /** What exactly, in a sentence. */
  detail?: string
  /** JSON paths of what is wrong in the request: `$.lineItems[0].quantity`. */
  refs?: readonly string[]
  parameters?: Readonly<Record<string, string>>
}

/** A refusal of `/sell`. */
export class SellError extends Error {
  readonly id: SellErrorId
  readonly told: Told
  readonly headers: Readonly<Record<string, string>>

  constructor(id: SellErrorId, told: Told = {}, headers: Readonly<Record<string, string>> = {}) {
    super(told.detail ?? sellErrors[id].message)
    this.id = id
    this.told = told
    this.headers = headers
  }

  /** The HTTP status that it is sent with. */
  get status(): number {
    return sellErrors[this.id].status
  }
}

/** An error as eBay's clients read it. */
export interface SentError {
  errorId: number
  domain: string
  category: Category
  message: string
  longMessage: string
  inputRefIds?: readonly string[]
  parameters?: { name: string; value: string }[]
}

/** Writes an error as eBay's clients read it. */
export function writeError({ id, told }: SellError): SentError {
  const { domain, category, message } = sellErrors[id]
  const parameters = Object.entries(told.parameters ?? {}).map(([name, value]) => ({ name, value }))
  return {
    errorId: id,
    domain,
    category,
    message,
    longMessage: told.detail ?? `${message}.`,
    ...(told.refs && { inputRefIds: told.refs }),
    ...(parameters.length > 0 && { parameters }),
  }
}

/** Reads a body by its schema; what is wrong is refused under the id that the address has for it. */
export function readBy<T extends z.ZodType>(schema: T, body: unknown, id: SellErrorId): z.output<T> {
  const given = schema.safeParse(body)
  if (given.success) return given.data
  const [first] = given.error.issues
  const refs = given.error.issues.slice(0, 20).map(({ path }) => refOf(path.map(String)))
  throw new SellError(id, { detail: `${refs[0]}: ${first!.message}.`, refs })
}

/** A JSON path. */
const refOf = (path: readonly string[]) =>
  `$${path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')}`

/** What a refusal of the common frame (a body too large, a key that asks too often) is here. */
export function sellErrorOf({ code, details, headers }: ApiProblem, unreadable: SellErrorId): SellError {
  if (code === 'rate-limited') return new SellError(2001, { detail: details.detail }, headers)
  return new SellError(code === 'not-json' ? unreadable : 2004, { detail: details.detail }, headers)
}
