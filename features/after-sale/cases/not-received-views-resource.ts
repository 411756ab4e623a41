import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { notReceivedList } from './cases-list.server.ts'

/** Keeps or deletes a view of the cases of things that have not come. */
export const action = listViews(notReceivedList)
