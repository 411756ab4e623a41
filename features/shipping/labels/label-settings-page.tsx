import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { AccountForm, LabelAccounts } from './label-accounts.tsx'
import { changeLabelSettings } from './change-label-settings.server.ts'
import { labelSettingsModel } from './label-settings-view.server.ts'
import styles from './label-settings.module.css'
import { SenderForm } from './sender-form.tsx'

await loadTexts('labels')

const doneTexts = {
  sender: 'labels.done.sender',
  added: 'labels.done.added',
  removed: 'labels.done.removed',
  webhook: 'labels.done.webhook',
} as const

export const loader = sellerLoader('keys.manage', async (visit) => {
  const done = visit.url.searchParams.get('done')
  return { ...(await labelSettingsModel(visit)), done: done !== null && done in doneTexts ? done : null }
})

export const action = sellerAction('keys.manage', async (visit) => {
  const outcome = await changeLabelSettings(visit)
  return 'done' in outcome
    ? redirect(withQuery(paths.labelSettings, { done: outcome.done }), { status: 303 })
    : outcome.answer
})

export default function LabelSettingsPage() {
  const model = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const done = model.done as keyof typeof doneTexts | null
  return (
    <>
      <PageHead
        title={t('labels.settings')}
        note={t('labels.settings.note')}
        done={!answer && done ? t(doneTexts[done]) : null}
      />
      <div className={styles.sections}>
        <Section title={t('labels.accounts')}>
          <LabelAccounts accounts={model.accounts} answer={answer} />
          <AccountForm exampleUrl={model.exampleUrl} answer={answer} />
        </Section>
        <Section title={t('labels.sender')}>
          <SenderForm model={model} answer={answer} />
        </Section>
      </div>
    </>
  )
}
