import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import type { ShopNotice } from '#web/shop-notice.ts'
import { findEdit, keptUntil, readCounts, type EditKey } from './bulk-edits-db.server.ts'

/** The notice that a bulk edit was applied or undone, or stopped for want of a role; null if a member stopped it. */
export async function endNotice(hub: Pick<Hub, 'db' | 'now'>, key: EditKey): Promise<ShopNotice | null> {
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
