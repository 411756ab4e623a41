import { DocumentForm } from '#web/page-form.tsx'
import { data, useActionData, useLoaderData } from '#web/router/router.ts'
import { NewPasswordFields } from '#features/people/accounts/new-password-fields.tsx'
import { SignInLayout } from '#features/people/accounts/sign-in-layout.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { publicAction, publicLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { answerJoin } from './join-action.server.ts'
import { invitationOf, isFor } from './invitations.server.ts'
import { roleName } from './team-view.ts'
import { maxNameLength } from './team.ts'
import styles from './team.module.css'

await loadTexts('accounts', 'team')

/** The URL contains the token, so it is not sent to other sites. */
export const headers = ({ actionHeaders }: { actionHeaders: Headers }) => {
  const own = new Headers(actionHeaders)
  own.set('Referrer-Policy', 'same-origin')
  own.set('Cache-Control', 'no-store')
  return own
}

export const loader = publicLoader(async ({ hub, signedIn, url, texts }) => {
  const token = url.searchParams.get('token') ?? ''
  const invitation = await invitationOf(hub, token)
  const page = { hub: hub.config.brand.name, invitation: null }
  if (!invitation) return data(page, { status: 410 })
  const { sellerId, seller, role, email, inviter, expiresAt } = invitation
  const own = signedIn?.sellers.find(({ id }) => id === sellerId)
  return data({
    ...page,
    invitation: {
      shop: seller,
      role: roleName(role, texts),
      by: inviter,
      email,
      until: texts.moment(expiresAt, 'dateTime'),
      signInPath: paths.signInWith(paths.join(token)),
      account: signedIn && { name: signedIn.member.name, email: signedIn.member.email },
      isForAccount: signedIn === null || isFor(invitation, signedIn.member),
      hasRole: own ? roleName(own.role, texts) : null,
    },
  })
})

export const action = publicAction(answerJoin)

export default function JoinPage() {
  const { hub, invitation } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  if (!invitation)
    return (
      <SignInLayout hub={hub} title={t('team.join.ended.title')} intro={t('team.join.ended.body')}>
        <ButtonLink kind="primary" href={paths.signIn}>
          {t('accounts.link.toSignIn')}
        </ButtonLink>
      </SignInLayout>
    )
  const { shop, role, by, until, email, account, isForAccount, hasRole } = invitation
  return (
    <SignInLayout
      hub={hub}
      title={t('team.join.title', { shop })}
      intro={t('team.join.intro', { by, shop, role, until })}
    >
      {account ? (
        <>
          <p>{t('team.join.as', account)}</p>
          {!isForAccount ? (
            <p>{t('team.join.other-address', { email: email ?? '', by })}</p>
          ) : hasRole === null ? (
            <DocumentForm>
              <FormErrors errors={answer?.errors} />
              <Button type="submit" name="step" value="join" kind="primary">
                {t('team.join.now', { role })}
              </Button>
            </DocumentForm>
          ) : (
            <>
              <p>{t('team.join.has-role', { shop, role: hasRole })}</p>
              <ButtonLink href={paths.home}>{t('team.join.toShop', { shop })}</ButtonLink>
            </>
          )}
          <DocumentForm action={paths.signOut} className={styles.another}>
            <p>{t('team.join.another')}</p>
            <Button type="submit">{t('word.signOut')}</Button>
          </DocumentForm>
        </>
      ) : (
        <NewAccount
          email={invitation.email}
          signInPath={invitation.signInPath}
          errors={answer?.errors}
          values={answer?.values}
        />
      )}
    </SignInLayout>
  )
}

type Answer = NonNullable<ReturnType<typeof useActionData<typeof action>>>

function NewAccount({
  email,
  signInPath,
  errors,
  values,
}: {
  /** The address it was mailed to; null for a link. */
  email: string | null
  signInPath: string
  errors: Answer['errors'] | undefined
  values: Answer['values'] | undefined
}) {
  const { t } = useTexts()
  return (
    <>
      <DocumentForm noValidate>
        <FormErrors errors={errors} />
        <TextField
          label={t('team.join.name')}
          {...fieldOf('name', errors, values?.name)}
          autoComplete="name"
          maxLength={maxNameLength}
          required
        />
        <TextField
          label={t('accounts.email')}
          {...fieldOf('email', errors, email ?? values?.email)}
          type="email"
          autoComplete="username"
          readOnly={email !== null}
          required
        />
        <NewPasswordFields errors={errors} />
        <Button type="submit" name="step" value="sign-up" kind="primary">
          {t('team.join.create')}
        </Button>
      </DocumentForm>
      <p>
        <a href={signInPath}>{t('team.join.haveAccount')}</a>
      </p>
    </>
  )
}
