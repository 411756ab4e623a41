import { brand } from '#lib/brand.ts'
import type { Row } from '#db/schema.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'

// Payment disputes: the buyer's bank or card company asks for the money of an order back (seller-hubs 2.6, 5.3). Pure.

export type DisputeState = Row<'disputes'>['state']
export type DisputeReason = Row<'disputes'>['reason']

export const disputeStates = ['ACTION_NEEDED', 'CONTESTED', 'ACCEPTED', 'WON', 'LOST'] as const satisfies DisputeState[]

export const disputeReasons = [
  'UNAUTHORIZED',
  'NOT_RECEIVED',
  'NOT_AS_DESCRIBED',
  'DUPLICATE_CHARGE',
  'CANCELLED',
  'NOT_REFUNDED',
  'OTHER',
] as const satisfies DisputeReason[]

export type DisputeNumber = string & { readonly __brand: 'DisputeNumber' }

export const parseDisputeNumber = (text: string | null): DisputeNumber | null =>
  text !== null && /^[0-9a-z]{12}$/.test(text) ? brand<DisputeNumber>(text) : null

export const sellerAnswers = ['contest', 'accept'] as const
export type SellerAnswer = (typeof sellerAnswers)[number]

/** A step of the seller, of the bank through the marketplace, or of time. */
export type DisputeStep = SellerAnswer | 'win' | 'lose' | 'time-out'

/** Effect of a step on the seller's money, besides the amount taken when the dispute was opened. */
export type DisputeEffect = 'pay-back' | 'charge-fee'

export type DisputeRefusal = 'answered-already' | 'closed-already'

const decisions = {
  win: [{ next: 'WON', effects: ['pay-back'] }],
  lose: [{ next: 'LOST', effects: ['charge-fee'] }],
} as const

/** ACTION_NEEDED -> CONTESTED | ACCEPTED | LOST once the time to answer is over; CONTESTED -> WON | LOST. */
export const disputeTable: StateTable<DisputeState, DisputeStep, null, DisputeRefusal, DisputeEffect> = {
  refusalOf: (state) => (state === 'CONTESTED' ? 'answered-already' : 'closed-already'),
  ways: {
    ACTION_NEEDED: {
      contest: [{ next: 'CONTESTED' }],
      accept: [{ next: 'ACCEPTED' }],
      'time-out': [{ next: 'LOST', effects: ['charge-fee'] }],
      ...decisions,
    },
    CONTESTED: decisions,
    ACCEPTED: {},
    WON: {},
    LOST: {},
  },
}

export const nextDisputeState = (state: DisputeState, event: DisputeStep) =>
  takeStep(disputeTable, { state, event, facts: null })

export const isDecided = (state: DisputeState) => state === 'ACCEPTED' || state === 'WON' || state === 'LOST'

/** By when the seller answers a dispute, and the policy pack that it follows from. */
export const respondBy = (openedAt: Date, { id, asOf, dispute }: Pick<PolicyPack, 'id' | 'asOf' | 'dispute'>) => ({
  at: new Date(openedAt.getTime() + dispute.respondWithin),
  calendar: `${id} ${asOf}`,
})

/** Fee of a lost dispute in minor units of its currency. */
export const disputeFee = (currency: string, { dispute }: Pick<PolicyPack, 'dispute'>): number =>
  dispute.fee[currency] ?? 0
