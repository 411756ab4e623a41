import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from './listings-list.server.ts'

/** Keeps or deletes a view of a tab of the listings. */
export const action = listViews(listingsList)
