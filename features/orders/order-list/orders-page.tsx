import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from './orders-list.server.ts'

/** Loads a page of orders. */
export const loader = listLoader(ordersList)

const concerns = ['orders', 'talk'] as const

/** List of orders. */
export default function OrdersPage() {
  return <ListScreen concerns={concerns} />
}
