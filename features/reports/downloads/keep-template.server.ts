import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { mayHaveColumns, type DownloadKind, type DownloadPlan } from './download-kind.ts'
import { longestTemplateName, mostTemplates, saveTemplate } from './templates-db.server.ts'

type Kept = { ok: true; id: string } | { ok: false; error: string }

export async function keepTemplate(
  { form, hub, seller, texts: { t }, write }: SellerActionArgs,
  { kind, plan }: { kind: DownloadKind; plan: DownloadPlan },
): Promise<Kept> {
  const name = textOf(form, 'name').replaceAll(/\s+/g, ' ')
  if (name === '') return { ok: false, error: t('talk.templates.noName') }
  if ([...name].length > longestTemplateName)
    return { ok: false, error: t('reports.template.longName', { n: longestTemplateName }) }
  const of = { sellerId: seller.id, kind: kind.kind, name, plan, now: hub.now() }
  const saved = await write((db) =>
    saveTemplate(db, of, ({ plan: old }) => mayHaveColumns(kind, seller.role, old.columns)),
  )
  if (saved.ok) return saved
  const rules = { tooMany: t('reports.template.tooMany', { n: mostTemplates }), taken: t('reports.template.taken') }
  return { ok: false, error: rules[saved.reason] }
}
