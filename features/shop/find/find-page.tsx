import { useLoaderData } from '#web/router/router.ts'
import { FindResults } from '#shui/find/find-results.tsx'
import { Button } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { memberLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { find } from './find.server.ts'
import styles from './find-page.module.css'

/** Search results for `q`; the header's menu uses them too. */
export const loader = memberLoader(find)

/** "Find or go to" as a page, for browsers without script and for links. */
export default function FindPage() {
  const { q, groups } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('find.title')} />
      <form method="get" role="search" aria-label={t('find.what')} className={styles.form}>
        <TextField label={t('find.what')} name="q" type="search" maxLength={200} defaultValue={q} key={q} />
        <Button type="submit">{t('common.search')}</Button>
      </form>
      {groups.length > 0 ? (
        <FindResults groups={groups} q={q} />
      ) : (
        <Empty title={t('find.none')} hint={t('find.noneHint')} />
      )}
    </>
  )
}
