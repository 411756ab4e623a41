import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import { workOnParts } from '#features/machinery/file-runs/work-on-part.server.ts'
import type { AppliedSlice, RecordKind, TabRows } from '#features/machinery/records/record-kind.ts'
import { wrongRows } from '#features/machinery/records/records-db.server.ts'
import { applyPart } from './apply-part-db.server.ts'
import { checkTracking } from './check-tracking.server.ts'
import { matchFile } from './match-file.server.ts'
import { columnKinds, isEnough } from './meanings.ts'
import { openTrackingFile } from './read-tracking-file.ts'
import { trackingQuestions } from './tracking-questions.server.ts'
import { listRows } from './tracking-rows-db.server.ts'
import { rowWords, trackingWords } from './tracking-words.ts'

const tabs: Readonly<Record<string, TabRows>> = {
  problems: wrongRows,
  notes: { verdicts: ['CHANGE'], action: 'NOTED' },
  change: { verdicts: ['CHANGE'] },
  same: { verdicts: ['SAME'] },
  skipped: { verdicts: ['SKIPPED'] },
  done: { verdicts: ['DONE'] },
}

/** Files of tracking numbers. Applied, their rows ship orders; what is shipped is not undone by the file. */
export const trackingKind: RecordKind = {
  run: 'tracking',
  access: 'orders.ship',
  table: 'tracking_rows',
  columnKinds,
  tabs,
  open: openTrackingFile,
  mayNameBuyers: () => true,
  findColumns: ({ hub, read }, file) => read((db) => matchFile(db, { ...file, carriers: hub.config.carriers })),
  missing: (columns) => (isEnough(columns) ? [] : ['order', 'tracking']),
  questions: trackingQuestions,
  check: checkTracking,
  apply: (work) => applyTracking(work),
  appliesAtOnce: true,
  leastParts: 4,
  undo: null,
  list: async (db, of, texts) => (await listRows(db, of)).map((row) => rowWords(row, of.action === 'NOTED', texts)),
  addsColumns: true,
  ownColumns: ['order', 'tracking'],
  keepsDigits: true,
  words: trackingWords,
}

/** Applies checked rows. Which rows are left says where it goes on, so it has no position. */
const applyTracking = (work: FileWork): Promise<AppliedSlice> =>
  workOnParts(work, async (db, run) => {
    const rows = await applyPart(db, { run, now: work.hub.now() })
    if (!rows) return null
    const { done, refused } = rows
    return { position: null, doneRows: run.doneRows + done + refused, errorRows: run.errorRows + refused }
  })
