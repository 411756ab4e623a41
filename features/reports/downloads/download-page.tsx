import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { findPreset } from './presets.ts'
import { deleteTemplate, findLastPlan, findTemplate, listTemplates } from './templates-db.server.ts'
import { keepTemplate } from './keep-template.server.ts'
import { DownloadForm } from './download-form.tsx'
import { downloadModel } from './download-view.server.ts'
import { mayHaveColumns, type DownloadKind } from './download-kind.ts'
import { kindsFor } from './download-kinds.server.ts'
import { readPlan } from './read-plan.ts'
import { startDownload } from './start-download.server.ts'

await loadTexts('reports')

/** Form for a file of orders, listings or transactions; `template` fills it, else the member's last file. */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, member, url, texts: reader }) => {
  const kinds = kindsFor(seller.role)
  const id = url.searchParams.get('template')
  const templates = await read((db) => listTemplates(db, seller.id))
  const template = id === null ? null : (templates.find((each) => each.id === id) ?? findPreset(id))
  if (id !== null && !template) throw refuse('not-found')
  const wanted = template?.kind ?? url.searchParams.get('kind') ?? kinds[0]?.kind
  const kind = kinds.find((each) => each.kind === wanted)
  if (!kind) throw refuse('not-found')
  const of = { sellerId: seller.id, memberId: member.id, kind: kind.kind, now: hub.now() }
  const last = template ? null : await read((db) => findLastPlan(db, of))
  const isSaved = url.searchParams.get('done') === 'saved'
  const shown = { kind, kinds, role: seller.role, templates, template, last, isSaved }
  return downloadModel(shown, textsFor(reader.locale, seller.timeZone))
})

const steps = ['create', 'save', 'delete'] as const

/** Queues the file, which the list of runs then shows; or saves or deletes a template. */
export const action = sellerAction('hub.view', async (visit) => {
  const { form, hub, member, seller, texts, write } = visit
  const kind = kindsFor(seller.role).find((each) => each.kind === textOf(form, 'kind'))
  if (!kind) throw refuse('not-found')
  const step = oneOf(form, 'step', steps)
  if (!step) throw refuse('malformed')
  if (step === 'delete') return removeTemplate(visit, kind)
  const plan = readPlan(form, { kind, role: seller.role, locale: texts.locale })
  if (!plan) return data({ columns: texts.t('reports.noColumns'), name: null }, { status: 422 })
  if (step === 'save') {
    const kept = await keepTemplate(visit, { kind, plan })
    if (!kept.ok) return data({ columns: null, name: kept.error }, { status: 422 })
    return redirect(paths.downloadTemplate(kept.id, 'saved'), { status: 303 })
  }
  const of = { sellerId: seller.id, zone: seller.timeZone, kind, plan, member, now: hub.now() }
  await write((db) => startDownload(db, of))
  await hub.wakeFileRuns()
  return redirect(paths.reports, { status: 303 })
})

async function removeTemplate({ form, seller, write }: SellerActionArgs, kind: DownloadKind): Promise<Response> {
  const of = { sellerId: seller.id, id: textOf(form, 'template') }
  const isDeleted = await write(async (db) => {
    const template = await findTemplate(db, of)
    const mayDelete = template?.kind === kind.kind && mayHaveColumns(kind, seller.role, template.plan.columns)
    return mayDelete && deleteTemplate(db, of)
  })
  if (!isDeleted) throw refuse('not-found')
  return redirect(paths.newDownload(kind.kind), { status: 303 })
}

export default function DownloadPage() {
  const model = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return <DownloadForm key={`${model.kind} ${model.template?.id}`} model={model} refused={refused ?? null} />
}
