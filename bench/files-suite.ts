import { measureBulkEdit } from './files/bulk-edit.ts'
import { measureDownloads } from './files/downloads.ts'
import { addListings, count, openPoster, removeListings } from './files/shop.ts'
import { measureUploads } from './files/uploads.ts'
import { goalTable } from './goals.ts'
import type { RunSuite } from './setting.ts'

/** Listings of a bulk edit, and of the longest file. */
const [edited, uploaded] = [50_000, 100_000]

/** Bulk edits, uploads and downloads of the largest seller: rows a second, and the memory of the hub meanwhile. */
export const filesSuite: RunSuite = async (setting) => {
  const { db, known, say } = setting
  const poster = await openPoster(setting)
  try {
    say(`  ${count(edited)} listings to edit`)
    await addListings(db, known.sellerId, edited)
    const bulkEdit = await measureBulkEdit(setting, poster, edited)
    await removeListings(db, known.sellerId)
    say(`  ${count(uploaded)} listings to change by files`)
    const uploads = await measureUploads(setting, poster, await addListings(db, known.sellerId, uploaded))
    const downloads = await measureDownloads(setting, poster)
    return [bulkEdit.table, uploads.table, downloads, goalTable([...bulkEdit.goals, ...uploads.goals])]
  } finally {
    poster.close()
    await removeListings(db, known.sellerId)
  }
}
