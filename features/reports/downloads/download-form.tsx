import Download from 'lucide-react/icons/download'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useSending } from '#web/use-sending.ts'
import { ColumnsField } from './columns-field.tsx'
import type { DownloadFormModel } from './download-view.server.ts'
import styles from './download.module.css'

interface DownloadFormProps {
  model: DownloadFormModel
  refused: { columns: string | null; name: string | null } | null
}

export function DownloadForm({ model, refused }: DownloadFormProps) {
  const { t } = useTexts()
  const isSending = useSending()
  const { kind, tabs, hint, template, isSaved, rows, period, format, perOrder, columns, groups } = model
  return (
    <>
      <PageHead title={t('reports.new')} done={isSaved && !refused ? t('reports.template.saved') : null} />
      <Tabs tabs={tabs} label={t('reports.kinds')} />
      <p className={styles.hint}>{hint}</p>
      <Templates model={model} />
      <PageForm className={styles.form}>
        <input type="hidden" name="kind" value={kind} />
        <div className={styles.choices}>
          <SelectField
            label={t('reports.rows')}
            name="rows"
            options={rows.options}
            defaultValue={rows.value}
            width="medium"
          />
          {period ? (
            <SelectField
              label={period.label}
              name="period"
              options={period.options}
              defaultValue={period.value}
              width="medium"
            />
          ) : null}
          <SelectField
            label={t('word.format')}
            name="format"
            options={format.options}
            defaultValue={format.value}
            width="medium"
          />
        </div>
        {perOrder ? (
          <Checkbox
            label={t('reports.perOrder')}
            hint={t('reports.perOrder.hint')}
            name="perOrder"
            defaultChecked={perOrder.isChosen}
          />
        ) : null}
        <ColumnsField columns={columns} groups={groups} error={refused?.columns ?? null} />
        <p className={styles.create}>
          <Button type="submit" name="step" value="create" kind="primary" icon={Download} disabled={isSending}>
            {t('reports.create')}
          </Button>
        </p>
        <div className={styles.save}>
          <TextField
            label={t('reports.template.name')}
            hint={t('reports.template.hint')}
            name="name"
            defaultValue={template?.isOwn ? template.name : ''}
            error={refused?.name}
            width="medium"
            autoComplete="off"
          />
          <p className={styles.buttons}>
            <Button type="submit" name="step" value="save" disabled={isSending}>
              {t('reports.template.save')}
            </Button>
            {template?.isOwn ? (
              <>
                <input type="hidden" name="template" value={template.id} />
                <Button type="submit" name="step" value="delete" kind="quiet" disabled={isSending}>
                  {t('reports.template.delete')}
                </Button>
              </>
            ) : null}
          </p>
        </div>
      </PageForm>
    </>
  )
}

function Templates({ model: { templates, template, isLast } }: { model: DownloadFormModel }) {
  const { t } = useTexts()
  return (
    <nav className={styles.templates} aria-label={t('reports.templates')}>
      {templates.map(({ label, isNamed, templates: ofPurpose }) => (
        <div key={label} className={styles.purpose}>
          <span>{label}</span>
          <ul translate={isNamed ? 'no' : undefined}>
            {ofPurpose.map(({ id, name, href, isOpen }) => (
              <li key={id}>
                <PageLink to={href} aria-current={isOpen ? 'page' : undefined}>
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {isLast ? <p className={styles.quiet}>{t('reports.columns.last')}</p> : null}
      {template?.note ? <p className={styles.quiet}>{template.note}</p> : null}
    </nav>
  )
}
