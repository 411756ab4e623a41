import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from './listings-list.server.ts'
import { useListingSteps } from './use-listing-steps.tsx'

/** A page of a tab of the listings. */
export const loader = listLoader(listingsList)

/** A tab of the seller's listings. */
export default function ListingsPage() {
  const { act, dialog } = useListingSteps()
  return (
    <>
      <ListScreen act={act} />
      {dialog}
    </>
  )
}
