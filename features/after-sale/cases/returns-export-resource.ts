import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { returnsList } from './cases-list.server.ts'

/** Exports matching or selected returns as CSV. */
export const loader = listExport(returnsList)
