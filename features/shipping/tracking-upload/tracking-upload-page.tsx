import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { cancelRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { UploadForm } from '#features/machinery/file-runs/upload-form.tsx'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { useTexts } from '#texts/context.tsx'
import { queueUpload, trackingUploads } from './apply-upload.server.ts'
import { receiveFile } from './receive-file.server.ts'
import { readReview } from './review-form.ts'
import { forgetChoice, reviewUpload } from './review-upload.server.ts'
import { UploadView } from './upload-view.tsx'
import { countOf, isOpen, tabVerdicts, uploadModel, uploadTabs } from './upload-model.ts'
import { allVerdicts } from './upload-file.ts'
import { countRows, countRules, findTracking, findUpload, listRows, uploadOf } from './uploads-db.server.ts'

await loadTexts('fulfilment')

/** Maximum rows listed; the download has all. */
const mostListed = 200
const mostSampled = 20
/** Bytes: enough for 100,000 rows, uploaded or pasted. */
const limits = { fields: 12_000_000, files: 40_000_000 }

export const loader = sellerKeepingLoader('orders.ship', async (visit) => {
  const { read, seller, url, texts: reader } = visit
  const id = url.searchParams.get('upload')
  if (id === null) return { model: null }
  const found = await read(async (db) => {
    const run = await findTracking(db, { sellerId: seller.id, id, now: visit.hub.now() })
    if (!run) return null
    const counts = await countRows(db, seller.id, id)
    const wanted = uploadTabs.find((name) => name === url.searchParams.get('show'))
    const tab = wanted ?? uploadTabs.find((name) => countOf(name, counts) > 0) ?? 'change'
    const own = { sellerId: seller.id, id }
    const rows = await listRows(db, { ...own, verdicts: tabVerdicts[tab], limit: mostListed, isNoted: tab === 'notes' })
    const sample = await listRows(db, { ...own, verdicts: allVerdicts, limit: mostSampled })
    return { run, upload: uploadOf(run), counts, tab, rows, sample, rules: await countRules(db, seller.id, id) }
  })
  if (!found) throw refuse('not-found')
  await noteLook(visit, [found.run])
  return { model: uploadModel(found, textsFor(reader.locale, seller.timeZone)) }
})

const steps = ['check', 'review', 'forget', 'apply', 'continue', 'stop'] as const

export const action = sellerAction(
  'orders.ship',
  async (visit) => {
    const { form, hub, seller, texts: reader, write } = visit
    const texts = textsFor(reader.locale, seller.timeZone)
    const step = oneOf(form, 'step', steps)
    if (!step) throw refuse('malformed')
    if (step === 'check') {
      const received = await receiveFile(visit)
      if (received.ok) return redirect(paths.trackingUpload(received.id), { status: 303 })
      const { pasted } = received
      if (received.reason === 'file')
        return data({ error: received.error, choices: received.choices, pasted }, { status: 422 })
      return data({ error: texts.t(`tracking.error.${received.reason}`), choices: [], pasted }, { status: 422 })
    }
    const id = textOf(form, 'upload')
    const whose = { sellerId: seller.id, id, now: hub.now() }
    const upload = await visit.read((db) => findUpload(db, { sellerId: seller.id, id, now: visit.hub.now() }))
    if (!upload) throw refuse('not-found')
    const on = { ...whose, carriers: hub.config.carriers, zone: seller.timeZone }
    const back = redirect(paths.trackingUpload(id, textOf(form, 'show') || undefined), { status: 303 })
    if (step === 'forget') {
      await write((db) => forgetChoice(db, on))
      await beginAtOnce(visit, { id, worker: trackingUploads })
      return back
    }
    if (step === 'review' || step === 'apply') {
      const review = readReview(form, upload.form.header.length, upload.form.columns)
      const reviewed = await write((db) => reviewUpload(db, on, review))
      if (reviewed === 'queued') await beginAtOnce(visit, { id, worker: trackingUploads })
      // Do not apply rows that changed since the seller saw them.
      if (step === 'review' || reviewed === 'queued') return back
    }
    if (step === 'stop' && isOpen(upload.state)) await write((db) => cancelRun(db, { ...whose, keepsInput: true }))
    if (step === 'apply') await write((db) => queueUpload(db, whose))
    if (step !== 'stop') await beginAtOnce(visit, { id, worker: trackingUploads })
    return redirect(paths.trackingUpload(id), { status: 303 })
  },
  limits,
)

export default function TrackingUploadPage() {
  const { model } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { t } = useTexts()
  if (model) return <UploadView key={model.id} model={model} />
  return (
    <UploadForm
      head={{ title: t('tracking.title'), note: t('tracking.note') }}
      file={{ label: t('tracking.file'), hint: t('tracking.file.hint') }}
      paste={{ label: t('tracking.paste'), hint: t('tracking.paste.hint') }}
      submit={{ step: 'check', text: t('tracking.check') }}
      refused={refused}
    />
  )
}
