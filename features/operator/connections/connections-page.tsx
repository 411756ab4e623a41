import { useLoaderData } from '#web/router/router.ts'
import { countEventsAfter } from '#features/developers/webhooks/events-db.server.ts'
import { Empty } from '#shui/empty/empty.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { apiPagePath } from '#web/api-page-path.ts'
import { operatorAction, operatorLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { changeConnections } from './change-connections.server.ts'
import { ConnectionSection } from './connection-section.tsx'
import { listConnections } from './connections-db.server.ts'
import { connectionModels, mostUnread } from './connections-view.ts'
import styles from './connections.module.css'

await loadTexts('connections')

export const loader = operatorLoader(async ({ hub, url, texts }) => {
  const db = hub.db.owner
  const connections = await listConnections(db)
  const counted = await Promise.all(
    connections.map(async (connection) => {
      const { eventsPlace: after } = connection
      return { connection, unread: after === null ? null : await countEventsAfter(db, { after, most: mostUnread + 1 }) }
    }),
  )
  return {
    connections: connectionModels(counted, hub.now(), texts),
    done: (['asked', 'removed'] as const).find((name) => name === url.searchParams.get('done')) ?? null,
  }
})

export const action = operatorAction(changeConnections)

export default function ConnectionsPage() {
  const { connections, done } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('nav.connections')} done={done ? t(`connections.done.${done}`) : null} />
      {connections.length === 0 ? (
        <Empty title={t('connections.none')} hint={t('connections.none.hint')}>
          <a href={`${apiPagePath}#tag/Connections`} hrefLang="en" className={styles.reference}>
            {t('connections.reference')}
          </a>
        </Empty>
      ) : (
        <>
          <p className={styles.intro}>{t('connections.intro')}</p>
          {connections.map((connection) => (
            <ConnectionSection key={connection.name} {...connection} />
          ))}
        </>
      )}
    </>
  )
}
