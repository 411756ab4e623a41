import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { publicAction, publicLoader } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textOf } from '#lib/form-fields.ts'
import { actionHeaders, refused, rateLimited } from '#web/form-answer.ts'
import { safeNext } from '#web/safe-next.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { awaitsCode, signInByCode } from './two-factor.server.ts'

await loadTexts('accounts')

export const headers = actionHeaders

export const loader = publicLoader(async ({ hub, signedIn, request, url }) => {
  const next = safeNext(url.searchParams.get('next'))
  if (signedIn) throw redirect(next ?? paths.home)
  if (!awaitsCode(hub, request)) throw redirect(withQuery(paths.signIn, { next }))
  return { hub: hub.config.brand.name, signIn: withQuery(paths.signIn, { next }) }
})

export const action = publicAction(async ({ hub, form, request, clientIp, url, texts }) => {
  const next = safeNext(url.searchParams.get('next'))
  const code = textOf(form, 'code')
  if (!code) return refused<'code'>({ code: texts.t('accounts.code.error.empty') })
  const outcome = await signInByCode(hub, { code, request, clientIp })
  if (outcome.ok) return redirect(next ?? paths.home, { status: 303, headers: outcome.cookies })
  switch (outcome.reason) {
    case 'wrong':
      return refused<'code'>({ code: texts.t('accounts.code.error.wrong') })
    case 'unreadable':
      return refused<'code'>({ code: texts.t('accounts.code.error.unreadable') })
    case 'ended':
      return redirect(withQuery(paths.signIn, { done: 'code-ended', next }), { status: 303 })
    case 'too-many':
      return rateLimited<'code'>(outcome, { now: hub.now(), texts, text: 'accounts.code.error.tooMany' })
  }
})

export default function SignInCodePage() {
  const { hub, signIn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <SignInLayout hub={hub} title={t('accounts.code.title')} intro={t('accounts.code.intro')}>
      <DocumentForm noValidate>
        <FormErrors errors={answer?.errors} />
        <TextField
          label={t('accounts.code.label')}
          {...fieldOf('code', answer?.errors)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <Button type="submit" kind="primary">
          {t('accounts.code.submit')}
        </Button>
      </DocumentForm>
      <p>
        <a href={signIn}>{t('accounts.code.back')}</a>
      </p>
    </SignInLayout>
  )
}
