import { Secret } from '#shui/button/secret.tsx'
import { useTexts } from '#texts/context.tsx'
import type { WebhooksAnswer } from './webhooks-model.ts'
import styles from './webhooks.module.css'

export function MadeSecret({ made }: { made: WebhooksAnswer['made'] }) {
  const { t } = useTexts()
  if (!made) return null
  return (
    <div className={styles.made} role="status">
      <p>
        <strong>{t('webhooks.secret')}</strong> <span translate="no">{made.url}</span>
      </p>
      <Secret
        text={made.secret}
        copy={{
          label: t('webhooks.secret.copy'),
          copied: t('webhooks.secret.copied'),
          refused: t('webhooks.secret.refused'),
        }}
      />
      <p>{t('webhooks.secret.once')}</p>
    </div>
  )
}
