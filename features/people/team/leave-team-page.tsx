import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { forgetPages } from '#features/people/accounts/forget-pages.ts'
import { keepsAnOwner } from '#features/people/accounts/last-owner.ts'
import { readTeam } from '#features/people/accounts/members.server.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { refused } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { leaveTeam } from './change-team.server.ts'
import { notifyTeam } from './team-mails.server.ts'
import styles from './team.module.css'

await loadTexts('team')

export const loader = sellerLoader('hub.view', async ({ hub, seller, member }) => {
  const team = await readTeam(hub.db.owner, seller.id)
  return { shop: seller.displayName, mayLeave: keepsAnOwner(team, { memberId: member.id, role: null }) }
})

export const action = sellerAction('hub.view', async ({ hub, seller, member, texts }) => {
  const outcome = await leaveTeam(hub, { sellerId: seller.id, member })
  if (!outcome.ok) {
    if (outcome.reason === 'gone') throw refuse('forbidden')
    return refused<never>({ form: texts.t('team.leave.last', { shop: seller.displayName }) })
  }
  const event = {
    kind: 'left',
    actor: member.name,
    subject: member.name,
    role: null,
    roleBefore: outcome.role,
  } as const
  await notifyTeam(hub, { seller, event, by: member.id, concerns: [], locale: texts.locale })
  return redirect(paths.home, { status: 303, headers: forgetPages() })
})

export default function LeaveTeamPage() {
  const { shop, mayLeave } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('team.leave')} />
      <div className={styles.page}>
        <p className={styles.text}>{t(mayLeave ? 'team.leaveText' : 'team.leave.last', { shop })}</p>
        <DocumentForm className={styles.form}>
          <FormErrors errors={answer?.errors} />
          <div className={styles.buttons}>
            {mayLeave ? (
              <Button type="submit" kind="danger">
                {t('team.leaveNow', { shop })}
              </Button>
            ) : null}
            <ButtonLink href={paths.team}>{t('team.title')}</ButtonLink>
          </div>
        </DocumentForm>
      </div>
    </>
  )
}
