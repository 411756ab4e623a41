import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFormView } from '../form/form-context.tsx'
import type { Typed } from '../form/typed-form.ts'
import { ConflictBox } from './conflict-box.tsx'
import type { FormKeeping } from './use-keeping.ts'
import { restore, type FoundCopy } from './recover-drafts.ts'

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
