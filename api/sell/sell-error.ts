import type { z } from 'zod'
import type { ApiProblem } from '../problem.ts'
import { ebayMessage } from './ebay-messages.ts'

type Category = 'REQUEST' | 'BUSINESS' | 'APPLICATION'

type Known = ReturnType<typeof fault>

const fault = (domain: string, status: number, message: string, category: Category = 'REQUEST') => ({
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

const finances = (message: string, status = 400, category?: Category) =>
  fault('API_FINANCES', status, message, category)

const marketing = (message: string, status = 400, category?: Category) =>
  fault('API_MARKETING', status, message, category)

const negotiation = (message: string, status = 409, category: Category = status === 409 ? 'BUSINESS' : 'REQUEST') =>
  fault('API_NEGOTIATION', status, message, category)

/**
 * All errors of `/sell` by eBay's id, with the hub's own text (`longMessage`). eBay's texts, which programs depend on,
 * are in `ebay-messages.ts`. Errors of the domain HUB have no counterpart at eBay.
 */
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
  20200: account('Something that was sent is not kept', 200, 'BUSINESS'),
  20400: account('The policy cannot be'),
  20401: account('A field is missing'),
  20402: account('The policy cannot be deleted'),
  20403: account('A field has a value that it cannot have'),
  20404: account('There is no such policy', 404),
  20406: account('The terms of return cannot be'),
  20500: account('The hub failed', 500, 'APPLICATION'),
  20501: account('Somebody else changed it at the same moment; ask again', 503, 'APPLICATION'),
  25001: inventory('The hub failed', 500, 'APPLICATION'),
  25002: inventory('A rule refuses it'),
  25003: inventory('The price cannot be'),
  25004: inventory('The quantity cannot be'),
  25005: inventory('There is no such category'),
  25006: inventory('The hub does not sell in this way'),
  25007: inventory('The fulfillment policy cannot be'),
  25008: inventory('The payment policy cannot be'),
  25009: inventory('The return policy cannot be'),
  25012: inventory('The location cannot be'),
  25014: inventory('The pictures cannot be'),
  25015: inventory('The address of a picture cannot be'),
  25016: inventory('A field has a value that it cannot have'),
  25019: inventory('The listing can no longer be changed in this way'),
  25020: inventory('The parcel cannot be'),
  25021: inventory('The condition cannot be'),
  25022: inventory('An aspect cannot be'),
  25024: inventory('The terms of best offers cannot be'),
  25025: inventory('Somebody else changed it at the same moment; ask again', 409, 'APPLICATION'),
  25028: inventory('A field means nothing here and was left out', 200),
  25029: inventory('The category asks for an aspect'),
  25503: inventory('There is no such product'),
  25702: inventory('There is no such inventory item', 404),
  25706: inventory('The limit is no number from 1 to 200, or the offset none from 0'),
  25707: inventory('The SKU has more than 50 characters, or such that cannot be'),
  25708: inventory('The SKU cannot be'),
  25709: inventory('A field has a value that it cannot have'),
  25713: inventory('There is no such offer', 404),
  25727: inventory('More than 25 inventory items are named'),
  25728: inventory('An inventory item is named twice'),
  25729: inventory('A SKU is named twice'),
  25730: inventory('More than 25 offers are named'),
  25731: inventory('An offer is named twice'),
  25734: inventory('A SKU is named twice'),
  25752: inventory('The start is no time to come'),
  25753: inventory('The start was left out: it is past, or the listing is on sale', 200),
  25755: inventory('An auction needs its duration'),
  25757: inventory('An auction needs a price to start with'),
  25758: inventory('What has a fixed price has no prices of auctions'),
  25761: inventory('An auction has no discount'),
  25762: inventory('An auction sells one, and has no quantity'),
  25763: inventory('An auction has no limit for each buyer'),
  25764: inventory('An auction knows no eBay Plus'),
  25800: inventory('A field of the location has a value that it cannot have'),
  25801: inventory('A field of the location is missing'),
  25802: inventory('The body is not as it should be'),
  25803: inventory('There is such a location already'),
  25804: inventory('The key of the location is missing, or cannot be'),
  25805: inventory('There is no such location', 404),
  25806: inventory('A fulfillment center is disabled, not deleted'),
  135000: finances('The hub failed', 500, 'APPLICATION'),
  135001: finances('There is no such payout', 404),
  135002: finances('The filter of payout states has a value that it cannot have'),
  135003: finances('The limit or the offset cannot be'),
  135004: finances('The filter of payout dates has a value that it cannot have'),
  135005: finances('The list cannot be sorted in this way'),
  135006: finances('The filter of transaction types has a value that it cannot have'),
  135007: finances('The filter of transaction states has a value that it cannot have'),
  135008: finances('The filter of transaction dates has a value that it cannot have'),
  135009: finances('A filter by transaction id needs one by transaction type'),
  135011: finances('The filter of transaction states is missing'),
  135012: finances('There is no such transfer', 404),
  38201: marketing('The hub failed', 500, 'APPLICATION'),
  38203: marketing('There is no such promotion', 404),
  38209: marketing('The promotion is not paused'),
  38211: marketing('The offset is no number from 0'),
  38213: marketing('The limit is no number from 1 to 200'),
  38214: marketing('The promotion is not running'),
  38216: marketing('The promotion cannot be deleted'),
  38219: marketing('The promotion ends before it starts, or lasts longer than a year'),
  38220: marketing('The end lies in the past'),
  38225: marketing('The promotion has ended'),
  38227: marketing('There is no such listing'),
  38229: marketing('The start lies in the past'),
  38232: marketing('The promotion has begun'),
  38235: marketing('A field has a value that it cannot have'),
  38242: marketing('Either listings or SKUs must be named, not both'),
  38248: marketing('The discount cannot be', 409, 'BUSINESS'),
  38253: marketing('An amount cannot be'),
  38256: marketing('The name is longer than 90 characters'),
  38257: marketing('There is more than one rule'),
  345065: marketing('A scheduled promotion is no draft any more'),
  345067: marketing('The promotion cannot be deleted'),
  345128: marketing('A volume price has no step'),
  345130: marketing('A volume price has more than three steps'),
  345132: marketing('The steps of a volume price do not rise, or their discounts cannot be'),
  345134: marketing('There is no such promotion type'),
  345135: marketing('The promotion has another type'),
  345136: marketing('The discount cannot be'),
  345137: marketing('The coupon code is not 4 to 15 letters and digits'),
  150000: negotiation('The hub failed', 500, 'APPLICATION'),
  150001: negotiation('A header is missing', 400),
  150002: negotiation('The shop sells on another marketplace', 400),
  150003: negotiation('The limit is no number from 1 to 200', 400),
  150004: negotiation('The offset is no number from 0', 400),
  150005: negotiation('More than one listing is offered', 400),
  150006: negotiation('The body is empty or cannot be read', 400),
  150007: negotiation('Both a price and a discount are given', 400),
  150008: negotiation('The discount is too small', 400),
  150009: negotiation('A field has a value that it cannot have', 400),
  150010: negotiation('The message has HTML, or more than 2,000 characters'),
  150011: negotiation('The listing has ended'),
  150012: negotiation('There is no such listing'),
  150013: negotiation('The listing cannot be offered'),
  150014: negotiation('The listing has fewer units left'),
  150016: negotiation('The price is not less than the listing asks'),
  150017: negotiation('Auctions and listings with variations are not offered'),
  150019: negotiation('Each interested buyer has an open offer'),
  150020: negotiation('The listing interests no buyer'),
  150021: negotiation('The seller is suspended'),
  150027: negotiation('An offer cannot stand for so long', 400),
  501: fault('HUB', 501, 'The hub does not offer this'),
  503: fault('HUB', 503, 'The database does not answer; ask again', 'APPLICATION'),
} as const satisfies Record<number, Known>
export type SellErrorId = keyof typeof sellErrors

export interface ErrorDetails {
  /** A sentence. */
  detail?: string
  /** JSON paths in the request: `$.lineItems[0].quantity`. */
  refs?: readonly string[]
  parameters?: Readonly<Record<string, string>>
}

export class SellError extends Error {
  readonly id: SellErrorId
  readonly details: ErrorDetails
  readonly headers: Readonly<Record<string, string>>
  readonly others: readonly SellError[]

  constructor(
    id: SellErrorId,
    details: ErrorDetails = {},
    headers: Readonly<Record<string, string>> = {},
    others: readonly SellError[] = [],
  ) {
    super(details.detail ?? sellErrors[id].message)
    this.id = id
    this.details = details
    this.headers = headers
    this.others = others
  }

  get status(): number {
    return sellErrors[this.id].status
  }
}

export interface Warning {
  id: SellErrorId
  details: ErrorDetails
}

/** The `warnings` field, omitted if empty. */
export const warningsOf = (warnings: readonly Warning[]) =>
  warnings.length > 0 ? { warnings: warnings.map(writeError) } : {}

interface SentError {
  errorId: number
  domain: string
  category: Category
  message: string
  longMessage: string
  inputRefIds?: readonly string[]
  parameters?: { name: string; value: string }[]
}

export const writeErrors = (error: SellError): SentError[] => [error, ...error.others].map(writeError)

export function writeError({ id, details }: Pick<SellError, 'id' | 'details'>): SentError {
  const { domain, category, message: own } = sellErrors[id]
  const parameters = Object.entries(details.parameters ?? {}).map(([name, value]) => ({ name, value }))
  return {
    errorId: id,
    domain,
    category,
    message: ebayMessage(id, details) ?? own,
    longMessage: details.detail ?? `${own}.`,
    ...(details.refs && { inputRefIds: details.refs }),
    ...(parameters.length > 0 && { parameters }),
  }
}

/** Error ids by prefix of a place in the body, for exceptions from the endpoint's default. */
export type PlaceErrors = readonly (readonly [place: string, id: SellErrorId])[]

export function parseBody<T extends z.ZodType>(
  schema: T,
  body: unknown,
  id: SellErrorId,
  places: PlaceErrors = [],
): z.output<T> {
  const given = schema.safeParse(body)
  if (given.success) return given.data
  // One issue per place: a missing value is also too short.
  const issues = new Map(given.error.issues.toReversed().map(({ path, message }) => placeOf(path.map(String), message)))
  const errors = [...issues]
    .toReversed()
    .slice(0, mostErrors)
    .map(([ref, message]) => {
      const known = places.find(([place]) => ref.startsWith(place))?.[1] ?? id
      return new SellError(known, {
        detail: `${ref}: ${message}.`,
        refs: [ref],
        parameters: { fieldName: ref.slice(2) },
      })
    })
  throw combineErrors(errors, issues.size - errors.length)
}

/** Maximum errors, so that junk input does not cause large responses. */
const mostErrors = 20
const longestRef = 200

/**
 * Combines errors: the first with the others attached, and `more` as a count.
 * @throws if there is none
 */
export function combineErrors(errors: readonly SellError[], more = 0): SellError {
  const [first, ...others] = errors.slice(0, mostErrors)
  if (!first) throw new Error('a refusal without an error')
  const left = more + Math.max(errors.length - mostErrors, 0)
  const parameters = left > 0 ? { ...first.details.parameters, moreErrors: String(left) } : first.details.parameters
  return new SellError(first.id, { ...first.details, parameters }, {}, others)
}

/** JSON path and message of an issue; uses the nearest ancestor if the path is too long. */
function placeOf(path: readonly string[], message: string): [ref: string, message: string] {
  let ref = '$'
  for (const part of path) {
    const next = ref + (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)
    if (next.length > longestRef) return [ref, `in a field below it: ${message}`]
    ref = next
  }
  return [ref, message]
}

export function sellErrorOf({ code, details, headers }: ApiProblem, unreadable: SellErrorId): SellError {
  if (code === 'rate-limited') return new SellError(2001, { detail: details.detail }, headers)
  return new SellError(code === 'not-json' ? unreadable : 2004, { detail: details.detail }, headers)
}
