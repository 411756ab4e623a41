import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { takeStockFile } from '#features/selling/listing-files/take-stock-file.server.ts'
import { UploadForm } from '#features/machinery/file-runs/upload-form.tsx'
import { LinkRow } from '#features/machinery/file-runs/pages.tsx'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { readRecord } from '#features/machinery/records/read-record.server.ts'
import { receiveRecords } from '#features/machinery/records/receive-records.server.ts'
import { RecordReview } from '#features/machinery/records/record-review.tsx'
import { recordSteps, takeRecordStep } from '#features/machinery/records/take-step.server.ts'
import { listingsKind } from './listings-kind.server.ts'

await loadTexts('uploads')

/** Bytes: enough for 100,000 rows, uploaded or pasted. */
const limits = { fields: 12_000_000, files: 40_000_000 }

export const loader = sellerKeepingLoader('listings.edit', async (visit) => {
  const id = visit.url.searchParams.get('file')
  if (id === null) return { model: null, others: otherFiles(visit.seller.role, visit.texts) }
  return { model: await readRecord(visit, id, [listingsKind]), others: [] }
})

function otherFiles(role: Role, { t }: Texts) {
  return [
    ...(mayDo(role, 'orders.refund') ? [{ href: paths.movingIn, text: t('uploads.other.orders') }] : []),
    ...(mayDo(role, 'orders.ship') ? [{ href: paths.tracking, text: t('uploads.other.tracking') }] : []),
    ...(mayDo(role, 'money.view')
      ? [
          { href: paths.enterCosts(), text: t('uploads.other.costs') },
          { href: paths.reconcile, text: t('uploads.other.report') },
        ]
      : []),
  ]
}

export const action = sellerAction(
  'listings.edit',
  async (visit) => {
    const { form, read, seller, texts } = visit
    const step = oneOf(form, 'step', ['read', ...recordSteps])
    if (!step) throw refuse('malformed')
    if (step !== 'read') return takeRecordStep(visit, step, [listingsKind])
    const pasted = textOf(form, 'pasted')
    const locations = (await read((db) => listLocations(db, seller.id))).map(({ name }) => name)
    const sent = await takeStockFile(form, { pastedName: texts.t('uploads.pastedName'), texts, locations })
    if (!sent.ok) return data({ error: sent.error, choices: sent.choices, pasted }, { status: 422 })
    const received = await receiveRecords(visit, listingsKind, sent.file)
    if (received.ok) return redirect(paths.upload(received.id), { status: 303 })
    const error = texts.t('uploads.error', { reason: received.reason })
    return data({ error, choices: [], pasted }, { status: 422 })
  },
  limits,
)

export default function UploadPage() {
  const { model, others } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { t } = useTexts()
  if (model) return <RecordReview key={model.id} model={model} refused={refused} />
  return (
    <UploadForm
      head={{ title: t('uploads.title'), note: t('uploads.intro') }}
      rule={t('uploads.rule')}
      file={{ label: t('uploads.file'), hint: t('uploads.file.hint') }}
      paste={{ label: t('uploads.paste') }}
      submit={{ step: 'read', text: t('uploads.check') }}
      refused={refused && 'error' in refused ? refused : undefined}
    >
      {others.length > 0 ? <LinkRow label={t('uploads.others')} links={others} /> : null}
    </UploadForm>
  )
}
