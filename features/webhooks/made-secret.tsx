import { CopyButton } from '#shui/button/copy-button.tsx'
import { useTexts } from '#texts/context.tsx'
import type { WebhooksAnswer } from './webhooks-model.ts'
import styles from './webhooks.module.css'

/** A new secret, which is shown once. */
export function MadeSecret({ made }: { made: WebhooksAnswer['made'] }) {
  const { t } = useTexts()
  if (!made) return null
  return (
    <div className={styles.made} role="status">
      <p>
        <strong>{t('webhooks.secret')}</strong> <span translate="no">{made.url}</span>
      </p>
      <p className={styles.secretLine} translate="no">
        <code className={styles.secret}>{made.secret}</code>
        <CopyButton
          text={made.secret}
          label={t('webhooks.secret.copy')}
          copied={t('webhooks.secret.copied')}
          refused={t('webhooks.secret.refused')}
        />
      </p>
      <p>{t('webhooks.secret.once')}</p>
    </div>
  )
}
