import { useEffect } from 'react'
import { Form, Link, useRevalidator } from 'react-router'
import { untilDone } from '#features/live/until-done.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Status, type StatusTone } from '#shui/status/status.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { SrtField } from '#web/srt-field.tsx'
import { useSendAside } from '#web/use-send-aside.ts'
import styles from './tracking-upload.module.css'
import type { UploadModel } from './upload-model.ts'

const tones: Partial<Record<UploadModel['state'], StatusTone>> = { DONE: 'good', STOPPED: 'warn' }

/** An uploaded file: three figures first, then what needs mending; applied as far as it has come. */
export function UploadView({ model }: { model: UploadModel }) {
  const { t } = useTexts()
  const { state } = model
  useContinue(model)
  return (
    <>
      <PageTitle
        title={t('tracking.title')}
        status={<Status tone={tones[state] ?? 'neutral'} text={t(`tracking.state.${state}`)} />}
        actions={
          <>
            {model.problems > 0 ? (
              <ButtonLink href={model.fileHref} target="_self">
                {t('tracking.download', { n: model.problems })}
              </ButtonLink>
            ) : null}
            {model.resultHref ? (
              <ButtonLink href={model.resultHref} target="_self">
                {t('tracking.result')}
              </ButtonLink>
            ) : null}
            <Steps model={model} />
          </>
        }
      />
      <p className={styles.file}>
        <b dir="auto">{model.fileName || t('tracking.pasted')}</b> <span className={styles.quiet}>{model.read}</span>{' '}
        <Link to={paths.tracking}>{t('tracking.another')}</Link>
      </p>
      {model.progress ? (
        <p className={styles.progress}>
          <progress
            value={model.progress.done}
            max={Math.max(1, model.progress.all)}
            aria-label={t('tracking.title')}
          />
          <span role="status">{model.progress.text}</span>
          {state === 'RUNNING' ? <span className={styles.quiet}>{t('tracking.running.hint')}</span> : null}
        </p>
      ) : null}
      <div className={styles.found}>
        <dl className={styles.figures}>
          {model.figures.map(({ label, n, tone }) => (
            <div key={label} className={tone === 'bad' ? styles.bad : undefined}>
              <dd>{n}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
        {model.problems > 0 ? <p className={styles.hint}>{t('tracking.problemsHint', { n: model.problems })}</p> : null}
      </div>
      <nav className={styles.tabs} aria-label={t('tracking.rows')}>
        {model.tabs.map(({ id, label, n, href, active }) => (
          <Link key={id} to={href} preventScrollReset aria-current={active ? 'page' : undefined} className={styles.tab}>
            {label} <span className={styles.quiet}>{n}</span>
          </Link>
        ))}
      </nav>
      <Lines model={model} />
    </>
  )
}

function Steps({ model: { id, state, change } }: { model: UploadModel }) {
  const { t } = useTexts()
  const step = { UNREAD: null, CHECKED: 'apply', STOPPED: 'apply', RUNNING: 'stop', DONE: null }[state]
  if (!step || (step === 'apply' && change === 0)) return null
  return (
    <Form method="post">
      <SrtField />
      <input type="hidden" name="upload" value={id} />
      <Button type="submit" name="step" value={step} kind={step === 'apply' ? 'primary' : 'secondary'}>
        {step === 'apply' ? t('tracking.apply', { n: change }) : t('tracking.stop')}
      </Button>
      {state === 'RUNNING' ? (
        <noscript>
          <button type="submit" name="step" value="continue">
            {t('tracking.continue')}
          </button>
        </noscript>
      ) : null}
    </Form>
  )
}

function Lines({ model: { tab, lines, more } }: { model: UploadModel }) {
  const { t } = useTexts()
  if (lines.length === 0) return <p className={styles.quiet}>{t('tracking.none')}</p>
  return (
    <div className={styles.scroll}>
      {tab === 'problems' ? <ProblemLines lines={lines} /> : <RowLines tab={tab} lines={lines} />}
      {more ? <p className={styles.quiet}>{more}</p> : null}
    </div>
  )
}

function ProblemLines({ lines }: Pick<UploadModel, 'lines'>) {
  const { t } = useTexts()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {t('tracking.column.row')}
          </th>
          <th scope="col">{t('tracking.column.column')}</th>
          <th scope="col">{t('tracking.column.value')}</th>
          <th scope="col">{t('tracking.column.rule')}</th>
          <th scope="col">{t('tracking.column.mend')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, rows, column, value, rule, mend, order }) => (
          <tr key={key}>
            <th scope="row" className={styles.number} data-label={t('tracking.column.row')}>
              {rows}
            </th>
            <td className={styles.column}>{column}</td>
            <td className={styles.value} dir="auto">
              {value}
            </td>
            <td className={styles.rule}>{rule}</td>
            <td className={styles.mend}>
              {mend} {order ? <Link to={order.href}>{order.text}</Link> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Rows that something becomes of; of those that are as before what stands in the file. */
function RowLines({ tab, lines }: Pick<UploadModel, 'tab' | 'lines'>) {
  const { t } = useTexts()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {t('tracking.column.row')}
          </th>
          <th scope="col">{t('tracking.column.order')}</th>
          <th scope="col">{t(tab === 'same' ? 'tracking.column.value' : 'tracking.column.tracking')}</th>
          {tab === 'same' ? null : <th scope="col">{t('tracking.column.carrier')}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, rows, value, rule, order }) => (
          <tr key={key}>
            <th scope="row" className={styles.number} data-label={t('tracking.column.row')}>
              {rows}
            </th>
            <td className={styles.column}>{order ? <Link to={order.href}>{order.text}</Link> : null}</td>
            <td className={styles.value} dir="auto">
              {value}
            </td>
            {tab === 'same' ? null : <td className={styles.rule}>{rule}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** While an upload runs, its page asks for part after part. Closed, the hub goes on by itself a little later. */
function useContinue(model: UploadModel) {
  const { revalidate } = useRevalidator()
  const send = useSendAside()
  useEffect(() => {
    if (model.state !== 'RUNNING') return
    const gone = new AbortController()
    const goOn = untilDone(async () => {
      const answer = await send(paths.tracking, Object.entries({ upload: model.id, step: 'continue' }))
      // It leads back to its page.
      const isTaken = answer?.type === 'opaqueredirect'
      // What is read then is another model, of which the next part is asked for.
      if (isTaken && !gone.signal.aborted) await revalidate()
      return isTaken
    }, gone.signal)
    goOn()
    return () => gone.abort()
  }, [model, send, revalidate])
}
