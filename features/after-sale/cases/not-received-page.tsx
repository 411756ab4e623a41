import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { notReceivedList } from './cases-list.server.ts'

/** A page of the seller's cases of things that have not come. */
export const loader = listLoader(notReceivedList)

const concerns = ['orders', 'talk'] as const

/** The seller's cases of things that have not come. */
export default function NotReceivedPage() {
  return <ListScreen concerns={concerns} />
}
