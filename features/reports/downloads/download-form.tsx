import Download from 'lucide-react/icons/download'
import { Button } from '#shui/button/button.tsx'
import { SelectField } from '#shui/form/controls.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import { ColumnsField } from './columns-field.tsx'
import type { DownloadFormModel } from './download-view.server.ts'
import styles from './download.module.css'

/** Form for a file: which rows, in what format, and with which columns. */
export function DownloadForm({ model, error }: { model: DownloadFormModel; error: string | null }) {
  const { t } = useTexts()
  const isSending = useSending()
  const { kind, tabs, hint, rows, period, formats, columns } = model
  return (
    <>
      <PageHead title={t('reports.new')} />
      <Tabs tabs={tabs} label={t('reports.kinds')} />
      <p className={styles.hint}>{hint}</p>
      <PageForm method="post" className={styles.form}>
        <SrtField />
        <input type="hidden" name="kind" value={kind} />
        <div className={styles.choices}>
          <SelectField label={t('reports.rows')} name="rows" options={rows} width="medium" />
          {period ? <SelectField label={period.label} name="period" options={period.options} width="medium" /> : null}
          <SelectField label={t('reports.format')} name="format" options={formats} width="medium" />
        </div>
        <ColumnsField columns={columns} error={error} />
        <p>
          <Button type="submit" kind="primary" icon={Download} disabled={isSending}>
            {t('reports.create')}
          </Button>
        </p>
      </PageForm>
    </>
  )
}
