import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { chosenHeader } from './column-choice.ts'
import { headerName, rememberedColumns, unreadVerdict } from './columns-db.server.ts'
import { judgeRows, orderOf } from './judge-rows.ts'
import { readTrackingFile } from './read-tracking-file.ts'
import { keepUpload, readKnownOrders } from './uploads-db.server.ts'

/** What became of a file that was sent. */
type Received =
  | { ok: true; id: string }
  | { ok: false; reason: 'no-text' | 'empty' | 'no-columns' | 'too-many'; /** What was pasted stays. */ pasted: string }

/** Reads a file that was chosen, or pasted as text; judges its rows and keeps them. Nothing else is changed. */
export async function receiveFile({
  form,
  hub,
  seller,
  member,
  read: own,
  write,
}: SellerActionArgs): Promise<Received> {
  const pasted = textOf(form, 'pasted')
  const chosen = form.get('file')
  const file = chosen instanceof File && chosen.size > 0 ? chosen : null
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted)
  const remembered = await own((db) => rememberedColumns(db, seller.id))
  const read = await readTrackingFile(bytes, (fields) => {
    const choice = remembered.get(headerName(fields))
    return choice ? chosenHeader(fields, choice) : null
  })
  const now = hub.now()
  const keeping = { sellerId: seller.id, member, fileName: file?.name.slice(0, 120) ?? '', now }
  if (!read.ok && read.reason === 'unread') {
    const { rows } = read.file
    const unread = { ...keeping, file: { ...read.file, after: 0 }, dialect: null, state: 'UNREAD' as const }
    return { ok: true, id: await write((db) => keepUpload(db, { ...unread, verdicts: rows.map(unreadVerdict) })) }
  }
  if (!read.ok) return { ok: false, reason: read.reason, pasted }
  const { rows } = read.file
  const numbers = [...new Set(rows.flatMap((row) => orderOf(row) ?? []))]
  const id = await write(async (db) => {
    const orders = await readKnownOrders(db, seller.id, numbers)
    const verdicts = await judgeRows(rows, { orders, carriers: hub.config.carriers, zone: seller.timeZone, now })
    return keepUpload(db, {
      ...keeping,
      file: read.file,
      dialect: read.file.header.dialect,
      state: 'CHECKED',
      verdicts,
    })
  })
  return { ok: true, id }
}
