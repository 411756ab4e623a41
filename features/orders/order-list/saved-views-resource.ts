import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from './orders-list.server.ts'

/** Saves or deletes a view of the list of orders. */
export const action = listViews(ordersList)
