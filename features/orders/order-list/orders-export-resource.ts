import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from './orders-list.server.ts'

/** Exports matching or selected orders as CSV, one row per line item. */
export const loader = listExport(ordersList)
