import { measureBulkEdit } from './files/bulk-edit.ts'
import { measureCount } from './files/count.ts'
import { measureDownloads } from './files/downloads.ts'
import { measureOrders } from './files/orders.ts'
import { measureReport } from './files/reports.ts'
import { addListings, count, openPoster, removeListings } from './files/shop.ts'
import { measureUploads } from './files/uploads.ts'
import { goalTable } from './goals.ts'
import type { RunSuite } from './setting.ts'
import { warmHub } from './warm.ts'

/** Listings of a bulk edit, and rows of the longest files; a quick run has a tenth of them. */
const sizes = (orders: number): [number, number] => (orders < 100_000 ? [5_000, 10_000] : [50_000, 100_000])

/**
 * Bulk edits, uploads and downloads of the largest seller, and the orders of one who moves in: rows a second, and the
 * memory of the hub meanwhile.
 */
export const filesSuite: RunSuite = async (setting) => {
  const { db, known, options, say } = setting
  const [edited, uploaded] = sizes(options.orders)
  const poster = await openPoster(setting)
  try {
    // As for pages: a hub takes as much for its first ones as for thousands of rows.
    await warmHub(poster)
    say(`  ${count(edited)} listings to edit`)
    const bulkEdit = await measureBulkEdit(setting, poster, await addListings(db, known.sellerId, edited))
    await removeListings(db, known.sellerId)
    say(`  ${count(uploaded)} listings to change by files`)
    const listings = await addListings(db, known.sellerId, uploaded)
    const counted = await measureCount(setting, poster, listings)
    const uploads = await measureUploads(setting, poster, listings)
    const downloads = await measureDownloads(setting, poster)
    const report = await measureReport(setting, poster, uploaded)
    const orders = await measureOrders(setting, uploaded)
    const goals = goalTable([...bulkEdit.goals, ...uploads.goals, ...report.goals, ...orders.goals])
    return [bulkEdit.table, counted, uploads.table, downloads, report.table, orders.table, goals]
  } finally {
    poster.close()
    await removeListings(db, known.sellerId)
  }
}
