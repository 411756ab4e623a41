import { useLoaderData } from '#web/router/router.ts'
import { PageName } from '#web/page-name.tsx'
import { sellerLoader } from '#web/guard.server.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import { readOrderPage } from '#features/order-page/read/order-page.server.ts'
import { OrderView } from './order-view.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'

await loadTexts('order')

export const loader = sellerLoader('hub.view', async (visit) => (await readOrderPage(visit)).page)

const concerns = ['orders', 'talk', 'money'] as const

export default function OrderDetailsPage() {
  const page = useLive(useLoaderData<typeof loader>(), concerns)
  return (
    <>
      <PageName name={page.model.title} />
      <OrderView {...page} />
    </>
  )
}
