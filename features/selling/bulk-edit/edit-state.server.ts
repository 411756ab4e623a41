import { isRunOpen, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import { minute, second } from '#lib/duration.ts'
import type { Texts } from '#texts/texts.ts'
import type { BulkEdit, BulkEditState, RowCounts } from './bulk-edit.ts'

const tones: Record<BulkEditState, StatusTone> = {
  REVIEW: 'neutral',
  RUNNING: 'neutral',
  STOPPED: 'warn',
  DONE: 'good',
  UNDOING: 'neutral',
  UNDONE: 'neutral',
}

export const stateWords = (state: BulkEditState, { t }: Texts): { text: string; tone: StatusTone } => ({
  text: t(`bulkEdit.state.${state}`),
  tone: tones[state],
})

export function progressModel(edit: BulkEdit, counts: RowCounts, { texts, now }: { texts: Texts; now: Date }) {
  const { t, number } = texts
  const { isUndo } = edit.plan
  const left = counts.LEFT + counts.PROBLEM
  const [done, all] = isUndo
    ? [counts.UNDONE + counts.KEPT, counts.UNDONE + counts.KEPT + counts.DONE]
    : [counts.DONE + counts.LEFT, counts.DONE + counts.LEFT + counts.CHANGE]
  const figure = (label: string, n: number, tone: StatusTone) => ({ label, n: number(n), tone })
  return {
    done,
    all,
    text:
      isUndo && done === all
        ? t('bulkEdit.progress.asBefore', { n: counts.UNDONE, kept: counts.KEPT })
        : t('reports.progress', { done: number(done), all: number(all) }),
    timeLeft: timeLeft(edit, { done, all, now }, texts),
    stopped: stoppedWords(edit, t),
    figures: isUndo
      ? [
          figure(t('bulkEdit.row.UNDONE'), counts.UNDONE, 'good'),
          figure(t('bulkEdit.progress.kept'), counts.KEPT, counts.KEPT > 0 ? 'bad' : 'neutral'),
        ]
      : [
          figure(t('bulkEdit.row.DONE'), counts.DONE, 'good'),
          figure(t('word.waiting'), counts.CHANGE, 'neutral'),
          figure(t('bulkEdit.row.LEFT'), left, left > 0 ? 'bad' : 'neutral'),
        ],
    started: t('bulkEdit.startedBy', {
      name: edit.memberName,
      at: texts.moment(edit.startedAt ?? edit.madeAt, 'dateTime'),
      zone: texts.zoneName(edit.madeAt),
    }),
  }
}

/** Why it stopped; null if a member stopped it, or it did not stop. */
export function stoppedWords({ failure, memberName }: FileRun, t: Texts['t']): string | null {
  if (failure === null) return null
  return failure === 'no-access' ? t('bulkEdit.lacksRole', { name: memberName }) : t('bulkEdit.failed')
}

/** The time that is left at the speed since it was begun or continued; null if it does not run, or before its first rows. */
function timeLeft(
  edit: BulkEdit,
  { done, all, now }: { done: number; all: number; now: Date },
  { t }: Texts,
): string | null {
  const { startedAt, doneRows } = edit
  if (!isRunOpen(edit.state) || startedAt === null || doneRows === 0 || done === all) return null
  const ms = ((now.getTime() - startedAt.getTime()) / doneRows) * (all - done)
  const [unit, length] = ms < 90 * second ? (['seconds', second] as const) : (['minutes', minute] as const)
  return t(`bulkEdit.timeLeft.${unit}`, { n: Math.max(1, Math.ceil(ms / length)) })
}
