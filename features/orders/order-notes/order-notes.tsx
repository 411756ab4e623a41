import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ToggleEvent } from 'react'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { moveFocusOnRemoval, takeFocus } from '#shui/focus.ts'
import { Icon } from '#shui/icon/icon.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './order-notes.module.css'
import { SharedTextForm, type SharedText } from './shared-text-form.tsx'
import { noteLimits } from './tag.ts'

export interface OrderNotesModel {
  /** Null if there is none, or the reader may not see it. */
  note: { text: string; by: string } | null
  tags: readonly string[]
  /** Null if not permitted. */
  write: {
    /** URL for changes; shows the order with the note open. */
    href: string
    closeHref: string
    /** Tags of the seller's orders. */
    known: readonly string[]
  } | null
}

export interface OrderNotesAnswer {
  note?: SharedText
  /** `isWriting`: the note is being edited too. */
  tag?: { text: string; error: string; isWriting: boolean }
}

interface OrderNotesProps {
  model: OrderNotesModel
  /** Set while the note is being written. */
  answer?: OrderNotesAnswer | null
}

/** Moves the focus from a removed tag to the next one or the add button, and back after adding. */
const passOn = (item: Element | null) => () => moveFocusOnRemoval(item, item?.nextElementSibling ?? item?.parentElement)

function toField({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
  if (currentTarget.open) currentTarget.querySelector<HTMLElement>('#tag')?.focus()
}

/** Private note and tags of an order. Works without script. */
export function OrderNotes({ model: { note, tags, write }, answer = null }: OrderNotesProps) {
  const { t } = useTexts()
  if (!write && note === null && tags.length === 0) return null
  const writing = write && answer?.note
  const isWriting = Boolean(writing)
  return (
    <Section title={t('talk.notes')} count={t('talk.notes.whose')}>
      <div className={styles.notes}>
        {writing ? (
          <SharedTextForm
            key={write.href}
            action={write.href}
            name="note"
            label={t('talk.note')}
            hint={t('talk.note.hint')}
            save={t('talk.note.save')}
            writing={writing}
            closeHref={write.closeHref}
          />
        ) : (
          <Note note={note} editHref={write?.href ?? null} />
        )}
        {tags.length > 0 || write ? (
          <ul className={styles.tags} aria-label={t('talk.tags')}>
            {tags.map((tag) => (
              <li key={tag} className={styles.tag} ref={passOn}>
                <bdi>{tag}</bdi>
                {write ? <RemoveTag href={write.href} tag={tag} isWriting={isWriting} /> : null}
              </li>
            ))}
            {write && tags.length < noteLimits.tags ? (
              <li>
                <AddTag key={tags.join()} write={write} tags={tags} answer={answer?.tag} isWriting={isWriting} />
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </Section>
  )
}

function Note({ note, editHref }: { note: OrderNotesModel['note']; editHref: string | null }) {
  const { t } = useTexts()
  const link = (text: string) =>
    editHref ? (
      <PageLink to={editHref} className={styles.edit} preventScrollReset data-actions="">
        {text}
      </PageLink>
    ) : null
  if (!note) return link(t('talk.note.add'))
  return (
    <>
      <p className={styles.note} dir="auto">
        {note.text}
      </p>
      <p className={styles.by}>
        {note.by} {link(t('talk.note.edit'))}
      </p>
    </>
  )
}

type Writing = NonNullable<OrderNotesModel['write']>

/** Hidden field that keeps the note open while another form is submitted. */
function WritingField({ isWriting }: { isWriting: boolean }) {
  return isWriting ? <input type="hidden" name="writing" value="note" /> : null
}

interface RemoveTagProps {
  href: string
  tag: string
  isWriting: boolean
}

function RemoveTag({ href, tag, isWriting }: RemoveTagProps) {
  const { t } = useTexts()
  return (
    <PageForm action={href} preventScrollReset replace>
      <WritingField isWriting={isWriting} />
      <input type="hidden" name="tag" value={tag} />
      <button
        type="submit"
        name="step"
        value="remove-tag"
        className={styles.remove}
        aria-label={t('talk.tag.remove', { tag })}
        title={t('talk.tag.remove', { tag })}
      >
        <Icon as={X} size={14} />
      </button>
    </PageForm>
  )
}

interface AddTagProps {
  write: Writing
  tags: readonly string[]
  answer: OrderNotesAnswer['tag']
  isWriting: boolean
}

function AddTag({ write, tags, answer, isWriting }: AddTagProps) {
  const { t } = useTexts()
  return (
    <details className={styles.add} open={answer !== undefined} ref={passOn} onToggle={toField}>
      <summary>
        <Icon as={Plus} size={14} /> {t('word.tag')}
      </summary>
      <PageForm action={write.href} className={styles.addForm} preventScrollReset replace>
        <WritingField isWriting={isWriting} />
        <TextField
          label={t('word.tag')}
          hideLabel
          name="tag"
          id="tag"
          list="known-tags"
          defaultValue={answer?.text}
          error={answer?.error}
          ref={answer && takeFocus}
          maxLength={noteLimits.tag}
          autoComplete="off"
          required
        />
        <datalist id="known-tags">
          {write.known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
        </datalist>
        <Button type="submit" name="step" value="add-tag" size="small">
          {t('talk.tag.addThis')}
        </Button>
      </PageForm>
    </details>
  )
}
