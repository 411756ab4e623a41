import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { publicAction, publicLoader } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { secretOf, textOf } from '#lib/form-fields.ts'
import { actionHeaders, looksLikeEmail, refused, rateLimited } from '#web/form-answer.ts'
import { isKeyOf } from '#lib/records.ts'
import { safeNext } from '#web/safe-next.ts'
import { endSession } from './sessions-db.server.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { Done } from '#web/done.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { offeredDemoMembers, signInAsDemoMember, type DemoMemberOffer } from './demo-sign-in.server.ts'
import styles from './demo-sign-in.module.css'
import { signIn } from './sign-in.server.ts'

await loadTexts('accounts')

const doneTexts = {
  'signed-out': 'accounts.signIn.done.signed-out',
  'signed-out-everywhere': 'accounts.signIn.done.signed-out-everywhere',
  'password-set': 'accounts.signIn.done.password-set',
  'code-ended': 'accounts.signIn.done.code-ended',
} as const

const demoField = 'demo'

export const headers = actionHeaders

export const loader = publicLoader(async ({ hub, signedIn, url, request, clientIp }) => {
  if (signedIn) throw redirect(safeNext(url.searchParams.get('next')) ?? paths.home)
  const demoMembers = await offeredDemoMembers({ hub, request, clientIp })
  return { hub: hub.config.brand.name, done: url.searchParams.get('done'), demoMembers }
})

export const action = publicAction(async ({ hub, form, request, clientIp, url, texts, signedIn }) => {
  const next = safeNext(url.searchParams.get('next'))
  const endFormerSession = async () => {
    if (signedIn) await endSession(hub.db.owner, { memberId: signedIn.member.id, sessionId: signedIn.sessionId })
  }
  if (form.has(demoField)) {
    const outcome = await signInAsDemoMember({ hub, request, clientIp }, textOf(form, demoField))
    if (!outcome?.ok) return refused<'email' | 'password'>({ form: texts.t('accounts.demo.refused') }, { email: '' })
    await endFormerSession()
    return redirect(next ?? paths.home, { status: 303, headers: outcome.cookies })
  }
  const email = textOf(form, 'email').toLowerCase()
  const password = secretOf(form, 'password')
  const values = { email }
  const errors = {
    ...(looksLikeEmail(email) ? {} : { email: texts.t('accounts.error.email') }),
    ...(password ? {} : { password: texts.t('accounts.error.password') }),
  }
  if (Object.keys(errors).length > 0) return refused<'email' | 'password'>(errors, values)
  const outcome = await signIn(hub, { email, password, request, clientIp })
  if (!outcome.ok) {
    return outcome.reason === 'wrong'
      ? refused<'email' | 'password'>({ form: texts.t('accounts.error.wrong') }, values)
      : rateLimited<'email' | 'password'>(outcome, { now: hub.now(), texts, text: 'accounts.signIn.tooMany', values })
  }
  await endFormerSession()
  const to = outcome.step === 'done' ? (next ?? paths.home) : withQuery(paths.signInCode, { next })
  return redirect(to, { status: 303, headers: outcome.cookies })
})

export default function SignInPage() {
  const { hub, done, demoMembers } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const doneText = !answer && done && isKeyOf(doneTexts, done) ? doneTexts[done] : null
  return (
    <SignInLayout hub={hub} title={t('word.signIn')}>
      {doneText ? <Done>{t(doneText)}</Done> : null}
      <DocumentForm noValidate>
        <FormErrors errors={answer?.errors} />
        <TextField
          label={t('accounts.email')}
          {...fieldOf('email', answer?.errors, answer?.values.email)}
          type="email"
          autoComplete="username"
          required
        />
        <TextField
          label={t('accounts.password')}
          {...fieldOf('password', answer?.errors)}
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" kind="primary">
          {t('word.signIn')}
        </Button>
      </DocumentForm>
      <p>
        <a href={paths.forgotPassword}>{t('accounts.signIn.forgot')}</a>
      </p>
      {demoMembers.length > 0 ? <DemoSignIn members={demoMembers} /> : null}
    </SignInLayout>
  )
}

function DemoSignIn({ members }: { members: readonly DemoMemberOffer[] }) {
  const { t } = useTexts()
  return (
    <section className={styles.demo} aria-labelledby="demo">
      <h2 id="demo">{t('accounts.demo.title')}</h2>
      <p>{t('accounts.demo.body')}</p>
      <DocumentForm>
        {members.map(({ email, name }) => (
          <Button key={email} type="submit" name={demoField} value={email}>
            {t('accounts.demo.member', { name, email })}
          </Button>
        ))}
      </DocumentForm>
    </section>
  )
}
