import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { notReceivedList } from './cases-list.server.ts'

/** Exports matching or selected cases of items not received as CSV. */
export const loader = listExport(notReceivedList)
