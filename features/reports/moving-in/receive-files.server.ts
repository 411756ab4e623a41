import { receiveUpload } from '#features/reports/uploads/receive-upload.server.ts'
import type { UnreadableFile } from '#features/selling/listing-files/open-listing-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import { recordKinds } from '../records/record-kinds.server.ts'
import { receiveRecords } from '../records/receive-records.server.ts'
import { ignoreForeignItems } from './foreign-items.server.ts'
import { recogniseFile } from './recognise-file.server.ts'

/** Why a file was not taken. */
export type FileRefusal = UnreadableFile | 'money' | 'role' | 'many'

/** A file that was not taken. */
export interface RefusedFile {
  name: string
  reason: FileRefusal
}

/** Most files of one request. */
const mostFiles = 20

/** Files of a form: how many were received, and which were refused. */
interface ReceivedFiles {
  received: number
  refused: RefusedFile[]
}

/** Receives the files of a form, each for itself, and checks them. Brings nothing in. */
export async function receiveFiles(args: SellerActionArgs): Promise<ReceivedFiles> {
  const files = args.form.getAll('file').filter((file) => file instanceof File && file.size > 0) as File[]
  const refused: RefusedFile[] = []
  for (const [nth, file] of files.entries()) {
    const reason = nth < mostFiles ? await receiveFile(args, file) : 'many'
    if (reason) refused.push({ name: file.name, reason })
  }
  return { received: files.length - refused.length, refused }
}

/** Receives a file; returns why it was refused, or null. */
async function receiveFile(args: SellerActionArgs, file: File): Promise<FileRefusal | null> {
  const { role } = args.seller
  const bytes = new Uint8Array(await file.arrayBuffer())
  const recognised = await recogniseFile(bytes)
  if (!recognised.ok) return recognised.reason
  const { subject } = recognised
  if (subject === 'money') return 'money'
  if (subject === 'listings') {
    if (!mayDo(role, 'listings.edit')) return 'role'
    await ignoreForeignItems(args, bytes)
    const form = new FormData()
    form.set('file', file)
    const received = await receiveUpload({ ...args, form })
    return received.ok ? null : received.reason
  }
  const kind = recordKinds[subject]
  if (!mayDo(role, kind.access)) return 'role'
  const received = await receiveRecords(args, kind, { name: file.name, bytes })
  return received.ok ? null : received.reason
}
