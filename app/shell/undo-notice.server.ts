import { takenBackToast, undoToast } from '#features/machinery/undo/undo.ts'
import { findUndo } from '#features/machinery/undo/undos-db.server.ts'
import type { ToastModel } from '#shui/toast/toast.ts'
import { ownRows } from '#web/own-rows.ts'
import type { VisitArgs } from '#web/context.ts'
import type { SignedIn } from '#web/signed-in.ts'
import { textsFor } from '#texts/catalogues.server.ts'

/** The notice in the page's URL: `undo` names a step, `undone` its result. */
export async function readUndoNotice({
  hub,
  url,
  texts: reader,
  signedIn: { seller, member },
}: Pick<VisitArgs, 'hub' | 'url' | 'texts'> & { signedIn: SignedIn }): Promise<{
  name: string | null
  toast: ToastModel
} | null> {
  const [id, undone] = [url.searchParams.get('undo'), url.searchParams.get('undone')]
  if (!seller || (id === null && undone === null)) return null
  const texts = textsFor(reader.locale, seller.timeZone)
  const [, back, left] = /^(\d{1,6})\.(\d{1,6})$/.exec(undone ?? '') ?? []
  if (back !== undefined)
    return { name: null, toast: takenBackToast({ back: Number(back), left: Number(left) }, texts) }
  const whose = { sellerId: seller.id, memberId: member.id, now: hub.now() }
  const step = await ownRows(hub, seller.id).read((db) => findUndo(db, { ...whose, ids: [id ?? ''] }))
  return step && { name: step.id, toast: undoToast({ ...step, ids: [step.id] }, texts) }
}
