import { turns, type Turn } from './case-states.ts'

/** Tabs of the case lists. */
export const caseTabs = ['all', 'open', 'you', 'others', 'marketplace', 'closed'] as const
export type CaseTab = (typeof caseTabs)[number]

/** Turns shown in a tab. Every case is in `all`, and in `closed` or in `open` and exactly one other. */
export const tabTurns: Record<CaseTab, readonly Turn[]> = {
  all: turns,
  open: turns.filter((turn) => turn !== 'NOBODY'),
  you: ['SELLER'],
  others: ['BUYER', 'CARRIER', 'PAYMENT'],
  marketplace: ['MARKETPLACE'],
  closed: ['NOBODY'],
}
