import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { DownloadForm } from './download-form.tsx'
import { downloadModel } from './download-view.server.ts'
import { kindsFor } from './download-kinds.server.ts'
import { readPlan } from './read-plan.ts'
import { startDownload } from './start-download.server.ts'

await loadTexts('reports')

/** Form for a file of orders, listings or transactions. */
export const loader = sellerLoader('hub.view', async ({ seller, url, texts: reader }) => {
  const kinds = kindsFor(seller.role)
  const wanted = url.searchParams.get('kind')
  const kind = kinds.find((each) => each.kind === (wanted ?? kinds[0]?.kind))
  if (!kind) throw refuse('not-found')
  return downloadModel({ kind, kinds, role: seller.role }, textsFor(reader.locale, seller.timeZone))
})

/** Queues the file; the list of runs shows how far it is. */
export const action = sellerAction('hub.view', async ({ form, hub, member, seller, texts, write }) => {
  const kind = kindsFor(seller.role).find((each) => each.kind === textOf(form, 'kind'))
  if (!kind) throw refuse('not-found')
  const plan = readPlan(form, { kind, role: seller.role, locale: texts.locale })
  if (!plan) return data({ error: texts.t('reports.noColumns') }, { status: 422 })
  const of = { sellerId: seller.id, zone: seller.timeZone, kind, plan, member, now: hub.now() }
  await write((db) => startDownload(db, of))
  await hub.wakeFileRuns()
  return redirect(paths.reports, { status: 303 })
})

/** Chooses what a file has. */
export default function DownloadPage() {
  const model = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return <DownloadForm key={model.kind} model={model} error={refused?.error ?? null} />
}
