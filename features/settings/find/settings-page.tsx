import { useLoaderData } from '#web/router/router.ts'
import { settingsOf } from '#features/settings/preferences/settings-list.ts'
import { settingsGroups } from '#features/settings/preferences/settings-pages.ts'
import { trimmed } from '#lib/trimmed.ts'
import { FindResults } from '#shui/find/find-results.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { memberLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { FindForm } from './find-form.tsx'
import { placesGroup } from './find-view.ts'
import { settingsPlaces } from './own-places.server.ts'
import { withWords } from './place-words.ts'
import { matchPlaces } from './places.ts'
import styles from './find-page.module.css'

/** The pages of settings in their groups, or the settings that `q` finds by their names. */
export const loader = memberLoader(async ({ signedIn, url, texts }) => {
  const q = trimmed(url.searchParams.get('q') ?? '')
  const found = q === '' ? null : matchPlaces(withWords(settingsPlaces(signedIn, texts), texts), q)
  return {
    q,
    found: found && placesGroup(found, texts),
    groups: settingsGroups(signedIn, texts).map(({ name, pages }) => ({
      name,
      pages: pages.map((page) => ({
        ...page,
        settings: settingsOf([page], texts)
          .map((each) => each.name)
          .join(' · '),
      })),
    })),
  }
})

export default function SettingsPage() {
  const { q, found, groups } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('nav.settings')} />
      <FindForm q={q} label={t('settings.search')} />
      {found ? <FindResults groups={found} q={q} /> : null}
      {found?.length === 0 ? <p role="status">{t('find.none')}</p> : null}
      {found
        ? null
        : groups.map(({ name, pages }) => (
            <Section key={name} title={name}>
              <ul className={styles.pages}>
                {pages.map((page) => (
                  <li key={page.href}>
                    <PageLink to={page.href}>{page.name}</PageLink>
                    <span>{page.settings}</span>
                  </li>
                ))}
              </ul>
            </Section>
          ))}
    </>
  )
}
