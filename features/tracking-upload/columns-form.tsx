import { Form, Link } from 'react-router'
import { Button } from '#shui/button/button.tsx'
import { SelectField } from '#shui/form/controls.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import type { ColumnsModel } from './columns-model.ts'
import styles from './tracking-upload.module.css'

/** Asks which column of a file holds what. The answer is remembered for files with the same header. */
export function ColumnsForm({ model, error }: { model: ColumnsModel; error: string | undefined }) {
  const { t } = useTexts()
  const isSending = useSending()
  const options = model.columns.map(({ at, name, sample }) => ({
    value: String(at),
    label: [name || t('tracking.columns.nameless', { n: at + 1 }), sample].filter(Boolean).join(': '),
  }))
  return (
    <>
      <PageTitle title={t('tracking.columns.title')} note={t('tracking.state.UNREAD')} />
      <p className={styles.file}>
        <b dir="auto">{model.fileName || t('tracking.pasted')}</b>{' '}
        <span className={styles.quiet}>{t('tracking.columns.hint')}</span>{' '}
        <Link to={paths.tracking}>{t('tracking.another')}</Link>
      </p>
      <Form method="post" className={styles.form}>
        <SrtField />
        <input type="hidden" name="upload" value={model.id} />
        {model.fields.map(({ kind, name, isNeeded, chosen }) => (
          <SelectField
            key={kind}
            label={t(`tracking.column.${kind}`)}
            name={name}
            required={isNeeded}
            defaultValue={chosen === null ? '' : String(chosen)}
            options={[
              { value: '', label: t(isNeeded ? 'tracking.columns.choose' : 'tracking.columns.none') },
              ...options,
            ]}
            error={isNeeded && kind === 'order' ? error : undefined}
          />
        ))}
        <p>
          <Button type="submit" name="step" value="columns" kind="primary" disabled={isSending}>
            {t('tracking.check')}
          </Button>
        </p>
      </Form>
    </>
  )
}
