import { Button } from '#shui/button/button.tsx'
import { Secret } from '#shui/button/secret.tsx'
import { TextField, type SelectOption } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import type { InviteAnswer } from './invite-action.server.ts'
import { RoleFields } from './role-fields.tsx'
import type { InvitationModel } from './team-view.ts'
import { leastRole } from './team.ts'
import styles from './team.module.css'

const takeFocus = (element: HTMLElement | null) => element?.focus()

export function MadeLink({ made }: { made: InviteAnswer['made'] }) {
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
export function InviteForm({
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

export function InvitationList({ invitations }: { invitations: readonly InvitationModel[] }) {
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
