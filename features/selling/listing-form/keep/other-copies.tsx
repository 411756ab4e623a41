import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import type { RecoveredDraft } from './browser-copies.ts'
import { forgetAll } from './left-copies.ts'
import { useFormView } from '../form/form-context.tsx'
import { copyName } from '../form/form-view.ts'
import styles from '../form/listing-form.module.css'

/** Other new listings with unsent input in this browser, to open or discard, in a form that has just been opened. */
export function OtherCopies({ left }: { left: readonly RecoveredDraft[] }) {
  const { t, moment } = useTexts()
  const { hidden } = useFormView()
  const [given, giveUp] = useState<readonly string[]>([])
  const found = left.filter(
    ({ name }, at) =>
      name.startsWith('key:') &&
      name !== copyName(hidden) &&
      !given.includes(name) &&
      // Only the newest copy of each form.
      left.findIndex((each) => each.name === name) === at,
  )
  if (found.length === 0 || hidden.mode !== 'AddItem' || hidden.revision > 0) return null
  return (
    <section className={styles.conflict}>
      <h2 className={styles.conflictTitle}>{t('listingForm.copies', { n: found.length })}</h2>
      <ul className={styles.products}>
        {found.map(({ name, copy }) => (
          <li key={name} className={styles.product}>
            <div>
              {copy.typed['title'] || t('listings.untitled')}
              <p className={styles.quiet}>{moment(new Date(copy.at), 'dateTime')}</p>
            </div>
            <div className={styles.buttons}>
              <ButtonLink size="small" href={paths.listingForm({ mode: 'AddItem', key: name.slice('key:'.length) })}>
                {t('listingForm.copies.open')}
              </ButtonLink>
              <Button
                size="small"
                onClick={() => {
                  forgetAll(left, name)
                  giveUp([...given, name])
                }}
              >
                {t('listingForm.discard')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
