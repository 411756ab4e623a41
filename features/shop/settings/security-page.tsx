import { useActionData, useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { actionHeaders } from '#web/form-answer.ts'
import { hasPassword } from '#features/shop/accounts/passwords.server.ts'
import { liveSessions } from '#features/shop/accounts/sessions-db.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { PasswordSection } from './password-section.tsx'
import { changeSecurity } from './security-actions.server.ts'
import { sessionModels } from './sessions-view.ts'
import { SessionsSection } from './sessions-section.tsx'
import styles from './settings.module.css'
import { TwoFactorSection } from './two-factor-section.tsx'
import { isKeyOf } from '#lib/records.ts'

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
