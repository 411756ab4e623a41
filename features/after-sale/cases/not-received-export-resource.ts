import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { notReceivedList } from './cases-list.server.ts'

/** The cases of things that have not come that the same query shows, or those selected there, as CSV. */
export const loader = listExport(notReceivedList)
