import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { judgeRows, orderOf } from './judge-rows.ts'
import { readTrackingFile } from './read-tracking-file.ts'
import { keepUpload, readKnownOrders } from './uploads-db.server.ts'

/** What became of a file that was sent. */
type Received =
  | { ok: true; id: string }
  | { ok: false; reason: 'empty' | 'no-columns' | 'too-many'; /** What was pasted stays. */ pasted: string }

/** Reads a file that was chosen, or pasted as text; judges its rows and keeps them. Nothing else is changed. */
export async function receiveFile({ form, hub, seller, member, write }: SellerActionArgs): Promise<Received> {
  const pasted = textOf(form, 'pasted')
  const chosen = form.get('file')
  const file = chosen instanceof File && chosen.size > 0 ? chosen : null
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted)
  const read = readTrackingFile(bytes)
  if (!read.ok) return { ...read, pasted }
  const { rows } = read.file
  const now = hub.now()
  const numbers = [...new Set(rows.flatMap((row) => orderOf(row) ?? []))]
  const id = await write(async (db) => {
    const orders = await readKnownOrders(db, seller.id, numbers)
    const verdicts = judgeRows(rows, { orders, carriers: hub.config.carriers, zone: seller.timeZone, now })
    const fileName = file?.name.slice(0, 120) ?? ''
    return keepUpload(db, { sellerId: seller.id, member, fileName, file: read.file, verdicts, now })
  })
  return { ok: true, id }
}
