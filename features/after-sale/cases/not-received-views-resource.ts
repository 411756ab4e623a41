import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { notReceivedList } from './cases-list.server.ts'

/** Saves or deletes a view of the list of items not received. */
export const action = listViews(notReceivedList)
