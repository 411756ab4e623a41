import { SubmitRow } from '#web/submit-row.tsx'
import { PageForm } from '#web/page-form.tsx'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { messageProblem, parseMessageKey, plainMessage } from '#features/orders/conversations/message.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { secretOf, textOf } from '#lib/form-fields.ts'
import { Empty } from '#shui/empty/empty.tsx'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { actionHeaders, hasErrors, refused, rateLimited, type FieldErrors } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { operatorAction, operatorLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { readHealth } from './count-health.server.ts'
import styles from './operator-page.module.css'
import { findSeller } from './seller-db.server.ts'
import { namedOwners, ownersOf, writeToOwners } from './write-message.server.ts'
import { randomId } from '#lib/random-id.ts'
import { draftOf, writeLimits } from './write-view.ts'

await loadTexts('accounts', 'seller-health')

export const headers = actionHeaders

export const loader = operatorLoader(async ({ hub, url, texts }) => {
  const seller = await findSeller(hub.db.owner, url.searchParams.get('seller') ?? '')
  if (!seller) throw refuse('not-found')
  const { standards } = hub.config.policyPack
  const [owners, { counts, on }] = await Promise.all([
    ownersOf(hub, seller.id),
    readHealth(hub, { id: seller.id, timeZone: seller.time_zone }),
  ])
  const evidence = new URL(paths.sellerLevel(), hub.config.publicUrl).href
  return {
    username: seller.username,
    shop: seller.display_name,
    owners: owners.map(({ id, name, email }) => ({ id, name, email })),
    named: namedOwners(owners),
    canMail: hub.mailer.canSend,
    draft: draftOf({ counts, standards, window: on.window, shop: seller.display_name, evidence }, texts),
    key: randomId(),
  }
})

export const action = operatorAction(async ({ hub, form, signedIn, texts }) => {
  const seller = await findSeller(hub.db.owner, textOf(form, 'seller'))
  const key = parseMessageKey(textOf(form, 'key'))
  if (!seller || !key) throw refuse('not-found')
  const values = { subject: textOf(form, 'subject'), body: plainMessage(secretOf(form, 'body')) }
  const errors = problemsOf(values, texts.t)
  if (hasErrors(errors)) return refused(errors, values)
  const { member: by } = signedIn
  const outcome = await writeToOwners(hub, { key, seller, by, ...values, named: textOf(form, 'named') })
  if (outcome.ok) return redirect(paths.operatorSellerWritten(seller.username), { status: 303 })
  switch (outcome.reason) {
    case 'too-many':
      return rateLimited<'subject' | 'body'>(outcome, { now: hub.now(), texts, values })
    case 'others': {
      const changed: FieldErrors<'subject' | 'body'> = { form: texts.t('health.write.error.others') }
      return data({ errors: changed, values }, { status: 409 })
    }
  }
})

interface Written {
  subject: string
  body: string
}

function problemsOf({ subject, body }: Written, t: ReturnType<typeof useTexts>['t']): FieldErrors<keyof Written> {
  const problem = messageProblem(body, 0)
  const errors: FieldErrors<keyof Written> = {}
  if (subject === '') errors.subject = t('health.write.error.subject')
  else if ([...subject].length > writeLimits.subject)
    errors.subject = t('health.write.error.long', { n: writeLimits.subject })
  if (problem === 'empty') errors.body = t('health.write.error.body')
  else if (problem) errors.body = t('health.write.error.long', { n: writeLimits.body })
  return errors
}

export default function WritePage() {
  const { username, shop, owners, named, canMail, draft, key } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const typed = answer?.values ?? draft
  return (
    <>
      <PageHead
        title={t('health.write.title', { shop })}
        before={<BackToList href={paths.operatorSeller(username)}>{shop}</BackToList>}
      />
      {owners.length === 0 ? (
        <Empty title={t('health.write.nobody')} hint={t('health.write.nobody.hint')} />
      ) : (
        <>
          <p className={styles.intro}>{t(canMail ? 'health.write.intro' : 'health.write.introNoMail')}</p>
          <div className={styles.narrow}>
            <Section title={t('health.write.to')} count={String(owners.length)}>
              <CardTable
                label={t('health.write.to')}
                head={t('operator.member')}
                columns={[{ key: 'email', label: t('health.write.email') }]}
                rows={owners.map(({ id, name, email }) => ({ key: id, name: <bdi>{name}</bdi>, cells: [email] }))}
              />
            </Section>
          </div>
          <PageForm className={styles.write} noValidate>
            <FormErrors errors={answer?.errors} />
            <input type="hidden" name="seller" value={username} />
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="named" value={named} />
            <TextField
              label={t('health.write.subject')}
              {...fieldOf('subject', answer?.errors, typed.subject)}
              maxLength={writeLimits.subject}
              required
            />
            <TextAreaField
              label={t('health.write.body')}
              hint={t('health.write.bodyHint')}
              {...fieldOf('body', answer?.errors, typed.body)}
              rows={12}
              maxLength={writeLimits.body}
              required
            />
            <SubmitRow kind="primary">{t('health.write.send', { n: owners.length })}</SubmitRow>
          </PageForm>
        </>
      )}
    </>
  )
}
