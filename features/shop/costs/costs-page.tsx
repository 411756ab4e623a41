import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { paths } from '#web/paths.ts'
import { costsList } from './costs-list.server.ts'

/** The list of SKUs with what they cost. */
export const loader = listLoader(costsList)

/** SKUs with what they cost, which can be edited. */
export default function CostsPage() {
  return <ListScreen editTo={paths.costEdit} />
}
