import type { Row } from '#db/schema.ts'
import { brand } from '#lib/brand.ts'
import { day } from '#lib/duration.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'

export type SaleKey = string & { readonly __brand: 'SaleKey' }

export const parseSaleKey = (text: string | null): SaleKey | null =>
  text !== null && /^[0-9a-f]{12}$/.test(text) ? brand<SaleKey>(text) : null

export type SaleState = Row<'sale_events'>['state']

export const saleStates = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'ENDED'] as const satisfies readonly SaleState[]

/** `start` and `expire` come from the clock, the others from the seller. */
export const sellerSaleSteps = ['schedule', 'withdraw', 'pause', 'resume', 'end'] as const
export type SellerSaleStep = (typeof sellerSaleSteps)[number]
export type SaleStep = SellerSaleStep | 'start' | 'expire'

export interface SaleSpan {
  startsAt: Date
  endsAt: Date
}

export interface SaleFacts extends SaleSpan {
  now: Date
  listings: number
  /** Listings whose price cannot be reduced. */
  unable: number
}

export type SaleRefusal = 'empty' | 'unable' | 'over' | 'started' | 'not-due' | 'not-now'

const hasBegun = ({ startsAt, now }: SaleFacts) => startsAt <= now
const isOver = ({ endsAt, now }: SaleFacts) => endsAt <= now

const refuseSchedule = (facts: SaleFacts): SaleRefusal | null =>
  facts.listings === 0 ? 'empty' : isOver(facts) ? 'over' : facts.unable > 0 ? 'unable' : null

const expire = [{ next: 'ENDED', guard: (facts: SaleFacts) => (isOver(facts) ? null : 'not-due') }] as const
const end = [{ next: 'ENDED' }] as const

export const saleTable: StateTable<SaleState, SaleStep, SaleFacts, SaleRefusal> = {
  ways: {
    DRAFT: { schedule: [{ next: 'SCHEDULED', guard: refuseSchedule }] },
    SCHEDULED: {
      start: [{ next: 'RUNNING', guard: (facts) => (hasBegun(facts) ? null : 'not-due') }],
      withdraw: [{ next: 'DRAFT', guard: (facts) => (hasBegun(facts) ? 'started' : null) }],
    },
    RUNNING: { pause: [{ next: 'PAUSED' }], end, expire },
    PAUSED: { resume: [{ next: 'RUNNING' }], end, expire },
    ENDED: {},
  },
  refusalOf: () => 'not-now',
}

/** What the seller may do. */
export const saleChoices = (state: SaleState, facts: SaleFacts): SellerSaleStep[] =>
  sellerSaleSteps.filter((event) => takeStep(saleTable, { state, event, facts }).ok)

/** The steps that the clock has taken since the state was stored, in order: each is taken once. */
export function dueSteps(state: SaleState, facts: SaleFacts): SaleStep[] {
  const due: SaleStep[] = []
  let present = state
  for (const event of ['start', 'expire'] as const) {
    const step = takeStep(saleTable, { state: present, event, facts })
    if (!step.ok) continue
    due.push(event)
    present = step.next
  }
  return due
}

/** The state at a moment, which a job stores later. */
export function stateAt(state: SaleState, span: SaleSpan, now: Date): SaleState {
  const facts = { ...span, now, listings: 1, unable: 0 }
  const last = dueSteps(state, facts).at(-1)
  return last === undefined ? state : last === 'start' ? 'RUNNING' : 'ENDED'
}

/** Whether prices are those of the sale. Read from the times, so that it is true at the second, whenever jobs run. */
export const isOn = ({ state, ...span }: SaleSpan & { state: SaleState }, now: Date): boolean =>
  span.startsAt <= now && stateAt(state, span, now) === 'RUNNING'

export const mostSaleListings = 2_000

export const longestSale = 366 * day
