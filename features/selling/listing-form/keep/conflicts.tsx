import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFormView } from '../form/form-context.tsx'
import { type Typed, differingFields } from '../form/typed-form.ts'
import type { FormKeeping } from './use-keeping.ts'
import { restore, type FoundCopy } from './recover-drafts.ts'
import type { ReactNode } from 'react'
import { conditions, listingFormats } from '#features/core/listing/listing-content.ts'
import { pictureFieldName, pictureHref, readChosenPictures } from '#features/core/listing-pictures/picture.ts'
import { fieldLabel } from '../form/field-label.ts'
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

interface ConflictsProps {
  keeping: FormKeeping
  copy: FoundCopy | null
  decided: () => void
  typed: Typed
  form: () => HTMLFormElement | null
}

/** Another state of the form that was saved meanwhile, or is in this browser, to choose from. */
export function Conflicts({ keeping: { keeping, keeper }, copy, decided, typed, form }: ConflictsProps) {
  const { t, moment } = useTexts()
  const { conflict, hidden, listing, typed: drawn } = useFormView()
  const address =
    hidden.mode === 'ReviseItem'
      ? paths.listingForm({ mode: 'ReviseItem', itemId: listing?.itemNumber ?? '' })
      : paths.listingForm({ mode: hidden.mode, key: hidden.key })
  if (keeping.state === 'conflict')
    return (
      <ConflictBox
        title={t('listingForm.conflict.elsewhere')}
        text={t('listingForm.conflict.elsewhere.text', { time: moment(new Date(keeping.at), 'time') })}
        mine={typed}
        theirs={keeping.typed}
      >
        <Button kind="primary" onClick={() => void keeper.current?.goOnFrom(keeping.revision)}>
          {t('listingForm.conflict.keepMine')}
        </Button>
        <Button onClick={() => takeTheirs(form(), keeping.typed, keeping.revision)}>
          {t('listingForm.conflict.takeTheirs')}
        </Button>
      </ConflictBox>
    )
  if (copy)
    return (
      <ConflictBox
        title={t('listingForm.conflict.copy')}
        text={t('listingForm.conflict.copy.text', { time: moment(new Date(copy.left.copy.at), 'dateTime') })}
        mine={copy.mine}
        theirs={copy.left.copy.typed}
        theirsTitle={t('listingForm.conflict.kept')}
      >
        <Button kind="primary" onClick={() => restore(form(), copy.left.copy.typed)}>
          {t('listingForm.conflict.takeKept')}
        </Button>
        <Button
          onClick={() => {
            copy.left.forget()
            decided()
          }}
        >
          {t('listingForm.conflict.keepMine')}
        </Button>
      </ConflictBox>
    )
  if (!conflict) return null
  const stale = conflict.savedAt === null
  return (
    <ConflictBox
      title={stale ? t('listingForm.conflict.listing') : t('listingForm.conflict.elsewhere')}
      text={
        stale
          ? t('listingForm.conflict.listing.text')
          : t('listingForm.conflict.elsewhere.text', { time: moment(conflict.savedAt ?? new Date(0), 'time') })
      }
      mine={drawn}
      theirs={conflict.typed}
    >
      <Button type="submit" name="intent" value={stale ? 'publish' : 'keepMine'} kind="primary">
        {t('listingForm.conflict.keepMine')}
      </Button>
      {stale ? (
        <Button type="submit" name="intent" value="discard">
          {t('listingForm.conflict.takeTheirs')}
        </Button>
      ) : (
        <ButtonLink href={address}>{t('listingForm.conflict.takeTheirs')}</ButtonLink>
      )}
    </ConflictBox>
  )
}

function takeTheirs(form: HTMLFormElement | null, typed: Typed, revision: number): void {
  const field = form?.elements.namedItem('revision')
  if (field instanceof HTMLInputElement) field.value = String(revision)
  restore(form, typed)
}
