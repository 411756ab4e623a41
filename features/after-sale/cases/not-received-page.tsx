import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { notReceivedList } from './cases-list.server.ts'

/** Loads the cases of items not received. */
export const loader = listLoader(notReceivedList)

const concerns = ['orders', 'talk'] as const

/** List of items not received. */
export default function NotReceivedPage() {
  return <ListScreen concerns={concerns} />
}
