import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './bulk-edit.module.css'
import type { EditModel } from './edit-model.ts'

/** How far a bulk edit is applied or undone. */
export function EditProgress({ model: { progress, state, title } }: { model: EditModel }) {
  const { t } = useTexts()
  if (!progress) return null
  const isRunning = state === 'RUNNING' || state === 'UNDOING'
  return (
    <div className={styles.progress}>
      <p className={styles.line}>
        <span>
          <b role="status">{progress.text}</b> <span className={styles.quiet}>{progress.timeLeft}</span>
        </span>
        {isRunning ? <span className={styles.quiet}>{t('bulkEdit.leave')}</span> : null}
        {progress.stopped ? <span>{progress.stopped}</span> : null}
      </p>
      <progress value={progress.done} max={Math.max(1, progress.all)} aria-label={title} />
      <p className={styles.line}>
        <span className={styles.figures}>
          {progress.figures.map(({ label, n, tone }) => (
            <span key={label}>
              <Status tone={tone} text={label} /> <b>{n}</b>
            </span>
          ))}
        </span>
        <span className={styles.quiet}>
          {state === 'RUNNING' ? `${t('bulkEdit.stopHint')} ` : ''}
          {progress.started}
        </span>
      </p>
    </div>
  )
}
