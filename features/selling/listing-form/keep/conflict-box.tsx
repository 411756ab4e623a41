import type { ReactNode } from 'react'
import { conditions, listingFormats } from '#features/core/listing/listing-content.ts'
import { pictureFieldName, pictureHref, readChosenPictures } from '#features/core/listing-pictures/picture.ts'
import { useTexts } from '#texts/context.tsx'
import { useFormView } from '../form/form-context.tsx'
import { fieldLabel } from '../form/field-label.ts'
import { differingFields, type Typed } from '../form/typed-form.ts'
import styles from '../form/listing-form.module.css'

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
  /** Title of the other state, if it is not the server's. */
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
              {[mine, theirs].map((typed, index) => (
                <td key={index}>{typed[field] ? <TypedValue field={field} value={typed[field]} /> : '–'}</td>
              ))}
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

/** A field's value as displayed: for choices, the label instead of the submitted value. */
function TypedValue({ field, value }: { field: string; value: string }): ReactNode {
  const { t } = useTexts()
  const { policies, categories } = useFormView()
  if (field === pictureFieldName) return <Pictures value={value} />
  if (field === 'bestOffer' || field === 'sharesStock') return t('listingForm.conflict.yes')
  // A deleted policy is no longer selected.
  if (field.startsWith('policy.')) return policies.find(({ id }) => id === value)?.name ?? '–'
  if (field === 'category')
    return [...categories.own, ...categories.others].find((each) => each.value === value)?.label ?? value
  const condition = field === 'condition' && conditions.find((each) => each === value)
  if (condition) return t(`listingForm.condition.${condition}`)
  const format = field === 'format' && listingFormats.find((each) => each === value)
  return format ? t(`listingForm.format.${format}`) : value
}

function Pictures({ value }: { value: string }) {
  const { t } = useTexts()
  return readChosenPictures(value.split('\n')).map(({ hash, alt }, index) => (
    <div key={hash}>
      <img src={pictureHref(hash, 'small')} alt={t('pictures.name', { n: index + 1 })} height={48} loading="lazy" />{' '}
      {alt}
    </div>
  ))
}
