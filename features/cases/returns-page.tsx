import { listLoader } from '#features/grid/list-routes.server.ts'
import { ListScreen } from '#features/grid/list-screen.tsx'
import { returnsList } from './cases-list.server.ts'

/** A page of the seller's returns. */
export const loader = listLoader(returnsList)

/** The seller's returns. */
export default function ReturnsPage() {
  return <ListScreen />
}
