import { useSearchParams } from '#web/router/router.ts'
import { GalleryPage } from '#shui/gallery/gallery-page.tsx'
import { publicLoader } from '#web/guard.server.ts'
import styles from './gallery-page.module.css'
import { paths, withQuery } from '#web/paths.ts'

/** Public: contains no user data. */
export const loader = publicLoader(async () => null)

/** Shows the kit's components in each state; routed only in development and tests. */
export default function Gallery() {
  const [query] = useSearchParams()
  return (
    <main className={styles.page}>
      <title>shui</title>
      <h1>shui</h1>
      <GalleryPage
        component={query.get('component')}
        state={query.get('state')}
        themes={query.get('theme') === 'dark' ? ['dark', 'light'] : ['light', 'dark']}
        href={(component, state) => withQuery(paths.gallery, { component, state })}
      />
    </main>
  )
}
