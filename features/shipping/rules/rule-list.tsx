import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Button, ButtonLink, IconButton } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import styles from './shipping-rules-page.module.css'
import type { RulesModel } from './shipping-rules-view.server.ts'

/** The rules in the order in which they apply. */
export function RuleList({ rules }: Pick<RulesModel, 'rules'>) {
  const { t } = useTexts()
  return (
    <ol className={styles.rules}>
      {rules.map(({ id, name, isOn, when, chooses, href }, index) => (
        <li key={id} className={styles.rule}>
          <div className={styles.words}>
            <h2 className={styles.name} dir="auto">
              {name}
            </h2>
            {isOn ? null : <Status tone="neutral" text={t('shipRules.off')} />}
            <p dir="auto">
              {when} → {chooses}
            </p>
          </div>
          <DocumentForm className={styles.buttons}>
            <input type="hidden" name="id" value={id} />
            <IconButton
              type="submit"
              name="step"
              value="up"
              icon={ArrowUp}
              label={t('overview.arrange.up.of', { name })}
              disabled={index === 0}
            />
            <IconButton
              type="submit"
              name="step"
              value="down"
              icon={ArrowDown}
              label={t('overview.arrange.down.of', { name })}
              disabled={index === rules.length - 1}
            />
            <ButtonLink href={href} size="small" aria-label={t('shipRules.edit', { name })}>
              {t('shipRules.edit.short')}
            </ButtonLink>
            <Button
              type="submit"
              name="step"
              value="delete"
              kind="quiet"
              size="small"
              aria-label={t('shipRules.delete', { name })}
            >
              {t('shipRules.delete.short')}
            </Button>
          </DocumentForm>
        </li>
      ))}
    </ol>
  )
}
