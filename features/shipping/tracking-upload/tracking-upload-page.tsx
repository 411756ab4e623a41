import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { takeSentFile } from '#features/machinery/file-runs/sent-file.ts'
import { UploadForm } from '#features/machinery/file-runs/upload-form.tsx'
import { readRecord } from '#features/machinery/records/read-record.server.ts'
import { receiveRecords } from '#features/machinery/records/receive-records.server.ts'
import { RecordReview } from '#features/machinery/records/record-review.tsx'
import { recordSteps, takeRecordStep } from '#features/machinery/records/take-step.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { useTexts } from '#texts/context.tsx'
import { trackingKind } from './tracking-kind.server.ts'

await loadTexts('fulfilment', 'uploads')

/** Bytes: enough for 100,000 rows, uploaded or pasted. */
const limits = { fields: 12_000_000, files: 40_000_000 }

export const loader = sellerKeepingLoader('orders.ship', async (visit) => {
  const id = visit.url.searchParams.get('file')
  return { model: id === null ? null : await readRecord(visit, id, [trackingKind]) }
})

export const action = sellerAction(
  'orders.ship',
  async (visit) => {
    const { form, texts } = visit
    const step = oneOf(form, 'step', ['read', ...recordSteps])
    if (!step) throw refuse('malformed')
    if (step !== 'read') return takeRecordStep(visit, step, [trackingKind])
    const pasted = textOf(form, 'pasted')
    const sent = await takeSentFile(form, { pastedName: texts.t('tracking.pasted'), texts })
    if (!sent.ok) return data({ error: sent.error, choices: sent.choices, pasted }, { status: 422 })
    const received = await receiveRecords(visit, trackingKind, sent.file)
    if (received.ok) return redirect(paths.trackingUpload(received.id), { status: 303 })
    const error = texts.t('tracking.error', { reason: received.reason })
    return data({ error, choices: [], pasted }, { status: 422 })
  },
  limits,
)

export default function TrackingUploadPage() {
  const { model } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { t } = useTexts()
  if (model) return <RecordReview key={model.id} model={model} refused={refused} />
  return (
    <UploadForm
      head={{ title: t('tracking.title'), note: t('tracking.note') }}
      file={{ label: t('tracking.file'), hint: t('tracking.file.hint') }}
      paste={{ label: t('tracking.paste'), hint: t('tracking.paste.hint') }}
      submit={{ step: 'read', text: t('tracking.check') }}
      refused={refused && 'error' in refused ? refused : undefined}
    />
  )
}
