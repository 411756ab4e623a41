import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { isKeyOf, keysOf } from '#lib/records.ts'
import { useTexts } from '#texts/context.tsx'
import { memberLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { useLoaderData } from '#web/router/router.ts'
import { guides } from './guides.ts'
import styles from './guides-page.module.css'
import { readGuide } from './read-guide.server.ts'

export const loader = memberLoader(async ({ hub, url }) => {
  const name = url.searchParams.get('guide')
  if (name === null) return { guide: null, titles: keysOf(guides).map((key) => ({ name: key, title: guides[key] })) }
  if (!isKeyOf(guides, name)) throw refuse('not-found')
  return { guide: { title: guides[name], html: await readGuide(hub.config.guides, name) }, titles: [] }
})

/** The guides of `docs/guide`: their titles, or one of them. */
export default function GuidesPage() {
  const { guide, titles } = useLoaderData<typeof loader>()
  const { t, locale } = useTexts()
  const note = locale === 'en' ? null : t('guides.english')
  if (guide)
    return (
      <>
        <PageHead
          title={guide.title}
          note={note}
          before={<BackToList href={paths.guides()}>{t('guides.title')}</BackToList>}
        />
        <article lang="en" className={styles.guide} dangerouslySetInnerHTML={{ __html: guide.html }} />
      </>
    )
  return (
    <>
      <PageHead title={t('guides.title')} note={note} />
      <ul lang="en" className={styles.titles}>
        {titles.map(({ name, title }) => (
          <li key={name}>
            <PageLink to={paths.guides(name)}>{title}</PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}
