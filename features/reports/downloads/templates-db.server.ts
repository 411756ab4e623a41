import { selectOfSeller } from '#db/select-of-seller.ts'
import { deleteOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { FileKind } from '#features/machinery/file-runs/file-run.ts'
import type { DownloadPlan } from './download-kind.ts'

export type DownloadTemplate = Awaited<ReturnType<typeof listTemplates>>[number]

export const mostTemplates = 100

export const longestTemplateName = 60

export async function listTemplates(db: SellerDb, sellerId: number) {
  const rows = await templates(db, sellerId).orderBy('name').orderBy('id').execute()
  return rows.map(templateOf)
}

/** Files among which a member's last one is looked for. */
const mostLookedAt = 100

/** Plan of the last file of a kind that a member requested; null if none is kept. */
export async function findLastPlan(
  db: SellerDb,
  { sellerId, memberId, kind, now }: { sellerId: number; memberId: string; kind: FileKind; now: Date },
): Promise<DownloadPlan | null> {
  const runs = await listRuns(db, { sellerId, now, direction: 'DOWNLOAD', kinds: [kind], limit: mostLookedAt })
  const last = runs.find((run) => run.memberId === memberId && run.scheduleId === null)
  return last ? planOf(last) : null
}

export async function findTemplate(
  db: SellerDb,
  { sellerId, id }: { sellerId: number; id: string },
): Promise<DownloadTemplate | null> {
  const row = await templates(db, sellerId).where('id', '=', id).executeTakeFirst()
  return row ? templateOf(row) : null
}

const templates = (db: SellerDb, sellerId: number) =>
  selectOfSeller(db, 'download_templates', sellerId).select(['id', 'kind', 'name', 'plan'])

/** Only readers of the form write plans of downloads, so the cast is safe. */
export const planOf = ({ plan }: { plan: object }): DownloadPlan => plan as DownloadPlan

/** Only `saveTemplate` writes kinds, so the cast is safe. */
const templateOf = ({ id, kind, name, plan }: { id: string; kind: string; name: string; plan: object }) => ({
  id,
  kind: kind as FileKind,
  name,
  plan: planOf({ plan }),
})

type SavedTemplate = { ok: true; id: string } | { ok: false; reason: 'tooMany' | 'taken' }

/** Saves a template; one of the same name is replaced, if `mayReplace` allows it. */
export async function saveTemplate(
  db: SellerDb,
  { sellerId, kind, name, plan, now }: Omit<DownloadTemplate, 'id'> & { sellerId: number; now: Date },
  mayReplace: (known: DownloadTemplate) => boolean,
): Promise<SavedTemplate> {
  const kept = await listTemplates(db, sellerId)
  const known = kept.find((each) => each.kind === kind && each.name === name)
  if (!known && kept.length >= mostTemplates) return { ok: false, reason: 'tooMany' }
  if (known && !mayReplace(known)) return { ok: false, reason: 'taken' }
  const saved = await db
    .insertInto('download_templates')
    .values({ seller_id: sellerId, kind, name, plan: JSON.stringify(plan), saved_at: now })
    .onConflict((on) =>
      on
        .columns(['seller_id', 'kind', 'name'])
        .doUpdateSet((row) => ({ plan: row.ref('excluded.plan'), saved_at: row.ref('excluded.saved_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ok: true, id: saved.id }
}

/** Deletes a template with its schedules; returns whether there was one. */
export async function deleteTemplate(
  db: SellerDb,
  { sellerId, id }: { sellerId: number; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await deleteOfSeller(db, 'download_templates', sellerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
