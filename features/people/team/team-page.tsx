import { useActionData, useLoaderData } from '#web/router/router.ts'
import { teamEvents } from '#features/people/accounts/team-events.server.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { actionHeaders } from '#web/form-answer.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { invite } from './invite-action.server.ts'
import { InvitationList, InviteForm, MadeLink } from './invite-form.tsx'
import { TeamList } from './team-list.tsx'
import { invitationsOf, teamOf } from './team-db.server.ts'
import { eventText, invitationModels, roleOptions, teamModels } from './team-view.ts'
import { invitationDays, shownEvents } from './team.ts'
import styles from './team.module.css'

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
