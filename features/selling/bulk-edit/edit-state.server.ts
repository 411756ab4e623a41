import type { StatusTone } from '#shui/status/status.tsx'
import { minute, second } from '#lib/duration.ts'
import type { Texts } from '#texts/texts.ts'
import type { BulkEdit, BulkEditState, RowCounts } from './bulk-edit.ts'
import type { EditLineModel, EditModel } from './edit-model.ts'

const tones: Record<BulkEditState, StatusTone> = {
  REVIEW: 'neutral',
  RUNNING: 'neutral',
  STOPPED: 'warn',
  DONE: 'good',
  UNDOING: 'neutral',
  UNDONE: 'neutral',
}

export const stateWords = ({ state }: BulkEdit, { t }: Texts): EditLineModel['status'] => ({
  text: t(`bulkEdit.state.${state}`),
  tone: tones[state],
})

export function progressModel(
  edit: BulkEdit,
  counts: RowCounts,
  { texts, now }: { texts: Texts; now: Date },
): EditModel['progress'] {
  const { t, number } = texts
  const { state } = edit
  const isUndo = state === 'UNDOING' || state === 'UNDONE' || (state !== 'RUNNING' && counts.UNDONE + counts.KEPT > 0)
  const left = counts.LEFT + counts.PROBLEM
  const [done, all] = isUndo
    ? [counts.UNDONE + counts.KEPT, counts.UNDONE + counts.KEPT + counts.DONE]
    : [counts.DONE + counts.LEFT, counts.DONE + counts.LEFT + counts.CHANGE]
  const figure = (label: string, n: number, tone: StatusTone) => ({ label, n: number(n), tone })
  return {
    done,
    all,
    text: t('bulkEdit.progress', { done: number(done), all: number(all) }),
    timeLeft: timeLeft(edit, { done, all, now }, texts),
    stopped: edit.lacksRole ? t('bulkEdit.lacksRole', { name: edit.runBy.name }) : null,
    figures: isUndo
      ? [
          figure(t('bulkEdit.progress.undone'), counts.UNDONE, 'good'),
          figure(t('bulkEdit.progress.kept'), counts.KEPT, counts.KEPT > 0 ? 'bad' : 'neutral'),
        ]
      : [
          figure(t('bulkEdit.progress.changed'), counts.DONE, 'good'),
          figure(t('bulkEdit.progress.waiting'), counts.CHANGE, 'neutral'),
          figure(t('bulkEdit.progress.left'), left, left > 0 ? 'bad' : 'neutral'),
        ],
    started: t('bulkEdit.startedBy', {
      name: edit.runBy.name,
      at: texts.moment(edit.begunAt ?? edit.appliedAt ?? edit.madeAt, 'dateTime'),
      zone: texts.zoneName(edit.madeAt),
    }),
  }
}

/** The time that is left at the speed since it was begun or continued; null if it does not run, or before its first rows. */
function timeLeft(
  { state, begunAt, begunRows }: BulkEdit,
  { done, all, now }: { done: number; all: number; now: Date },
  { t }: Texts,
): string | null {
  if ((state !== 'RUNNING' && state !== 'UNDOING') || begunAt === null || begunRows === null) return null
  const through = done - begunRows
  if (through <= 0 || done === all) return null
  const ms = ((now.getTime() - begunAt.getTime()) / through) * (all - done)
  const [unit, length] = ms < 90 * second ? (['seconds', second] as const) : (['minutes', minute] as const)
  return t(`bulkEdit.timeLeft.${unit}`, { n: Math.max(1, Math.ceil(ms / length)) })
}
