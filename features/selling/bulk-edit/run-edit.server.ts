import { overAllSellers } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import { unwatchedAfterMs, type ShopNotice } from '#web/shop-notice.ts'
import { applyPart } from './apply-part-db.server.ts'
import { type EditKey, findEdit, keptUntil, readCounts } from './bulk-edits-db.server.ts'
import { paths } from '#web/paths.ts'

/** Milliseconds that one request applies parts; the page then shows progress and requests more. */
const longest = 1_500

const factsOf = ({ config, now }: Pick<Hub, 'config' | 'now'>) => ({
  taxonomy: config.taxonomy,
  limits: config.policyPack.limits,
  now: now(),
})

/** Applies or undoes parts of a bulk edit for a limited time. The next request or `resumeEdits` continues. */
export async function runEdit(hub: Pick<Hub, 'config' | 'now'>, write: OwnRows['write'], key: EditKey): Promise<void> {
  const until = hub.now().getTime() + longest
  while (await write((db) => applyPart(db, key, factsOf(hub)))) if (hub.now().getTime() >= until) return
}

interface ResumeEdits {
  report: ReportFailure
  signal: AbortSignal
  tell: (notice: ShopNotice) => Promise<void>
}

/**
 * Completes bulk edits of all sellers whose page was closed or whose process died; run by a job (`server/jobs.ts`). A
 * failing one is reported, does not block others and is retried in the next run. The shop is told of those that ended.
 * Returns the number that ended.
 */
export async function resumeEdits(hub: Hub, { report, signal, tell }: ResumeEdits): Promise<number> {
  const left = await hub.db.owner
    .selectFrom('bulk_edits')
    .select(['seller_id as sellerId', 'id'])
    .where('state', 'in', ['RUNNING', 'UNDOING'])
    .where('worked_at', '<', new Date(hub.now().getTime() - unwatchedAfterMs))
    .modifyEnd(overAllSellers)
    .execute()
  const resume = async ({ sellerId, id }: (typeof left)[number]) => {
    const { write } = ownRows(hub, sellerId)
    const key = { sellerId, id }
    let isLeft = true
    while (isLeft && !signal.aborted) isLeft = await write((own) => applyPart(own, key, factsOf(hub)))
    const notice = isLeft ? null : await endNotice(hub, key)
    if (notice) await tell(notice)
  }
  const { done } = await forEachIsolated(left, resume, report)
  return done.length
}

/** The notice that a bulk edit was applied or undone, or stopped for want of a role; null if a member stopped it. */
async function endNotice(hub: Pick<Hub, 'db' | 'now'>, key: EditKey): Promise<ShopNotice | null> {
  const found = await ownRows(hub, key.sellerId).read(async (db) => {
    const edit = await findEdit(db, key)
    return edit && { ...edit, counts: await readCounts(db, key, edit) }
  })
  if (!found) return null
  const { state, lacksRole, runBy, counts } = found
  const isStopped = state === 'STOPPED' && lacksRole
  if (!isStopped && state !== 'DONE' && state !== 'UNDONE') return null
  const [n, left] = state === 'UNDONE' ? [counts.UNDONE, counts.KEPT] : [counts.DONE, counts.LEFT]
  return {
    key: `bulk-edit.${key.id}.${state}`,
    sellerId: key.sellerId,
    access: 'listings.edit',
    words: ({ t }) => ({
      title: t(`bulkEdit.message.${state}`, { n }),
      content: [
        ...(isStopped ? [t('bulkEdit.lacksRole', { name: runBy.name })] : []),
        ...(left > 0 ? [t('bulkEdit.message.left', { n: left })] : []),
      ],
      link: { text: t('bulkEdit.message.open'), href: paths.bulkEdit(key.id) },
    }),
    // The link leads to it as long as it is kept.
    endsAt: keptUntil(hub.now()),
  }
}
