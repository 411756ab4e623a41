import { useLoaderData } from '#web/router/router.ts'
import { FindResults } from '#shui/find/find-results.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { useTexts } from '#texts/context.tsx'
import { memberLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { FindForm } from './find-form.tsx'
import { find } from './find.server.ts'

/** Search results for `q`; the header's menu uses them too. */
export const loader = memberLoader(find)

/** "Find or go to" as a page, for browsers without script and for links. */
export default function FindPage() {
  const { q, groups } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('find.title')} />
      <FindForm q={q} label={t('find.what')} />
      {groups.length > 0 ? (
        <FindResults groups={groups} q={q} />
      ) : (
        <Empty title={t('find.none')} hint={t('find.noneHint')} />
      )}
    </>
  )
}
