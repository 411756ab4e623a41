import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from './listings-list.server.ts'

/** The listings that the same query shows in a tab, or those selected there, as CSV. */
export const loader = listExport(listingsList)
