import type { ReactNode } from 'react'
import { useTexts } from '#texts/context.tsx'
import { useFormView } from '../form/form-context.tsx'
import { fieldLabel } from '../form/field-label.ts'
import { differingFields, type Typed } from '../form/typed-form.ts'
import styles from '../form/listing-form.module.css'

/** Two states of the form that cannot both be kept: where they differ, and what may be done. */
export function ConflictBox({
  title,
  text,
  mine,
  theirs,
  theirsTitle,
  children,
}: {
  title: string
  text: string
  mine: Typed
  theirs: Typed
  /** Where `theirs` is, where that is not the server. */
  theirsTitle?: string
  /** The buttons. */
  children: ReactNode
}) {
  const { t } = useTexts()
  const { aspectNames } = useFormView()
  const fields = differingFields(mine, theirs)
  return (
    <section className={styles.conflict} role="alert">
      <h2 className={styles.conflictTitle}>{title}</h2>
      <p>{text}</p>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">{t('listingForm.conflict.field')}</th>
            <th scope="col">{t('listingForm.conflict.mine')}</th>
            <th scope="col">{theirsTitle ?? t('listingForm.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{nameOf(field)}</th>
              <td>{mine[field] || '–'}</td>
              <td>{theirs[field] || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.buttons}>{children}</div>
    </section>
  )

  function nameOf(field: string): string {
    const row = /^row\.(\d+)\./.exec(field)
    const label = fieldLabel({ t }, field, aspectNames)
    return row ? `${t('listingForm.rowNumber', { n: Number(row[1]) + 1 })}: ${label}` : label
  }
}
