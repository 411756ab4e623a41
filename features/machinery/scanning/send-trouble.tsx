import WifiOff from 'lucide-react/icons/wifi-off'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import type { NotSent } from './send-queue.ts'
import styles from './scanning.module.css'

interface SendTroubleProps {
  trouble: NotSent['why'] | null
  waiting: number
  /** Address to which signing in leads back. */
  back: string
}

/** Says why scans are not sent, and that they are kept. */
export function SendTrouble({ trouble, waiting, back }: SendTroubleProps) {
  const { t } = useTexts()
  return (
    <div role="status">
      {trouble ? (
        <div className={styles.trouble}>
          <Icon as={WifiOff} size={20} />
          <p>
            <b>{t(`scanning.trouble.${trouble}`)}</b>
            <br />
            {t('scanning.waiting', { n: waiting })}{' '}
            {trouble === 'signed-out' ? <a href={paths.signInWith(back)}>{t('word.signIn')}</a> : null}
          </p>
        </div>
      ) : null}
    </div>
  )
}
