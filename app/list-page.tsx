import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { listRoute } from './lists.server.ts'

export const loader = listRoute('page')

/** Page of a list that needs nothing beside its definition. */
export default function ListPage() {
  return <ListScreen />
}
