import { useActionData, useLoaderData } from '#web/router/router.ts'
import { teamEvents } from '#features/people/accounts/team-events.server.ts'
import { ButtonLink, Button } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { actionHeaders } from '#web/form-answer.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { invite, type InviteAnswer } from './invite-action.server.ts'
import { TeamList } from './team-list.tsx'
import { invitationsOf, teamOf } from './team-db.server.ts'
import { eventText, invitationModels, roleOptions, teamModels, type InvitationModel } from './team-view.ts'
import { invitationDays, shownEvents, leastRole } from './team.ts'
import styles from './team.module.css'
import { Secret } from '#shui/button/secret.tsx'
import { TextField, type SelectOption } from '#shui/form/controls.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { RoleFields } from './role-fields.tsx'

const takeFocus = (element: HTMLElement | null) => element?.focus()

function MadeLink({ made }: { made: InviteAnswer['made'] }) {
  const { t } = useTexts()
  if (!made) return null
  return (
    <div className={styles.made} role="status" tabIndex={-1} ref={takeFocus}>
      <p className={styles.name}>{t('team.made', { role: made.role })}</p>
      <Secret
        text={made.link}
        copy={{ label: t('team.made.copy'), copied: t('team.made.copied'), refused: t('team.made.refused') }}
      />
      <p>{t('team.made.hint')}</p>
    </div>
  )
}

/** The form for an invitation: mailed if the hub sends mail, otherwise a link that the owner passes on. */
function InviteForm({
  canMail,
  roles,
  days,
  answer,
}: {
  canMail: boolean
  roles: readonly SelectOption[]
  days: number
  answer: InviteAnswer | undefined
}) {
  const { t } = useTexts()
  const typed = answer && !answer.made ? answer : null
  return (
    <Section title={t('team.invite')}>
      <DocumentForm className={styles.form} noValidate>
        <FormErrors errors={typed?.errors} />
        {canMail ? (
          <TextField
            label={t('team.invite.email')}
            hint={t('team.invite.emailHint')}
            {...fieldOf('email', typed?.errors, typed?.values.email ?? '')}
            type="email"
            autoComplete="off"
          />
        ) : (
          <p className={styles.text}>{t('team.invite.noMail')}</p>
        )}
        <RoleFields
          options={roles}
          role={typed?.values.role || leastRole}
          from={null}
          passwordId="confirm"
          errors={{ role: typed?.errors.role, password: typed?.errors.confirm }}
        />
        <p className={styles.text}>{t('team.invite.rules', { days })}</p>
        <div className={styles.buttons}>
          {canMail ? (
            <Button type="submit" name="step" value="mail" kind="primary">
              {t('team.invite.byMail')}
            </Button>
          ) : null}
          <Button type="submit" name="step" value="link" kind={canMail ? 'secondary' : 'primary'}>
            {t(canMail ? 'team.invite.byLink' : 'team.invite.link')}
          </Button>
        </div>
      </DocumentForm>
    </Section>
  )
}

function InvitationList({ invitations }: { invitations: readonly InvitationModel[] }) {
  const { t } = useTexts()
  if (invitations.length === 0) return null
  return (
    <Section title={t('team.invitations')} count={String(invitations.length)}>
      <ul>
        {invitations.map((invitation) => (
          <li key={invitation.id} className={styles.invitation}>
            <div>
              <p className={styles.name}>{invitation.to}</p>
              <p className={styles.facts}>{invitation.facts}</p>
            </div>
            <ButtonForm
              as={DocumentForm}
              fields={{ invitation: invitation.id }}
              name="step"
              value="withdraw"
              size="small"
              aria-label={t('team.withdrawName', { to: `${invitation.to}, ${invitation.facts}` })}
            >
              {t('team.withdraw')}
            </ButtonForm>
          </li>
        ))}
      </ul>
    </Section>
  )
}

await loadTexts('team')

const doneTexts = ['invited', 'withdrawn', 'role', 'sessions', 'removed', 'handed-over'] as const

export const headers = actionHeaders

export const loader = sellerLoader('hub.view', async ({ hub, seller, member, texts, url }) => {
  const [now, isOwner] = [hub.now(), mayDo(seller.role, 'team.manage')]
  const at = { sellerId: seller.id, now }
  const [members, invitations, events] = await Promise.all([
    teamOf(hub.db.owner, at),
    isOwner ? invitationsOf(hub.db.owner, at) : [],
    isOwner ? teamEvents(hub.db.owner, { sellerId: seller.id, limit: shownEvents }) : [],
  ])
  return {
    shop: seller.displayName,
    isOwner,
    canMail: hub.mailer.canSend,
    members: teamModels(members, { ownId: member.id, isOwner, texts }),
    invitations: invitationModels(invitations, texts),
    roles: isOwner ? roleOptions(texts) : [],
    events: events.map((event, key) => ({
      key,
      at: texts.moment(event.at, 'dateTime'),
      text: eventText(event, texts),
    })),
    done: doneTexts.find((name) => name === url.searchParams.get('done')) ?? null,
  }
})

export const action = sellerAction('team.manage', invite)

export default function TeamPage() {
  const { shop, isOwner, canMail, members, invitations, roles, events, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('team.title')} done={done && !answer ? t(`team.done.${done}`) : null} />
      <p className={styles.intro}>{t(isOwner ? 'team.intro' : 'team.introOthers', { shop })}</p>
      <div className={styles.page}>
        <MadeLink made={answer?.made ?? null} />
        <TeamList members={members} isOwner={isOwner} />
        {isOwner ? (
          <>
            <InvitationList invitations={invitations} />
            {/* A new form after each success. */}
            <InviteForm
              key={`${invitations.length} ${members.length}`}
              canMail={canMail}
              roles={roles}
              days={invitationDays}
              answer={answer}
            />
            <Section title={t('team.history')}>
              {events.length === 0 ? <p className={styles.text}>{t('team.history.none')}</p> : null}
              <ul>
                {events.map((event) => (
                  <li key={event.key} className={styles.event}>
                    <span className={styles.when}>{event.at}</span>
                    <span>{event.text}</span>
                  </li>
                ))}
              </ul>
            </Section>
          </>
        ) : null}
        <p className={styles.leave}>
          <ButtonLink href={paths.leaveTeam}>{t('team.leave')}</ButtonLink>
        </p>
      </div>
    </>
  )
}
