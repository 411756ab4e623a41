import { useActionData, useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { actionHeaders, type FieldErrors } from '#web/form-answer.ts'
import { hasPassword } from '#features/people/accounts/passwords.server.ts'
import { liveSessions } from '#features/people/accounts/sessions-db.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { changeSecurity } from './security-actions.server.ts'
import { sessionModels, type SessionModel } from './sessions-view.ts'
import styles from './settings.module.css'
import { TwoFactorSection } from './two-factor-section.tsx'
import { isKeyOf } from '#lib/records.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { NewPasswordFields } from '#features/people/accounts/new-password-fields.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { ButtonForm } from '#web/button-form.tsx'

await loadTexts('accounts')

const doneTexts = {
  password: 'settings.done.password',
  'first-password': 'settings.done.first-password',
  'two-factor-on': 'settings.done.two-factor-on',
  'two-factor-off': 'settings.done.two-factor-off',
  session: 'settings.done.session',
  others: 'settings.done.others',
} as const

export const headers = actionHeaders

export const loader = memberLoader(async ({ hub, signedIn, url, texts }) => {
  const { member, sessionId } = signedIn
  const [rows, withPassword] = await Promise.all([
    liveSessions(hub.db.owner, { memberId: member.id, now: hub.now() }),
    hasPassword(hub, member.id),
  ])
  return {
    email: member.email,
    withPassword,
    twoFactor: member.twoFactorEnabled,
    sessions: sessionModels(rows, { currentId: sessionId, texts }),
    done: url.searchParams.get('done'),
  }
})

export const action = memberAction(changeSecurity)

/** The member's password, second factor and sessions. Plain forms, since the session may change. */
export default function SecurityPage() {
  const { email, withPassword, twoFactor, sessions, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const doneText = !answer && done && isKeyOf(doneTexts, done) ? doneTexts[done] : null
  return (
    <>
      <PageHead title={t('settings.security.title')} note={email} done={doneText ? t(doneText) : null} />
      <div className={styles.sections}>
        <PasswordSection
          email={email}
          isFirst={!withPassword}
          errors={answer?.part === 'password' ? answer.errors : undefined}
        />
        <TwoFactorSection
          on={twoFactor}
          needsPassword={!withPassword}
          answer={answer?.part === 'two-factor' ? answer : undefined}
        />
        <SessionsSection sessions={sessions} />
      </div>
    </>
  )
}

/** Changing the password ends all other sessions. */
function PasswordSection({
  email,
  isFirst,
  errors,
}: {
  email: string
  /** The member has none yet, having joined by a sign-in link. */
  isFirst: boolean
  errors: FieldErrors<'current' | 'password' | 'repeat'> | undefined
}) {
  const { t } = useTexts()
  return (
    <Section id="password" title={t('settings.password.title')}>
      {isFirst ? <p className={styles.text}>{t('settings.password.first')}</p> : null}
      <DocumentForm className={styles.form} noValidate>
        <FormErrors errors={errors} />
        {/* Tells password managers which account the passwords belong to. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {isFirst ? null : (
          <TextField
            label={t('settings.password.current')}
            {...fieldOf('current', errors)}
            type="password"
            autoComplete="current-password"
            required
          />
        )}
        <NewPasswordFields errors={errors} />
        <div className={styles.buttons}>
          <Button type="submit" name="intent" value="password">
            {isFirst ? t('accounts.newPassword.submit') : t('settings.password.submit')}
          </Button>
        </div>
      </DocumentForm>
    </Section>
  )
}

function SessionsSection({ sessions }: { sessions: readonly SessionModel[] }) {
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
                {t('word.signOut')}
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
