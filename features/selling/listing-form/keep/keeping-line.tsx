import { paths } from '#web/paths.ts'
import { Status, type StatusTone } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { Keeping } from './form-keeper.ts'
import styles from '../form/listing-form.module.css'

/** Shows where the input is saved: "Saved 14:03", or "Not saved: no connection, kept in this browser". */
export function KeepingLine({ keeping }: { keeping: Keeping }) {
  const { t, moment } = useTexts()
  const line = (tone: StatusTone, text: string) => <Status tone={tone} text={text} />
  switch (keeping.state) {
    case 'kept':
      return keeping.at ? line('good', t('listingForm.kept', { time: moment(new Date(keeping.at), 'time') })) : null
    case 'typing':
    case 'saving':
      return line('neutral', t('listingForm.saving'))
    case 'offline':
      return line('warn', keeping.held ? t('listingForm.offline') : t('listingForm.offline.notHeld'))
    case 'signed-out':
      return (
        <>
          {line('warn', keeping.held ? t('listingForm.signedOut') : t('listingForm.signedOut.notHeld'))}{' '}
          {/* Loads a new document, because the session changes. */}
          <a className={styles.link} href={paths.signInWith(location.pathname + location.search)}>
            {t('error.toSignIn')}
          </a>
        </>
      )
    case 'refused':
      return line('bad', t('listingForm.refused'))
    case 'conflict':
      return line('warn', t('listingForm.conflict.short'))
    case 'published':
      return line('warn', t('listingForm.alreadyPublished'))
  }
}
