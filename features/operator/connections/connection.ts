import { minute } from '#lib/duration.ts'

export const directions = ['TO_HUB', 'TO_SHOP'] as const
/** What connectors send: listings and orders to the hub, what sellers did to the shop. */
export const sentKinds = [
  'LISTING',
  'ORDER',
  'PARCEL',
  'REFUND',
  'STOCK',
  'CANCELLATION',
  'HAND_OVER',
  'OFFER',
  'QUESTION',
  'SALE',
] as const

/** Refused items that the hub keeps of each connection, the newest. */
export const maxRefusals = 200
/** Seconds between reports of a connector that does not say. */
export const defaultReportsEvery = 180

export interface RefusedName {
  direction: (typeof directions)[number]
  kind: (typeof sentKinds)[number]
  /** The seller's id in the marketplace. */
  seller: string
  id: string
}

export const refusedKey = ({ direction, kind, seller, id }: RefusedName): string =>
  JSON.stringify([direction, kind, seller, id])

/** What a reason says, in a form that pages can word; null if the connector does not tell. */
interface CodedReason {
  code: string
  params: Readonly<Record<string, string | number>>
}

export interface Refusal extends RefusedName {
  /** The order or listing in the shop that a parcel, a refund or stock is of. */
  about: string | null
  /** In English, or as the shop said it. */
  reason: string
  why: CodedReason | null
  since: Date
}

export interface ConnectionCounts {
  listings: number
  orders: number
  /** What the shop was told: parcels, refunds and stock. */
  told: number
  /** Kept back until something else happens. */
  waiting: number
  refused: number
}

export interface ConnectionReport {
  shop: string
  shopVersion: string | null
  /** Versions of the connector and of the kit that it is made with; null if it does not say. */
  connectorVersion: string | null
  kitVersion: string | null
  reportsEvery: number
  shopReadAt: Date | null
  hubReadAt: Date | null
  /** The place of the last event that it has processed. */
  eventsPlace: number | null
  /** In English, or as the shop said it. */
  failure: string | null
  failureWhy: CodedReason | null
  counts: ConnectionCounts
  /** Whether its shop takes buyers' offers. */
  takesOffers: boolean
  refused: readonly Refusal[]
}

export interface Connection extends Omit<ConnectionReport, 'refused'> {
  name: string
  reportedAt: Date
  refused: readonly (Refusal & { askedAt: Date | null })[]
  /** When an operator asked to send everything again; null once done. */
  allAskedAt: Date | null
}

export type ConnectionState = 'working' | 'starting' | 'behind' | 'failing' | 'silent'

/** Milliseconds without a report after which any connection is silent at the earliest. */
const leastPatience = 5 * minute
/** Missed reports after which a connection is silent. */
const missedReports = 3

export function connectionState(
  {
    reportedAt,
    reportsEvery,
    shopReadAt,
    hubReadAt,
    failure,
  }: Pick<Connection, 'reportedAt' | 'reportsEvery' | 'shopReadAt' | 'hubReadAt' | 'failure'>,
  now: Date,
): ConnectionState {
  const patience = Math.max(leastPatience, missedReports * reportsEvery * 1000)
  const isOld = (at: Date) => now.getTime() - at.getTime() > patience
  if (isOld(reportedAt)) return 'silent'
  if (failure !== null) return 'failing'
  if (!shopReadAt || !hubReadAt) return 'starting'
  return isOld(shopReadAt) || isOld(hubReadAt) ? 'behind' : 'working'
}

export interface SendAgain {
  askedAt: Date
  /** Everything that was refused, listed or not. */
  all: boolean
  items: readonly RefusedName[]
}

/** What a connector has to send again; null if nothing. */
export function toSendAgain({ refused, allAskedAt }: Pick<Connection, 'refused' | 'allAskedAt'>): SendAgain | null {
  const asked = refused.filter(({ askedAt }) => askedAt !== null)
  const times = [allAskedAt, ...asked.map(({ askedAt }) => askedAt)].flatMap((at) => (at ? [at.getTime()] : []))
  if (times.length === 0) return null
  const items = asked.map(({ direction, kind, seller, id }) => ({ direction, kind, seller, id }))
  return { askedAt: new Date(Math.max(...times)), all: allAskedAt !== null, items }
}
