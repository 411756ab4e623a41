import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { returnsList } from './cases-list.server.ts'

/** Saves or deletes a view of the returns. */
export const action = listViews(returnsList)
