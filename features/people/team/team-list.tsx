import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import type { TeamMemberModel } from './team-view.ts'
import styles from './team.module.css'

/** The members of a team; owners also see addresses and second factors, and links to each colleague's page. */
export function TeamList({ members, isOwner }: { members: readonly TeamMemberModel[]; isOwner: boolean }) {
  const { t } = useTexts()
  const forOwners = [
    { key: 'twoStep', label: t('team.twoStep') },
    { key: 'seen', label: t('team.seen') },
    ...(members.length > 1 ? [{ key: 'manage', label: t('team.manage'), isAction: true }] : []),
  ]
  const more = (member: TeamMemberModel) => [
    t(member.twoStep ? 'team.twoStep.on' : 'team.twoStep.off'),
    member.seen,
    member.isYou ? (
      ''
    ) : (
      <ButtonLink
        key="manage"
        href={paths.teamMember(member.id)}
        size="small"
        aria-label={t('team.manageName', { name: member.name })}
      >
        {t('team.manage')}
      </ButtonLink>
    ),
  ]
  return (
    <Section title={t('team.members')} count={String(members.length)}>
      <CardTable
        className={styles.members}
        head={t('word.name')}
        {...(isOwner ? {} : { label: t('team.members') })}
        columns={[{ key: 'role', label: t('team.role') }, ...(isOwner ? forOwners : [])]}
        rows={members.map((member) => ({
          key: member.id,
          name: (
            <span className={styles.who}>
              <span>
                <bdi className={styles.name}>{member.name}</bdi>
                {member.isYou ? <span className={styles.you}>{t('team.you')}</span> : null}
              </span>
              {member.email === null ? null : <span className={styles.email}>{member.email}</span>}
            </span>
          ),
          cells: [member.role, ...(isOwner ? more(member) : [])],
        }))}
      />
    </Section>
  )
}
