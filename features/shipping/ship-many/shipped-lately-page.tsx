import Undo from 'lucide-react/icons/undo-2'
import { data, useActionData, useLoaderData } from '#web/router/router.ts'
import { takeEachBack, type ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import { findUndo, listUndos, takeUndos } from '#features/machinery/undo/undos-db.server.ts'
import { textOf } from '#lib/form-fields.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Status } from '#shui/status/status.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { ButtonForm } from '#web/button-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { readSentParcels } from './sent-parcels-db.server.ts'
import { parcelsOf, sentStepModel, stepModels, takenModel, type SentStepModel } from './shipped-lately-view.server.ts'
import styles from './shipped-lately.module.css'

await loadTexts('fulfilment')

const mostSteps = 50

export const loader = sellerLoader('orders.ship', async ({ read, seller, member, hub, url, texts: reader }) => {
  const now = hub.now()
  const on = { texts: textsFor(reader.locale, seller.timeZone), now }
  const whose = { sellerId: seller.id, memberId: member.id, now }
  const id = url.searchParams.get('step')
  return read(async (db) => {
    const all = await listUndos(db, { ...whose, kind: 'parcels', limit: mostSteps })
    const steps = id === null ? all : all.filter((step) => step.id === id)
    const keys = steps.flatMap((step) => parcelsOf(step).map(({ key }) => key))
    const sent = await readSentParcels(db, seller.id, keys)
    const [step] = steps
    return {
      step: id !== null && step ? sentStepModel(step, sent, on) : null,
      steps: id === null ? stepModels(steps, sent, on) : [],
      isOne: id !== null,
    }
  })
})

/** Voids all parcels of a step, once; scanned parcels stay and are reported. */
export const action = sellerAction('orders.ship', async ({ form, write, seller, member, hub, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const whose = { sellerId: seller.id, memberId: member.id, ids: [textOf(form, 'step')], now }
  const step = await write(async (db) => {
    const found = await findUndo(db, whose)
    if (found?.kind !== 'parcels') return null
    const keys = parcelsOf(found).map(({ key }) => key)
    const sent = await readSentParcels(db, seller.id, keys)
    // Of two concurrent requests, only one finds the step.
    const [taken] = await takeUndos(db, whose)
    if (!taken) return null
    const outcomes = await takeEachBack(db, {
      sellerId: seller.id,
      inverse: taken.inverse as ParcelsInverse,
      actor: { kind: 'MEMBER', id: member.id, name: member.name },
      now,
    })
    return takenModel(sentStepModel({ ...found, madeAt: now }, sent, { texts, now }), outcomes, texts)
  })
  return data({ step })
})

export default function ShippedLatelyPage() {
  const { step, steps, isOne } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageName name={t('shipped.title')} />
      {isOne || answer ? (
        <OneStep step={answer?.step ?? step} isDone={Boolean(answer?.step)} />
      ) : (
        <>
          <PageTitle title={t('shipped.title')} note={t('shipped.note')} />
          {steps.length === 0 ? (
            <Empty title={t('shipped.none')} hint={t('shipped.none.hint')} icon={Undo}>
              <ButtonLink kind="primary" href={withQuery(paths.orders, { status: 'awaiting-shipment' })}>
                {t('shipped.toShip')}
              </ButtonLink>
            </Empty>
          ) : (
            <ul className={styles.steps}>
              {steps.map(({ id, text, at, href, parcels }) => (
                <li key={id}>
                  <PageLink to={href} className={styles.what}>
                    {text}
                  </PageLink>
                  <span className={styles.at}>{at}</span>
                  <span className={styles.parcels}>{parcels}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}

function OneStep({ step, isDone }: { step: SentStepModel | null; isDone: boolean }) {
  const { t } = useTexts()
  const back = (
    <PageLink to={paths.shippedLately()} className={styles.back}>
      <span aria-hidden="true">←</span> {t('shipped.title')}
    </PageLink>
  )
  if (!step)
    return (
      <>
        <PageTitle title={t('shipped.title')} before={back} />
        <Empty title={t('shipped.over')} hint={t('shipped.over.hint')} />
      </>
    )
  const taken = step.parcels.filter(({ why }) => why === null).length
  return (
    <>
      <PageTitle
        title={step.text}
        note={isDone ? t('shipped.done', { n: taken, all: step.parcels.length }) : step.at}
        before={back}
        actions={
          !isDone && step.open > 0 ? (
            <ButtonForm action={paths.shippedLately(step.id)} fields={{ step: step.id }} kind="primary" icon={Undo}>
              {t('shipped.takeBack', { n: step.open, all: step.parcels.length })}
            </ButtonForm>
          ) : null
        }
      />
      <table className={styles.sent}>
        <thead>
          <tr>
            <th scope="col">{t('word.order')}</th>
            <th scope="col">{t('word.carrier')}</th>
            <th scope="col">{t('word.trackingNumber')}</th>
            <th scope="col">{t('word.status')}</th>
          </tr>
        </thead>
        <tbody>
          {step.parcels.map(({ key, order, carrier, tracking, state, why }) => (
            <tr key={key}>
              <th scope="row">
                <PageLink to={order.href}>{order.text}</PageLink>
              </th>
              <td>{carrier}</td>
              <td>{tracking}</td>
              <td>
                <Status {...state} /> {why ? <span className={styles.why}>{why}</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
