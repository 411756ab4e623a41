import { paths } from '#web/paths.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from '../form/listing-form.module.css'

/** After a listing was published: that it was, and what may come next. */
export function PublishedNotice({ text, itemNumber }: { text: string; itemNumber: string }) {
  const { t } = useTexts()
  return (
    <div className={styles.done} role="status">
      <p>{text}</p>
      <div className={styles.buttons}>
        <ButtonLink size="small" href={paths.listingForm({ mode: 'AddItem' })}>
          {t('listingForm.next.add')}
        </ButtonLink>
        <ButtonLink size="small" href={paths.listingForm({ mode: 'SellSimilarItem', itemId: itemNumber })}>
          {t('listingForm.next.similar')}
        </ButtonLink>
        <ButtonLink size="small" href={paths.listings.active}>
          {t('listingForm.next.list')}
        </ButtonLink>
      </div>
    </div>
  )
}
