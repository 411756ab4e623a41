import Upload from 'lucide-react/icons/upload'
import { FileField } from '#features/machinery/file-runs/file-field.tsx'
import type { FileChoice } from '#features/machinery/file-runs/sent-file.ts'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from './uploads.module.css'

interface UploadFormProps {
  refused: { error: string; pasted: string; choices: readonly FileChoice[] } | undefined
  /** Pages for files about other things. */
  others: readonly { href: string; text: string }[]
}

/** Form for a file of listings: choose, drop or paste it. */
export function UploadForm({ refused, others }: UploadFormProps) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <>
      <PageHead title={t('uploads.title')} note={t('uploads.intro')} />
      <PageForm method="post" encType="multipart/form-data" className={styles.form}>
        <SrtField />
        <p className={styles.rule}>{t('uploads.rule')}</p>
        <FileField
          label={t('uploads.file')}
          hint={t('uploads.file.hint')}
          error={refused?.error}
          choices={refused?.choices}
        />
        <TextAreaField
          label={t('uploads.paste')}
          name="pasted"
          rows={6}
          defaultValue={refused?.pasted ?? ''}
          spellCheck={false}
        />
        <p>
          <Button type="submit" name="step" value="read" kind="primary" icon={Upload} disabled={isSending}>
            {t('uploads.check')}
          </Button>
        </p>
      </PageForm>
      {others.length > 0 ? (
        <nav className={styles.pages} aria-label={t('uploads.others')}>
          {others.map(({ href, text }) => (
            <PageLink key={href} to={href}>
              {text}
            </PageLink>
          ))}
        </nav>
      ) : null}
    </>
  )
}
