import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './start-section.module.css'

export function StartSection({
  name,
  zone,
  mayList,
  mayMoveIn,
  mayInvite,
}: {
  name: string
  zone: string
  mayList: boolean
  mayMoveIn: boolean
  mayInvite: boolean
}) {
  const { t } = useTexts()
  return (
    <Section title={t('start.title', { name })}>
      <p className={styles.intro}>{t('start.intro')}</p>
      <ol className={styles.steps}>
        {mayMoveIn ? (
          <Step title={t('start.movingIn')} body={t('start.movingInBody')}>
            <ButtonLink href={paths.uploads}>{t('start.movingInLink')}</ButtonLink>
          </Step>
        ) : null}
        {mayList ? (
          <Step title={t('start.listing')} body={t('start.listingBody')}>
            <ButtonLink href={paths.listingForm({ mode: 'AddItem' })}>{t('listings.create')}</ButtonLink>
          </Step>
        ) : null}
        {mayList ? (
          <Step title={t('start.policies')} body={t('start.policiesBody')}>
            <ButtonLink href={paths.policies}>{t('policies.title')}</ButtonLink>
          </Step>
        ) : null}
        <Step title={t('start.security')} body={t('start.securityBody')}>
          <ButtonLink href={paths.security}>{t('start.securityLink')}</ButtonLink>
        </Step>
        <Step title={t('start.settings')} body={t('start.settingsBody', { zone })}>
          <ButtonLink href={paths.preferences}>{t('start.settingsLink')}</ButtonLink>
        </Step>
        {mayInvite ? (
          <Step title={t('start.team')} body={t('start.teamBody')}>
            <ButtonLink href={paths.team}>{t('start.teamLink')}</ButtonLink>
          </Step>
        ) : null}
      </ol>
    </Section>
  )
}

function Step({ title, body, children }: { title: string; body: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.body}>{body}</p>
      </div>
      {children}
    </li>
  )
}
