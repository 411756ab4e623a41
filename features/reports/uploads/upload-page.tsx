import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { cancelRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { correctCells } from '#features/machinery/file-runs/correct-cells.server.ts'
import { listingUploads } from './listing-uploads.server.ts'
import { takeStockFile } from '#features/selling/listing-files/take-stock-file.server.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { columnKinds, type ColumnChoice } from '#features/selling/listing-files/file-columns.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readPageNumber } from '#lib/page-number.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { receiveUpload, recheckUpload } from './receive-upload.server.ts'
import { columnField, countOf, firstTab, rowsShown, tabRows, uploadModel, uploadTabs } from './upload-model.server.ts'
import { undoUntil, wasApplied, type UploadPlan } from './upload-plan.ts'
import { findUpload, type Upload } from './upload-plans-db.server.ts'
import { countRows, listRows } from './upload-rows-db.server.ts'
import { UploadForm } from './upload-form.tsx'
import { UploadReview } from './upload-review.tsx'

await loadTexts('uploads')

/** Bytes: enough for 100,000 rows, uploaded or pasted. */
const limits = { fields: 12_000_000, files: 40_000_000 }

/** An uploaded file with what its rows change, or the form for a new one. */
export const loader = sellerKeepingLoader('listings.edit', async (args) => {
  const { hub, read, seller, url, texts: reader } = args
  const id = url.searchParams.get('file')
  if (id === null) return { model: null, others: otherFiles(seller.role, reader) }
  const own = { sellerId: seller.id, id }
  const found = await read(async (db) => {
    const upload = await findUpload(db, { ...own, now: hub.now() })
    if (!upload) return null
    const counts = await countRows(db, own)
    const tab = uploadTabs.find((name) => name === url.searchParams.get('show')) ?? firstTab(counts)
    const page = Math.min(mostPages, readPageNumber(url.searchParams.get('page')))
    const rows = await listRows(db, { ...own, ...tabRows[tab], offset: (page - 1) * rowsShown, limit: rowsShown })
    return { upload, counts, tab, page, rows }
  })
  if (!found) throw refuse('not-found')
  await noteLook(args, [found.upload])
  const texts = textsFor(reader.locale, seller.timeZone)
  return { model: uploadModel(found, { texts, now: hub.now(), currency: seller.currency }), others: [] }
})

/** Pages for files about other things that the member may upload. */
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

/** Pages of 100,000 rows. */
const mostPages = 1_000

const steps = ['read', 'columns', 'correct', 'forget', 'apply', 'cancel', 'undo'] as const

/** Receives a file, checks it again with other columns, applies, cancels or undoes it. */
export const action = sellerAction(
  'listings.edit',
  async (visit) => {
    const { form, seller, texts } = visit
    const step = oneOf(form, 'step', steps)
    if (!step) throw refuse('malformed')
    if (step === 'read') {
      const pasted = textOf(form, 'pasted')
      const sent = await takeStockFile(form, { pastedName: texts.t('uploads.pastedName'), texts })
      if (!sent.ok) return data({ error: sent.error, choices: sent.choices, pasted }, { status: 422 })
      const received = await receiveUpload(visit, sent.file)
      if (received.ok) return redirect(paths.upload(received.id), { status: 303 })
      const error = texts.t('uploads.error', { reason: received.reason })
      return data({ error, choices: [], pasted }, { status: 422 })
    }
    const id = textOf(form, 'file')
    const upload = await visit.read((db) => findUpload(db, { sellerId: seller.id, id, now: visit.hub.now() }))
    if (!upload) throw refuse('not-found')
    switch (step) {
      case 'apply':
        await applyUpload(visit, upload)
        break
      case 'undo':
        await undoUpload(visit, upload)
        break
      case 'cancel': {
        const cancelled = { sellerId: seller.id, id, keepsInput: wasApplied(upload), now: visit.hub.now() }
        await visit.write((db) => cancelRun(db, cancelled))
        break
      }
      case 'correct':
        await correctCells(visit, { upload, worker: listingUploads })
        break
      default:
        await recheckUpload(visit, { upload, chosen: step === 'columns' ? columnsOf(form, upload) : null })
    }
    return redirect(paths.upload(id), { status: 303 })
  },
  limits,
)

/** Queues a checked file; not one that was checked again since the seller saw it. */
async function applyUpload({ form, hub, seller, write }: SellerActionArgs, { id }: Upload): Promise<void> {
  const own = { sellerId: seller.id, id }
  const isQueued = await write(async (db) => {
    const upload = await findUpload(db, { ...own, now: hub.now() })
    if (!upload?.plan.isChecked || upload.plan.check !== textOf(form, 'check')) return false
    const totalRows = countOf('CHANGE', await countRows(db, own))
    return queueRun(db, { ...own, event: 'QUEUE', plan: upload.plan, totalRows, now: hub.now() })
  })
  if (isQueued) await hub.wakeFileRuns()
}

/** Queues an applied file to be undone, for a day. */
async function undoUpload({ hub, seller, write }: SellerActionArgs, { id }: Upload): Promise<void> {
  const own = { sellerId: seller.id, id }
  const now = hub.now()
  const isQueued = await write(async (db) => {
    const upload = await findUpload(db, { ...own, now: hub.now() })
    const until = upload && undoUntil(upload)
    const totalRows = countOf('DONE', await countRows(db, own))
    if (!upload || !until || until <= now || totalRows === 0) return false
    const plan: UploadPlan = { ...upload.plan, isUndo: true }
    return queueRun(db, { ...own, event: 'UNDO', plan, totalRows, now })
  })
  if (isQueued) await hub.wakeFileRuns()
}

/** Reads the chosen columns. If two have the same meaning, the newly chosen one keeps it. */
function columnsOf(form: FormData, { plan: { header, columns: before } }: Upload): ColumnChoice {
  const choice: ColumnChoice = {}
  for (let at = 0; at < header.length; at += 1) {
    const kind = oneOf(form, columnField(at), columnKinds)
    if (kind && (choice[kind] === undefined || before[kind] === choice[kind])) choice[kind] = at
  }
  return choice
}

/** Changes listings by a file. */
export default function UploadPage() {
  const { model, others } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return model ? <UploadReview key={model.id} model={model} /> : <UploadForm refused={refused} others={others} />
}
