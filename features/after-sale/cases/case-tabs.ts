import { turns, type Turn } from './case-states.ts'

/** A tab of the list of cases. */
export const caseTabs = ['all', 'open', 'you', 'others', 'marketplace', 'closed'] as const
export type CaseTab = (typeof caseTabs)[number]

/** Whose turn it is in a tab's cases. Every case is in `all`, and in `closed` or `open` with exactly one other. */
export const tabTurns: Record<CaseTab, readonly Turn[]> = {
  all: turns,
  open: turns.filter((turn) => turn !== 'NOBODY'),
  you: ['SELLER'],
  others: ['BUYER', 'CARRIER', 'PAYMENT'],
  marketplace: ['MARKETPLACE'],
  closed: ['NOBODY'],
}
