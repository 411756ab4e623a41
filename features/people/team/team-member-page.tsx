import { SubmitRow } from '#web/submit-row.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { actionHeaders } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { changeMember, type MemberStep } from './member-actions.server.ts'
import { PasswordField, RoleFields } from './role-fields.tsx'
import { teamOf } from './team-db.server.ts'
import { roleName, roleOptions } from './team-view.ts'
import styles from './team.module.css'

await loadTexts('accounts', 'team')

export const headers = actionHeaders

export const loader = sellerLoader('team.manage', async ({ hub, seller, member, texts, url }) => {
  const memberId = url.searchParams.get('member') ?? ''
  if (memberId === member.id) throw redirect(paths.team)
  const [colleague] = await teamOf(hub.db.owner, { sellerId: seller.id, now: hub.now(), memberId })
  if (!colleague) throw refuse('not-found')
  const { name, email, role, since, sessions, seen_at: seenAt } = colleague
  return {
    shop: seller.displayName,
    name,
    email,
    role,
    roleName: roleName(role, texts),
    since: texts.moment(since, 'date'),
    sessions,
    seen: seenAt ? texts.moment(seenAt, 'dateTime') : '',
    roles: roleOptions(texts),
  }
})

export const action = sellerAction('team.manage', changeMember)

export default function TeamMemberPage() {
  const model = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { name, shop, role, sessions, seen } = model
  const errorsOf = (step: MemberStep) => (answer?.step === step ? answer.errors : undefined)
  const isOwner = role === 'owner'
  return (
    <>
      <PageHead
        title={name}
        note={`${model.email} · ${model.roleName} · ${t('team.member.since', { date: model.since })}`}
        before={<BackToList href={paths.team}>{t('team.title')}</BackToList>}
      />
      <div className={styles.page}>
        <Section title={t('team.role')}>
          <DocumentForm className={styles.form} noValidate>
            <FormErrors errors={errorsOf('role')} />
            <RoleFields
              options={model.roles}
              role={answer?.step === 'role' ? answer.role : role}
              from={role}
              passwordId="role-confirm"
              hideLabel
              errors={{ role: errorsOf('role')?.role, password: errorsOf('role')?.['role-confirm'] }}
            />
            <Submit step="role">{t('team.member.changeRole')}</Submit>
          </DocumentForm>
        </Section>
        <Section title={t('team.member.sessions')}>
          <p className={styles.text}>{t('team.member.sessionsText', { n: sessions, name, seen })}</p>
          {sessions > 0 ? (
            <DocumentForm className={styles.form}>
              <Submit step="sessions">{t('team.member.endSessions')}</Submit>
            </DocumentForm>
          ) : null}
        </Section>
        {isOwner ? null : (
          <Section title={t('team.member.handOver')}>
            <p className={styles.text}>{t('team.member.handOverText', { name, shop })}</p>
            <DocumentForm className={styles.form} noValidate>
              <FormErrors errors={errorsOf('hand-over')} />
              <PasswordField id="hand-over-confirm" error={errorsOf('hand-over')?.['hand-over-confirm']} />
              <Submit step="hand-over" isDanger>
                {t('team.member.handOverNow', { name })}
              </Submit>
            </DocumentForm>
          </Section>
        )}
        <Section title={t('team.member.remove')}>
          <p className={styles.text}>
            {t('team.member.removeText', { name, shop })} <a href={paths.apiKeys}>{t('team.member.keys')}</a>
          </p>
          <DocumentForm className={styles.form} noValidate>
            <FormErrors errors={errorsOf('remove')} />
            {isOwner ? (
              <PasswordField id="remove-confirm" isExplained error={errorsOf('remove')?.['remove-confirm']} />
            ) : null}
            <Submit step="remove" isDanger>
              {t('team.member.removeNow', { name })}
            </Submit>
          </DocumentForm>
        </Section>
      </div>
    </>
  )
}

function Submit({ step, isDanger = false, children }: { step: MemberStep; isDanger?: boolean; children: string }) {
  return (
    <SubmitRow name="step" value={step} kind={isDanger ? 'danger' : 'secondary'}>
      {children}
    </SubmitRow>
  )
}
