import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import type { BrowserCopies } from './browser-copies.ts'
import { useFormView } from '../form/form-context.tsx'
import { useHydrated } from '#shui/use-hydrated.ts'
import styles from '../form/listing-form.module.css'

type Found = ReturnType<BrowserCopies['all']>

/** Other new listings that this browser kept and could not send: each may be opened or given up. */
export function OtherCopies({ copies }: { copies: BrowserCopies | null }) {
  const { t, moment } = useTexts()
  const { hidden } = useFormView()
  const isNew = ({ name }: Found[number]) => name.startsWith('key:') && name !== `key:${hidden.key}`
  const [found, setFound] = useState<Found>(() => copies?.all().filter(isNew) ?? [])
  const hydrated = useHydrated()
  if (!hydrated || found.length === 0) return null
  return (
    <section className={styles.conflict}>
      <h2 className={styles.conflictTitle}>{t('listingForm.copies', { n: found.length })}</h2>
      <ul className={styles.products}>
        {found.map(({ name, copy }) => (
          <li key={name} className={styles.product}>
            <div>
              {copy.typed['title'] || t('listingForm.untitled')}
              <p className={styles.quiet}>{moment(new Date(copy.at), 'dateTime')}</p>
            </div>
            <div className={styles.buttons}>
              <ButtonLink size="small" href={paths.listingForm({ mode: 'AddItem', key: name.slice('key:'.length) })}>
                {t('listingForm.copies.open')}
              </ButtonLink>
              <Button
                size="small"
                onClick={() => {
                  copies?.remove(name)
                  setFound(found.filter((each) => each.name !== name))
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
