import { useState, type SubmitEvent } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Dialog } from '#shui/dialog/dialog.tsx'
import { useTexts } from '#texts/context.tsx'
import { BulkItems, BulkNotes, BulkStart } from './bulk-items.tsx'
import type { BulkModel } from './bulk-model.server.ts'
import type { RowResult } from './bulk-model.ts'
import { BulkResults } from './bulk-results.tsx'
import styles from './steps-dialog.module.css'

export interface StepsDialogProps {
  model: BulkModel
  /** Skipped listings after the step. */
  failed: readonly RowResult[] | null
  error: string | null
  busy: boolean
  /** Confirms the step for these listings; `form` holds further input. */
  onConfirm: (keys: readonly string[], form: FormData) => void
  onClose: () => void
}

/** Confirms an irreversible step over the list and names each affected listing. */
export function StepsDialog({ model, failed, error, busy, onConfirm, onClose }: StepsDialogProps) {
  const { t } = useTexts()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  if (failed) return <Failed {...{ model, failed, onClose }} />
  const items = model.items.filter(({ key }) => !leftOut.includes(key))
  const keys = items.filter(({ refusal }) => refusal === null).map(({ key }) => key)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onConfirm(keys, new FormData(event.currentTarget))
  }
  return (
    <Dialog title={model.title} onClose={onClose} busy={busy} wide>
      <form onSubmit={submit} className={styles.form}>
        {keys.length > 0 ? <p>{t(`listings.confirm.${model.step}`, { n: keys.length })}</p> : null}
        <BulkNotes notes={model.notes} />
        <BulkItems items={items} more={0} onLeaveOut={(key) => setLeftOut([...leftOut, key])} />
        <BulkStart zone={model.asksStart} error={model.asksStart ? error : null} />
        {error && !model.asksStart ? (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        ) : null}
        <p className={styles.actions}>
          <Button onClick={onClose}>
            {model.isDanger ? t('listings.bulk.keep.end', { n: Math.max(1, keys.length) }) : t('word.cancel')}
          </Button>
          <Button
            type="submit"
            kind={model.isDanger ? 'danger' : 'primary'}
            disabled={keys.length === 0}
            disabledReason={t('listings.bulk.none')}
          >
            {t(`listings.bulk.do.${model.step}`, { n: keys.length })}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

/** Errors of skipped listings, too long for a toast, with links. */
function Failed({
  model,
  failed,
  onClose,
}: Pick<StepsDialogProps, 'model' | 'onClose'> & { failed: readonly RowResult[] }) {
  const { t } = useTexts()
  return (
    <Dialog
      title={t('listings.bulk.skipped', { n: failed.length })}
      onClose={onClose}
      wide
      actions={<Button onClick={onClose}>{t('word.close')}</Button>}
    >
      <BulkResults results={failed} from={model.from} />
    </Dialog>
  )
}
