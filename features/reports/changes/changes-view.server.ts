import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { AspectNames } from '#features/core/listing/taxonomy.ts'
import { isRunOpen, isUndoOf, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import { pageOfRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { pagesModel, type PagesModel } from '#features/machinery/file-runs/pages-model.ts'
import { recordUploadOf, wasApplied } from '#features/machinery/records/record-plan.ts'
import { stateOf, undoUntil, type BulkEditPlan } from '#features/selling/bulk-edit/bulk-edit.ts'
import { bulkEditKind, countChanged } from '#features/selling/bulk-edit/bulk-edits-db.server.ts'
import { fieldName } from '#features/selling/bulk-edit/cell-words.server.ts'
import { stateWords } from '#features/selling/bulk-edit/edit-state.server.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { uploadHref } from '../runs/runs-view.ts'
import { listingsKind } from '../uploads/listings-kind.server.ts'

/** A bulk edit, an upload of listings, or a day of price rules. */
export interface ChangeModel {
  id: string
  href: string
  when: string
  what: string
  who: string
  /** Number of listings or rows that it changed; empty before it is applied. */
  changed: string
  status: { text: string; tone: StatusTone }
  /** The form that undoes it; null if it cannot be undone. */
  undo: { action: string; field: 'edit' | 'file' } | null
  undoNote: string
}

interface Reader {
  texts: Texts
  aspectNames: AspectNames
  now: Date
}

const changesOfPage = 50

/** A page of the changes of many listings at once, the latest first. */
export async function readChanges(
  db: SellerDb,
  { sellerId, page: asked }: { sellerId: number; page: number },
  reader: Reader,
): Promise<{ changes: ChangeModel[]; pages: PagesModel | null }> {
  // A file that was discarded, or could not be read, changes no listing.
  const which = sql<boolean>`direction = 'UPLOAD' and (kind = ${bulkEditKind} or kind = 'listings' and (
    (failure is null and state <> 'CANCELLED') or (total_rows is not null and (plan ->> 'isChecked')::boolean)))`
  const of = { sellerId, now: reader.now, which, page: asked, size: changesOfPage }
  const { runs, page, last } = await pageOfRuns(db, of)
  // Days of rules stand between the runs: those after the last of this page, and not after that of the page before.
  const newer = page > 1 ? (await pageOfRuns(db, { ...of, page: page - 1 })).runs.at(-1) : undefined
  const span = { after: page < last ? runs.at(-1)?.madeAt : undefined, until: newer?.madeAt }
  const ofRules = (await readRuleDays(db, sellerId, span)).map((day) => ({
    at: day.at,
    model: rulesModel(day, reader),
  }))
  const shown = { sellerId, ids: runs.map(({ id }) => id) }
  const [changed, refused] = [await countChanged(db, shown), await countRefused(db, shown)]
  const href = (to: number) => paths.listingChanges(undefined, to === 1 ? undefined : String(to))
  return {
    changes: [
      ...runs.map((run) => ({
        at: run.madeAt,
        model: changeModel(run, changed.get(run.id) ?? changedByFile(run, refused), reader),
      })),
      ...ofRules,
    ]
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .map(({ model }) => model),
    pages: pagesModel({ page, last, href }, reader.texts),
  }
}

/** Number of rows of some uploads that were not applied. Those that were are many. */
async function countRefused(
  db: SellerDb,
  { sellerId, ids }: { sellerId: number; ids: readonly string[] },
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await selectOfSeller(db, 'listing_upload_rows', sellerId)
    .select(['run_id', (of) => of.fn.countAll<number>().as('n')])
    .where('run_id', 'in', ids)
    .where('verdict', '=', 'REFUSED')
    .groupBy('run_id')
    .execute()
  return new Map(rows.map(({ run_id, n }) => [run_id, n]))
}

/** A day of the shop on which rules changed prices. */
interface RuleDay {
  day: string
  /** Of the last change. */
  at: Date
  changed: number
  undone: number
}

async function readRuleDays(
  db: SellerDb,
  sellerId: number,
  { after, until }: { after: Date | undefined; until: Date | undefined },
): Promise<RuleDay[]> {
  const { rows } = await sql<RuleDay>`
    select day, max(changed_at) as at, count(*)::integer as changed, count(undone_at)::integer as undone from price_rule_changes
    where seller_id = ${sellerId} group by day
    having max(changed_at) > ${after ?? '-infinity'}::timestamptz and max(changed_at) <= ${until ?? 'infinity'}::timestamptz`.execute(
    db,
  )
  return rows
}

function rulesModel({ day, at, changed, undone }: RuleDay, { texts }: Reader): ChangeModel {
  const { moment, number, t } = texts
  return {
    id: `rules ${day}`,
    href: paths.priceRuleChanges,
    when: moment(at, 'dateTime'),
    what: t('changes.rules'),
    who: t('priceRules.title'),
    changed: number(changed),
    status: stateWords(undone === changed ? 'UNDONE' : 'DONE', texts),
    undo: null,
    undoNote: undone > 0 ? t('changes.rules.undone', { n: undone }) : t('changes.rules.undo'),
  }
}

/** A file is applied once; undone, the rows are through that are no longer changed. */
const changedByFile = (run: FileRun, refused: ReadonlyMap<string, number>): number =>
  isUndoOf(run) ? (run.totalRows ?? 0) - run.doneRows : run.doneRows - (refused.get(run.id) ?? 0)

const isEdit = ({ kind }: FileRun): boolean => kind === bulkEditKind

function changeModel(run: FileRun, changed: number, reader: Reader): ChangeModel {
  const { texts, now } = reader
  const { moment, number, t } = texts
  const isBegun = isEdit(run) ? run.state !== 'CREATED' : wasApplied(run)
  const state = stateOf(run)
  const until = isBegun && changed > 0 ? undoUntil(run) : null
  const mayUndo = until !== null && until > now
  const at = until ? moment(until, 'dateTime') : ''
  return {
    id: run.id,
    href: uploadHref(run),
    when: moment(run.startedAt ?? run.madeAt, 'dateTime'),
    what: whatWords(run, reader),
    who: run.memberName,
    changed: isBegun ? number(changed) : '',
    status:
      !isBegun && isRunOpen(run.state) ? { text: t('changes.checking'), tone: 'neutral' } : stateWords(state, texts),
    undo: !mayUndo
      ? null
      : isEdit(run)
        ? { action: paths.bulkEdit(), field: 'edit' }
        : { action: paths.uploads, field: 'file' },
    undoNote:
      state === 'UNDONE'
        ? t('bulkEdit.undone')
        : until
          ? t(mayUndo ? 'changes.until' : 'bulkEdit.undoNoLonger', { at })
          : '',
  }
}

/** The operations of a bulk edit, or the name of a file and the columns that it has. */
function whatWords(run: FileRun, reader: Reader): string {
  const { texts } = reader
  const { t } = texts
  const upload = recordUploadOf(run)
  if (upload) {
    const columns = listingsKind.columnKinds.filter((kind) => upload.plan.columns[kind] !== undefined)
    const names = columns.map((kind) => listingsKind.words.column(kind, texts))
    return t('changes.file', { file: run.fileName, columns: texts.list(names) })
  }
  // Only bulk edits and uploads of listings are listed.
  const { operations } = (run.plan as BulkEditPlan).form
  const words = operations.map(({ field, kind, text, find = '' }) =>
    t(`changes.what.${kind}`, { field: fieldName(field, reader), text, find }),
  )
  return words.length > 0 ? words.join('; ') : t('changes.cells')
}
