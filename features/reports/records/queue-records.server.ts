import type { SellerDb } from '#db/client.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { openUploads } from '#features/machinery/file-runs/open-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { oneOf } from '#lib/form-fields.ts'
import { areEnough } from './check-records.server.ts'
import type { Choices } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { inOrder, type RecordColumns, type RecordQuestion } from './record-kind.ts'
import { recordKinds } from './record-kinds.server.ts'
import { answerField, recordColumnField } from './record-model.server.ts'
import { findRecordUpload, type RecordUpload } from './record-plan.server.ts'
import { countRecords } from './records-db.server.ts'

/**
 * Queues a checked file of records with something new, behind open files that are brought in before it; returns whether
 * it did. With `check`, not one that was checked again since the seller saw it.
 */
export async function queueRecords(
  db: SellerDb,
  { sellerId, id, check, now }: RunKey & { check?: string; now: Date },
): Promise<boolean> {
  const upload = await findRecordUpload(db, { sellerId, id, now })
  if (!upload?.plan.isChecked || (check !== undefined && upload.plan.check !== check)) return false
  if (!areEnough(recordKinds[upload.kind], upload.plan.columns)) return false
  const totalRows = (await countRecords(db, { sellerId, ids: [id] })).get(id)?.CHANGE ?? 0
  if (totalRows === 0) return false
  const waitsFor = await openUploads(db, { sellerId, kinds: inOrder.slice(0, inOrder.indexOf(upload.kind)) })
  return queueRun(db, { sellerId, id, event: 'QUEUE', plan: upload.plan, totalRows, waitsFor, now })
}

/** Reads what a form answers about a file; other answers stay. */
export function answersOf(form: FormData, questions: readonly RecordQuestion[], before: Choices): Choices {
  const answers = questions.flatMap(({ about, options }) => {
    const answer = oneOf(
      form,
      answerField(about),
      options.map(({ value }) => value),
    )
    return answer ? [[about, answer] as const] : []
  })
  return { ...before, amounts: { ...before.amounts, ...Object.fromEntries(answers) } }
}

/** Reads the chosen columns of a form. If two have the same meaning, the newly chosen one keeps it. */
export function chosenOf(form: FormData, { kind, plan: { header, columns: before } }: RecordUpload): RecordColumns {
  const chosen: Record<string, number> = {}
  for (let at = 0; at < header.length; at += 1) {
    const meaning = oneOf(form, recordColumnField(at), recordKinds[kind].columnKinds)
    if (meaning && (chosen[meaning] === undefined || before[meaning] === chosen[meaning])) chosen[meaning] = at
  }
  return chosen
}
