import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from './orders-list.server.ts'

/** The orders that the same query shows in the list, or those selected there, as CSV: a row for each line item. */
export const loader = listExport(ordersList)
