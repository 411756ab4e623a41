import { DocumentForm } from '#web/page-form.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { publicAction, publicLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textOf } from '#lib/form-fields.ts'
import { actionHeaders, looksLikeEmail, refused, rateLimited } from '#web/form-answer.ts'
import { passwordLinkMinutes, requestPasswordLink } from './passwords.server.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

await loadTexts('accounts')

export const headers = actionHeaders

export const loader = publicLoader(async ({ hub }) => ({
  hub: hub.config.brand.name,
  canSend: hub.mailer.canSend,
  support: hub.config.brand.supportEmail ?? null,
  minutes: passwordLinkMinutes.mail,
}))

/** The response does not reveal whether the account exists. */
export const action = publicAction(async ({ hub, form, clientIp, texts }) => {
  const email = textOf(form, 'email')
  if (!looksLikeEmail(email)) return refused<'email'>({ email: texts.t('accounts.error.email') }, { email })
  const outcome = await requestPasswordLink(hub, { email, locale: texts.locale, clientIp })
  if (!outcome.ok) return rateLimited<'email'>(outcome, { now: hub.now(), texts, values: { email } })
  return { errors: {}, values: { email }, sent: true }
})

export default function ForgotPasswordPage() {
  const { hub, canSend, support, minutes } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const email = answer?.values.email ?? ''
  const back = (
    <p>
      <a href={paths.signIn}>{t('accounts.link.toSignIn')}</a>
    </p>
  )
  if (answer && 'sent' in answer) {
    return (
      <SignInLayout hub={hub} title={t('accounts.forgot.sent.title')}>
        <p role="status">{t('accounts.forgot.sent.body', { email, minutes })}</p>
        {back}
      </SignInLayout>
    )
  }
  if (!canSend) {
    return (
      <SignInLayout hub={hub} title={t('accounts.forgot.title')} intro={t('accounts.forgot.cannotSend')}>
        {support ? (
          <p>
            <a href={`mailto:${support}`}>{support}</a>
          </p>
        ) : null}
        {back}
      </SignInLayout>
    )
  }
  return (
    <SignInLayout hub={hub} title={t('accounts.forgot.title')} intro={t('accounts.forgot.intro')}>
      <DocumentForm noValidate>
        <FormErrors errors={answer?.errors} />
        <TextField
          label={t('accounts.email')}
          {...fieldOf('email', answer?.errors, email)}
          type="email"
          autoComplete="username"
          required
        />
        <Button type="submit" kind="primary">
          {t('accounts.forgot.submit')}
        </Button>
      </DocumentForm>
      {back}
    </SignInLayout>
  )
}
