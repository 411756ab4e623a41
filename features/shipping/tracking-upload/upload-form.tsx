import Upload from 'lucide-react/icons/upload'
import { FileField } from '#features/machinery/file-runs/file-field.tsx'
import type { FileChoice } from '#features/machinery/file-runs/sent-file.ts'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { useTexts } from '#texts/context.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import { PageForm } from '#web/page-form.tsx'
import styles from './tracking-upload.module.css'

/** Upload form: choose, drop or paste a file. */
export function UploadForm({
  refused,
}: {
  refused: { error: string; pasted: string; choices: readonly FileChoice[] } | undefined
}) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <>
      <PageTitle title={t('tracking.title')} note={t('tracking.note')} />
      <PageForm method="post" encType="multipart/form-data" className={styles.form}>
        <SrtField />
        <FileField
          label={t('tracking.file')}
          hint={t('tracking.file.hint')}
          error={refused?.error}
          choices={refused?.choices}
        />
        <TextAreaField
          label={t('tracking.paste')}
          hint={t('tracking.paste.hint')}
          name="pasted"
          rows={8}
          defaultValue={refused?.pasted ?? ''}
          spellCheck={false}
        />
        <p>
          <Button type="submit" name="step" value="check" kind="primary" icon={Upload} disabled={isSending}>
            {t('tracking.check')}
          </Button>
        </p>
      </PageForm>
    </>
  )
}
