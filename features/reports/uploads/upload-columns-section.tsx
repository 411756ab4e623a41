import { Button } from '#shui/button/button.tsx'
import { Select } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import type { UploadModel } from './upload-model.server.ts'
import styles from './uploads.module.css'

/** The meaning of each column, to be changed; open if the file cannot be read without. */
export function UploadColumns({ model }: { model: UploadModel }) {
  const { t } = useTexts()
  const isSending = useSending()
  const { id, need, isChosen, columns, kinds } = model
  return (
    <details className={styles.columns} open={need !== null}>
      <summary>
        <b>{t('uploads.columns')}</b>{' '}
        <span className={styles.quiet}>{t(isChosen ? 'uploads.columns.chosen' : 'uploads.columns.hint')}</span>
      </summary>
      {need ? (
        <p role="alert" className={styles.need}>
          {need}
        </p>
      ) : null}
      <p className={styles.rule}>{t('uploads.rule')}</p>
      <PageForm method="post">
        <SrtField />
        <input type="hidden" name="file" value={id} />
        <ul className={styles.list}>
          {columns.map(({ name, field, kind, note, samples }) => (
            <li key={field}>
              <Select
                key={kind}
                name={field}
                aria-label={t('uploads.columns.of', { column: name })}
                defaultValue={kind}
                options={kinds}
              />
              <p dir="auto">{name}</p>
              {note ? <p>{note}</p> : null}
              <p className={styles.quiet} dir="auto">
                {samples.join(' · ')}
              </p>
            </li>
          ))}
        </ul>
        <p className={styles.again}>
          <Button type="submit" name="step" value="columns" disabled={isSending}>
            {t('uploads.again')}
          </Button>
          {isChosen ? (
            <Button type="submit" name="step" value="forget" kind="quiet" disabled={isSending}>
              {t('uploads.forget')}
            </Button>
          ) : null}
        </p>
      </PageForm>
    </details>
  )
}
