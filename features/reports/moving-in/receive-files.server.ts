import { openSentFile, type SentFile, type WorkbookProblem } from '#features/machinery/file-runs/sent-file.ts'
import { readStockPlaces } from '#features/selling/listing-files/stock-places.ts'
import { filesIn } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import type { UnreadableRecords } from '#features/machinery/records/record-kind.ts'
import { recordKinds } from '../runs/record-kinds.server.ts'
import { receiveRecords } from '#features/machinery/records/receive-records.server.ts'
import { recogniseFile } from './recognise-file.server.ts'

export type FileRefusal = UnreadableRecords | WorkbookProblem | 'money' | 'role' | 'many' | 'places'

export interface RefusedFile {
  name: string
  reason: FileRefusal
}

const mostFiles = 20

interface ReceivedFiles {
  received: number
  refused: RefusedFile[]
}

/** Receives the files of a form, each for itself, and checks them. Brings nothing in. */
export async function receiveFiles(args: SellerActionArgs): Promise<ReceivedFiles> {
  const files = filesIn(args.form, 'file').filter(({ size }) => size > 0)
  args.form.delete('file')
  const refused: RefusedFile[] = []
  const all = files.length
  let received = 0
  // A file that is stored is not held any more.
  for (let file = files.shift(); file; file = files.shift()) {
    const { name } = file
    const bytes = all - files.length <= mostFiles ? new Uint8Array(await file.arrayBuffer()) : null
    const opened = bytes ? await openSentFile({ name, bytes }) : ({ ok: false, reason: 'many' } as const)
    if (!opened.ok) refused.push({ name, reason: opened.reason })
    for (const each of opened.ok ? opened.files : []) {
      const reason = await receiveFile(args, each)
      if (reason) refused.push({ name: each.name, reason })
      else received += 1
    }
  }
  return { received, refused }
}

async function receiveFile(args: SellerActionArgs, file: SentFile): Promise<FileRefusal | null> {
  const { role } = args.seller
  const recognised = await recogniseFile(file.bytes)
  if (!recognised.ok) return recognised.reason
  const { subject } = recognised
  if (subject === 'money') return 'money'
  if (!mayDo(role, recordKinds[subject].access)) return 'role'
  // The page of listings asks which of them counts.
  if (subject === 'listings' && (await readStockPlaces(file.bytes))) return 'places'
  const received = await receiveRecords(args, recordKinds[subject], { ...file, isMovedIn: true })
  return received.ok ? null : received.reason
}
