import { SubmitRow } from '#web/submit-row.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useLoaderData } from '#web/router/router.ts'
import { readMailChoices, saveMailChoices } from '#features/core/task/mail-choices-db.server.ts'
import { morning, stockNews } from '#features/core/task/mail-rules.ts'
import { Checkbox } from '#shui/form/controls.tsx'
import { textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { ownRows } from '#web/own-rows.ts'
import { refuse } from '#web/refusals.ts'
import styles from './mail-settings-page.module.css'

await loadTexts('tasks')

export const loader = sellerLoader('hub.view', async ({ read, signedIn, seller, member, hub, texts, url }) => ({
  choices: await read((db) => readMailChoices(db, { sellerId: seller.id, memberId: member.id, role: seller.role })),
  email: member.email,
  shop: seller.displayName,
  zone: textsFor(texts.locale, seller.timeZone).zoneName(hub.now()),
  canSend: hub.mailer.canSend,
  saved: url.searchParams.get('done') === 'saved',
  stopping: signedIn.sellers.find(({ username }) => username === url.searchParams.get('stop')) ?? null,
}))

/** Any member may change their own settings. A mail is stopped for its own shop, whichever is open. */
export const action = sellerAction('hub.view', async ({ form, hub, signedIn, seller, member }) => {
  const isStop = form.has('stop')
  const shop = isStop ? signedIn.sellers.find(({ username }) => username === textOf(form, 'stop')) : seller
  if (!shop) throw refuse('not-found')
  const by = { sellerId: shop.id, memberId: member.id, role: shop.role }
  const typed = {
    morning: form.has('morning'),
    warn24: form.has('warn24'),
    warn4: form.has('warn4'),
    weekly: form.has('weekly'),
    stock: stockNews.filter((news) => form.has(`stock-${news}`)),
  }
  await ownRows(hub, shop.id).write(async (db) => {
    const choices = isStop ? { ...(await readMailChoices(db, by)), weekly: false } : typed
    await saveMailChoices(db, { ...by, choices })
  })
  return redirect(withQuery(paths.mailSettings, { done: 'saved' }), { status: 303 })
})

export default function MailSettingsPage() {
  const { choices, email, shop, zone, canSend, saved, stopping } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('nav.mail')} done={saved ? t('taskMails.saved') : null} />
      <p className={styles.intro}>{t('taskMails.settings.intro', { email, shop })}</p>
      {canSend ? null : <p className={styles.intro}>{t('taskMails.settings.noServer')}</p>}
      {stopping ? (
        <DocumentForm className={styles.form}>
          <SubmitRow name="stop" value={stopping.username} kind="primary">
            {t('taskMails.weekly.stop', { shop: stopping.displayName })}
          </SubmitRow>
        </DocumentForm>
      ) : null}
      <DocumentForm className={styles.form}>
        <Checkbox
          label={t('taskMails.morning', { time: morning.from })}
          hint={t('taskMails.morning.hint', { zone })}
          name="morning"
          defaultChecked={choices.morning}
        />
        <Checkbox label={t('taskMails.warn24')} id="warn24" name="warn24" defaultChecked={choices.warn24} />
        <Checkbox
          label={t('taskMails.warn4')}
          hint={t('taskMails.warn.hint')}
          id="warn4"
          name="warn4"
          defaultChecked={choices.warn4}
        />
        <Checkbox
          label={t('taskMails.weekly', { time: morning.from })}
          hint={t('taskMails.weekly.hint')}
          id="weekly"
          name="weekly"
          defaultChecked={choices.weekly}
        />
        <fieldset className={styles.group}>
          <legend>{t('taskMails.stock', { time: morning.from })}</legend>
          {stockNews.map((news) => (
            <Checkbox
              key={news}
              label={t(`taskMails.stock.${news}`)}
              id={`stock-${news}`}
              name={`stock-${news}`}
              defaultChecked={choices.stock.includes(news)}
            />
          ))}
        </fieldset>
        <SubmitRow kind="primary">{t('common.save')}</SubmitRow>
      </DocumentForm>
    </>
  )
}
