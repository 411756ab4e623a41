import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from './listings-list.server.ts'
import { useListingSteps } from './use-listing-steps.tsx'

export const loader = listLoader(listingsList)

export default function ListingsPage() {
  const { act, dialog } = useListingSteps()
  return (
    <>
      <ListScreen act={act} />
      {dialog}
    </>
  )
}
