import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { returnsList } from './cases-list.server.ts'

/** Loads the seller's returns. */
export const loader = listLoader(returnsList)

const concerns = ['orders', 'talk'] as const

/** List of returns. */
export default function ReturnsPage() {
  return <ListScreen concerns={concerns} />
}
