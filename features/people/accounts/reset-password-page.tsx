import { DocumentForm } from '#web/page-form.tsx'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { publicAction, publicLoader } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { secretOf } from '#lib/form-fields.ts'
import { actionHeaders, refused, rateLimited } from '#web/form-answer.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { passwordLimits } from './password-rules.ts'
import { passwordLinkMember, resetPassword } from './passwords.server.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

await loadTexts('accounts')

export const headers = actionHeaders

export const loader = publicLoader(async ({ hub, url }) => {
  const member = await passwordLinkMember(hub, url.searchParams.get('token') ?? '')
  const page = { hub: hub.config.brand.name, email: member?.email ?? null }
  return data(page, { status: member ? 200 : 410 })
})

export const action = publicAction(async ({ hub, form, request, url, clientIp, texts }) => {
  const password = secretOf(form, 'password')
  if (password !== secretOf(form, 'repeat'))
    return refused<'password' | 'repeat'>({ repeat: texts.t('accounts.error.repeat') })
  const token = url.searchParams.get('token') ?? ''
  const outcome = await resetPassword(hub, { token, password, locale: texts.locale, request, clientIp })
  if (outcome.ok) {
    return redirect(withQuery(paths.signIn, { done: 'password-set' }), { status: 303, headers: outcome.cookies })
  }
  switch (outcome.reason) {
    case 'too-many':
      return rateLimited<'password' | 'repeat'>(outcome, { now: hub.now(), texts })
    case 'used-up':
      // The loader detects this too, and the page shows it.
      return refused<'password' | 'repeat'>({})
    case 'too-short':
    case 'too-long':
    case 'same-as-email':
      return refused<'password' | 'repeat'>({ password: texts.t(`accounts.error.${outcome.reason}`, passwordLimits) })
  }
})

export default function ResetPasswordPage() {
  const { hub, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  if (email === null) {
    return (
      <SignInLayout hub={hub} title={t('accounts.link.title')} intro={t('accounts.reset.ended.body')}>
        <ButtonLink kind="primary" href={paths.forgotPassword}>
          {t('accounts.reset.ended.again')}
        </ButtonLink>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout hub={hub} title={t('accounts.reset.title')} intro={t('accounts.reset.intro', { email })}>
      <DocumentForm noValidate>
        <FormErrors errors={answer?.errors} />
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields errors={answer?.errors} />
        <Button type="submit" kind="primary">
          {t('accounts.newPassword.submit')}
        </Button>
      </DocumentForm>
    </SignInLayout>
  )
}
