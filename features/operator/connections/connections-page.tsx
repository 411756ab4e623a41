import { useLoaderData } from '#web/router/router.ts'
import { countEventsAfter } from '#features/developers/webhooks/events-db.server.ts'
import { Empty } from '#shui/empty/empty.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { apiPagePath } from '#web/api-page-path.ts'
import { operatorAction, operatorLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { changeConnections } from './change-connections.server.ts'
import { listConnections } from './connections-db.server.ts'
import { connectionModels, mostUnread, type ConnectionModel, type RefusalModel } from './connections-view.ts'
import styles from './connections.module.css'
import { Button } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'

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

function ConnectionSection(connection: ConnectionModel) {
  const { name, shop, status, failure, facts, refused, canRemove } = connection
  return (
    <Section title={name} count={shop} controls={canRemove ? <RemoveForm name={name} /> : null}>
      <div className={styles.state}>
        <Status tone={status.tone} text={status.text} />
        {failure === null ? null : <p className={styles.failure}>{failure}</p>}
      </div>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 ? <Refusals {...connection} /> : null}
    </Section>
  )
}

function Refusals({ name: connection, refused, count, isAllAsked }: ConnectionModel) {
  const { t } = useTexts()
  return (
    <Section
      level={3}
      title={t('connections.notSent')}
      count={count}
      controls={
        isAllAsked ? (
          <span className={styles.asked}>{t('connections.allAsked')}</span>
        ) : (
          <ButtonForm
            as={DocumentForm}
            fields={{ connection }}
            name="step"
            value="all"
            size="small"
            aria-label={t('connections.sendAll.of', { name: connection })}
          >
            {t('connections.sendAll')}
          </ButtonForm>
        )
      }
    >
      <CardTable
        head={t('connections.what')}
        columns={[
          { key: 'seller', label: t('connections.seller') },
          { key: 'where', label: t('connections.where') },
          { key: 'reason', label: t('word.reason'), isWords: true },
          { key: 'since', label: t('connections.since') },
          { key: 'send', label: t('connections.action'), isAction: true },
        ]}
        rows={refused.map((item) => ({
          key: [item.direction, item.kind, item.seller, item.id].join(' '),
          name: <bdi className={styles.id}>{item.name}</bdi>,
          cells: [
            <bdi key="seller" className={styles.id}>
              {item.seller}
            </bdi>,
            item.where,
            <span key="reason" className={styles.reason}>
              {item.reason}
            </span>,
            item.since,
            item.isAsked ? (
              <span key="send" className={styles.asked}>
                {t('connections.asked')}
              </span>
            ) : (
              <SendForm key="send" connection={connection} item={item} />
            ),
          ],
        }))}
        className={styles.refusals}
        label={refused.every(({ isAsked }) => isAsked) ? t('connections.notSent') : undefined}
      />
    </Section>
  )
}

function SendForm({ connection, item }: { connection: string; item: RefusalModel }) {
  const { t } = useTexts()
  const { direction, kind, seller, id, name } = item
  return (
    <DocumentForm>
      {Object.entries({ connection, direction, kind, seller, id }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button type="submit" name="step" value="one" size="small" aria-label={t('connections.send.item', { name })}>
        {t('connections.send')}
      </Button>
    </DocumentForm>
  )
}

function RemoveForm({ name }: { name: string }) {
  const { t } = useTexts()
  return (
    <ButtonForm
      as={DocumentForm}
      fields={{ connection: name }}
      name="step"
      value="remove"
      size="small"
      aria-label={t('connections.remove.name', { name })}
    >
      {t('word.remove')}
    </ButtonForm>
  )
}
