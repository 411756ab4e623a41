import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from './orders-list.server.ts'

/** Keeps or deletes a view of the orders. */
export const action = listViews(ordersList)
