import { Button } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { SessionModel } from './sessions-view.ts'
import styles from './settings.module.css'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'

export function SessionsSection({ sessions }: { sessions: readonly SessionModel[] }) {
  const { t } = useTexts()
  return (
    <Section
      id="devices"
      title={t('settings.sessions.title')}
      count={t('settings.sessions.count', { count: sessions.length })}
    >
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <p className={styles.device} id={`session-${session.id}`}>
              {session.device}
            </p>
            <p className={styles.seen}>{session.seen}</p>
            {session.current ? (
              <Status tone="good" text={t('settings.sessions.current')} />
            ) : (
              <ButtonForm
                as={DocumentForm}
                fields={{ session: session.id }}
                name="intent"
                value="end-session"
                size="small"
                aria-describedby={`session-${session.id}`}
              >
                {t('settings.sessions.end')}
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
      <DocumentForm className={styles.buttons}>
        {sessions.length > 1 ? (
          <Button type="submit" name="intent" value="end-others">
            {t('settings.sessions.endOthers')}
          </Button>
        ) : null}
        <Button type="submit" name="intent" value="end-all">
          {t('settings.sessions.endAll')}
        </Button>
      </DocumentForm>
    </Section>
  )
}
