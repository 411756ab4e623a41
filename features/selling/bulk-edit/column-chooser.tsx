import Columns3 from 'lucide-react/icons/columns-3'
import { Button } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
import { Panel } from '#shui/grid/panel.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { SrtField } from '#web/srt-field.tsx'
import styles from './bulk-edit.module.css'
import type { EditModel } from './edit-model.ts'

/** Chooses the columns of the sheet. */
export function ColumnChooser({ model: { id, offered, tab } }: { model: EditModel }) {
  const { t } = useTexts()
  return (
    <Panel label={t('bulkEdit.columns')} title={t('bulkEdit.columns')} icon={Columns3} align="end">
      <PageForm method="post" className={styles.chooser}>
        <SrtField />
        <input type="hidden" name="edit" value={id} />
        <input type="hidden" name="show" value={tab} />
        <div className={styles.choices}>
          {offered.map(({ field, label, isShown }) => (
            <Checkbox key={field} name="column" value={field} label={label} defaultChecked={isShown} />
          ))}
        </div>
        <Button type="submit" name="step" value="columns" kind="primary">
          {t('bulkEdit.columns.show')}
        </Button>
      </PageForm>
    </Panel>
  )
}
