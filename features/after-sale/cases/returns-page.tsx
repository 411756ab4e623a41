import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { returnsList } from './cases-list.server.ts'

/** A page of the seller's returns. */
export const loader = listLoader(returnsList)

const concerns = ['orders', 'talk'] as const

/** The seller's returns. */
export default function ReturnsPage() {
  return <ListScreen concerns={concerns} />
}
