import { useActionData, useLoaderData } from '#web/router/router.ts'
import { PageName } from '#web/page-name.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { BulkView } from './bulk-view.tsx'
import { bulkModel } from './bulk-model.server.ts'
import { encryptBulkCursor } from './bulk-cursor.server.ts'
import { previewBulk, readBulk } from './bulk-request.server.ts'
import { takePart } from './bulk-steps.server.ts'

/** Shows how many listings can take the step and why others cannot. Changes nothing. */
export const loader = sellerLoader('listings.edit', async (visit) => {
  const { hub, read, seller, texts: reader } = visit
  const request = readBulk(visit)
  const preview = await read((db) => previewBulk(db, request))
  const place = await encryptBulkCursor(hub.secret, { after: 0, upTo: preview.upTo })
  return { model: bulkModel(request, preview, place, textsFor(reader.locale, seller.timeZone)) }
})

export const action = sellerAction('listings.edit', takePart)

export default function ListingsBulkPage() {
  const { model } = useLoaderData<typeof loader>()
  const first = useActionData<typeof action>()
  return (
    <>
      <PageName name={model.name} />
      <BulkView model={model} first={first ?? null} />
    </>
  )
}
