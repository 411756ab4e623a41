import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { choiceNames, choices, preferencesFrom } from '#web/preferences.ts'
import { textOf } from '#lib/form-fields.ts'
import { recordOf } from '#lib/records.ts'
import { refused } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { Button } from '#shui/button/button.tsx'
import { SelectField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { locales, negotiateLocale, type Locale } from '#texts/texts.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { savePreferences } from './preferences-db.server.ts'
import styles from './settings.module.css'
import { timeZones } from './time-zones.ts'
import { zoneOptions } from './zone-options.ts'

await loadTexts('accounts')

export const loader = memberLoader(async ({ request, hub, signedIn, url }) => {
  const { preferences } = signedIn.member
  const { timeZone } = preferences
  return {
    chosen: preferences,
    ownLanguage: languages[negotiateLocale(request.headers.get('accept-language'))],
    zones: [...new Set([...timeZones(), ...(timeZone ? [timeZone] : [])])],
    now: hub.now(),
    saved: url.searchParams.get('done') === 'saved',
  }
})

const fields = ['locale', 'timeZone', ...choiceNames] as const
type Field = (typeof fields)[number]

export const action = memberAction(async ({ hub, form, signedIn, texts }) => {
  const values = Object.fromEntries(fields.map((field) => [field, textOf(form, field)]))
  const read = preferencesFrom(values)
  const { locale, timeZone } = read
  const isKnown = {
    ...read,
    locale: locales.some((known) => known === locale),
    timeZone: timeZones().some((known) => known === timeZone),
  }
  const wrong = fields.filter((field) => values[field] !== '' && !isKnown[field])
  if (wrong.length > 0) {
    const errors = Object.fromEntries(wrong.map((field) => [field, texts.t('settings.error.choice')]))
    return refused<Field>(errors, values)
  }
  const preferences = recordOf(fields, (field) => read[field])
  await savePreferences(hub.db.owner, { memberId: signedIn.member.id, preferences, now: hub.now() })
  return redirect(withQuery(paths.preferences, { done: 'saved' }), { status: 303 })
})

/** Each language in its own name. */
const languages: Record<Locale, string> = { en: 'English', de: 'Deutsch' }

/** Display preferences. A plain form, so that the next document already has the new locale and theme. */
export default function PreferencesPage() {
  const { chosen, ownLanguage, zones, now, saved } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const texts = useTexts()
  const { t } = texts
  return (
    <>
      <PageHead
        title={t('settings.preferences.title')}
        done={saved && !answer ? t('settings.preferences.saved') : null}
      />
      <DocumentForm className={styles.form}>
        <FormErrors errors={answer?.errors} />
        <SelectField
          label={t('settings.locale')}
          {...fieldOf('locale', answer?.errors, chosen.locale ?? '')}
          width="medium"
          options={[
            { value: '', label: t('settings.browser', { language: ownLanguage }) },
            ...locales.map((locale) => ({ value: locale, label: languages[locale] })),
          ]}
        />
        <SelectField
          label={t('settings.timeZone')}
          hint={t('settings.timeZone.hint', { now: `${texts.moment(now, 'long')}, ${texts.moment(now, 'time')}` })}
          {...fieldOf('timeZone', answer?.errors, chosen.timeZone ?? '')}
          options={[{ value: '', label: t('settings.browserZone') }, ...zoneOptions(zones)]}
        />
        {choiceNames.map((name) => (
          <SelectField
            key={name}
            label={t(`settings.${name}`)}
            {...fieldOf(name, answer?.errors, chosen[name] ?? '')}
            width="medium"
            options={[
              { value: '', label: t(`settings.${name}.default`) },
              ...Object.entries(choices[name]).map(([value, key]) => ({ value, label: t(key) })),
            ]}
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            {t('common.save')}
          </Button>
        </div>
      </DocumentForm>
    </>
  )
}
