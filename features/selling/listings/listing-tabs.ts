import type { ListTab } from '#features/machinery/grid/list.ts'
import { listingTabs, tabStates, type ListingTab } from '#features/core/listing/listing.ts'
import { activeParts, partStates, type ActivePart } from './listing-choices.ts'
import { countIn, type StateCountRow } from './listing-counts-db.server.ts'
import type { Listings } from './listings-list-row.server.ts'

type Place = Listings['place']

/** Limits a column or filter to these tabs. */
export const only =
  (...tabs: ListingTab[]) =>
  ({ tab }: Place) =>
    tabs.includes(tab)

/** Excludes a column or filter from these tabs. */
export const except =
  (...tabs: ListingTab[]) =>
  ({ tab }: Place) =>
    !tabs.includes(tab)

const tab = (id: ListingTab): ListTab<Listings> => ({
  id,
  label: `listings.tab.${id}`,
  name: `listings.name.${id}`,
  place: (here) => ({ ...here, tab: id }),
  count: ({ counts }) => countIn(tabStates[id], counts),
})
const part = (id: ActivePart): ListTab<Listings> => ({
  ...tab('active'),
  id,
  label: `listings.part.${id}`,
  name: `listings.name.${id}`,
  filters: { status: [id] },
  count: ({ counts }) => countIn([partStates[id]], counts),
})
export const defaultSort = {
  active: { column: 'start', descending: true },
  drafts: { column: 'created', descending: true },
  scheduled: { column: 'start', descending: false },
  ended: { column: 'end', descending: true },
} as const

/** The tabs, each its own page, and the parts of the active tab. */
export const tabs = listingTabs.map((id) => (id === 'active' ? { ...tab(id), parts: activeParts.map(part) } : tab(id)))

export function countsOf({ counts }: Listings['facts'], place: Place): StateCountRow[] {
  return counts.filter(({ state }) => tabStates[place.tab].includes(state))
}
