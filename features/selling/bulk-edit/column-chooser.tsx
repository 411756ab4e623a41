import Columns3 from 'lucide-react/icons/columns-3'
import { useId } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { SrtField } from '#web/srt-field.tsx'
import styles from './bulk-edit.module.css'
import type { EditModel } from './edit-model.ts'

/** Chooses the columns of the sheet. Not the grid's panel: shared, it would be one more file of each list. */
export function ColumnChooser({ model: { id: edit, offered, tab } }: { model: EditModel }) {
  const id = useId()
  const { t } = useTexts()
  return (
    <span className={styles.anchor}>
      <Button kind="quiet" icon={Columns3} popoverTarget={id}>
        {t('bulkEdit.columns')}
      </Button>
      <PageForm
        method="post"
        id={id}
        popover="auto"
        aria-label={t('bulkEdit.columns')}
        className={styles.chooser}
        onSubmit={(event) => event.currentTarget.hidePopover()}
      >
        <SrtField />
        <input type="hidden" name="edit" value={edit} />
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
    </span>
  )
}
