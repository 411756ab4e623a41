import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { returnsList } from './cases-list.server.ts'

/** The returns that the same query shows, or those selected there, as CSV. */
export const loader = listExport(returnsList)
