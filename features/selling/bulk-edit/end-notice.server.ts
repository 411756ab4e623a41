import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import type { ShopNotice } from '#web/shop-notice.ts'
import { countRows, findEdit, keptUntil, type EditKey } from './bulk-edits-db.server.ts'

/** The notice that a bulk edit was applied or undone; null if it was stopped. */
export async function endNotice(hub: Pick<Hub, 'db' | 'now'>, key: EditKey): Promise<ShopNotice | null> {
  const { edit, counts } = await ownRows(hub, key.sellerId).read(async (db) => ({
    edit: await findEdit(db, key),
    counts: await countRows(db, key),
  }))
  const state = edit?.state
  if (state !== 'DONE' && state !== 'UNDONE') return null
  const [n, left] = state === 'DONE' ? [counts.DONE, counts.LEFT] : [counts.UNDONE, counts.KEPT]
  return {
    key: `bulk-edit.${key.id}.${state}`,
    sellerId: key.sellerId,
    access: 'listings.edit',
    words: ({ t }) => ({
      title: t(`bulkEdit.message.${state}`, { n }),
      content: left > 0 ? [t('bulkEdit.message.left', { n: left })] : [],
      link: { text: t('bulkEdit.message.open'), href: paths.bulkEdit(key.id) },
    }),
    // The link leads to it as long as it is kept.
    endsAt: keptUntil(hub.now()),
  }
}
