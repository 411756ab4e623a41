import Upload from 'lucide-react/icons/upload'
import { FileField } from '#features/machinery/file-runs/file-field.tsx'
import type { FileChoice } from '#features/machinery/file-runs/sent-file.ts'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import paymentStyles from '../transactions/payments.module.css'
import styles from './reconcile.module.css'

interface ReportFormProps {
  kept: readonly { key: string; name: string; href: string; at: string; member: string }[]
  refused: { error: string; pasted: string; choices: readonly FileChoice[] } | undefined
}

/** Form for a report: choose, drop or paste it; below, the reports that are kept. */
export function ReportForm({ kept, refused }: ReportFormProps) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <>
      <PageHead title={t('reconcile.title')} />
      <p className={paymentStyles.note}>{t('reconcile.intro')}</p>
      <PageForm method="post" encType="multipart/form-data" className={styles.form}>
        <SrtField />
        <FileField
          label={t('reconcile.file')}
          hint={t('reconcile.file.hint')}
          error={refused?.error}
          choices={refused?.choices}
        />
        <TextAreaField
          label={t('reconcile.paste')}
          name="pasted"
          rows={5}
          defaultValue={refused?.pasted ?? ''}
          spellCheck={false}
        />
        <p>
          <Button type="submit" name="step" value="read" kind="primary" icon={Upload} disabled={isSending}>
            {t('reconcile.compare')}
          </Button>
        </p>
      </PageForm>
      {kept.length === 0 ? null : (
        <Section title={t('reconcile.kept')} count={t('reconcile.kept.hint')}>
          <CardTable
            head={t('reconcile.file')}
            columns={[
              { key: 'at', label: t('payments.column.time') },
              { key: 'member', label: t('payments.column.who') },
            ]}
            rows={kept.map(({ key, name, href, at, member }) => ({
              key,
              name: <PageLink to={href}>{name}</PageLink>,
              cells: [at, member],
            }))}
            className={paymentStyles.rows}
          />
        </Section>
      )}
    </>
  )
}
