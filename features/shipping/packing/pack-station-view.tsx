import Check from 'lucide-react/icons/check'
import ScanLine from 'lucide-react/icons/scan-line'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { Scanner } from '#features/machinery/scanning/kept-queue.ts'
import { ScanField } from '#features/machinery/scanning/scan-field.tsx'
import { SendTrouble } from '#features/machinery/scanning/send-trouble.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import {
  isComplete,
  isWrong,
  unitsLeft,
  type PackLine,
  type PackOrder,
  type PackNotice,
  type PackState,
  readPressed,
} from './pack-station.ts'
import { PackList } from './pack-list.tsx'
import styles from './pack-station-view.module.css'
import { usePackStation } from './use-pack-station.ts'

interface PackStationProps {
  initial: PackState
  packer: Scanner
  /** Id of the next event when the form is sent without script. */
  eventId: string
  /** Whether the member may assign a code that is not known. */
  mayAssign: boolean
}

export function PackStation({ initial, packer, eventId, mayAssign }: PackStationProps) {
  const station = usePackStation(initial, packer)
  const { state } = station
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  const packed = state.orders.filter(isComplete).length
  const order = state.orders.find(({ number }) => number === state.current)
  return (
    <div className={styles.station}>
      <header className={styles.head}>
        <PageLink to={paths.orders} className={styles.close} aria-label={t('packing.close')}>
          <Icon as={X} size={20} />
        </PageLink>
        <h1>{t('packing.title')}</h1>
        <p>{t('packing.count', { packed, of: state.orders.length })}</p>
      </header>
      <main>
        <SendTrouble trouble={station.trouble} waiting={station.waiting} back={paths.pack} />
        <PageForm
          data-offline=""
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            const { submitter } = event.nativeEvent
            const pressed = submitter?.getAttribute('name')
            const value = submitter?.getAttribute('value') ?? ''
            if (pressed === 'intent' && value === 'list') station.close()
            else if (pressed === 'intent') station.skip()
            else if (pressed === 'open') station.open(value)
            else if (pressed === 'line') station.change(readPressed(value))
            else station.scan(field.current?.value ?? '')
            if (field.current) field.current.value = ''
            field.current?.focus()
          }}
        >
          <input type="hidden" name="current" value={state.current ?? ''} />
          <input type="hidden" name="eventId" value={eventId} />
          <ScanField label={t('packing.scan')} name="code" field={field} onCode={station.scan} />
          <Notice notice={state.notice} />
          {mayAssign && (state.notice?.kind === 'unknown' || state.notice?.kind === 'wrong') ? (
            <p className={styles.more}>
              <PageLink to={paths.assignCode({ code: state.notice.code, from: 'pack' })}>
                {t('packing.assign')}
              </PageLink>
            </p>
          ) : null}
          {order ? (
            <Order order={order} />
          ) : state.orders.length > 0 ? (
            <PackList orders={state.orders} />
          ) : (
            <Empty icon={ScanLine} title={t('packing.nothing')} hint={t('packing.nothing.hint')}>
              <ButtonLink kind="primary" href={paths.orders}>
                {t('packing.nothing.orders')}
              </ButtonLink>
            </Empty>
          )}
          {order ? (
            <footer className={styles.foot}>
              <button type="submit" name="intent" value="skip" className={styles.button}>
                {t(isComplete(order) ? 'packing.next' : 'packing.skip')}
              </button>
              {isComplete(order) && order.hasLabel !== false ? (
                <ButtonLink href={paths.labelsBuyPacked(order.number)}>{t('packing.buyLabel')}</ButtonLink>
              ) : null}
              <p className={styles.left} data-complete={isComplete(order) || undefined}>
                {isComplete(order) ? t('packing.complete') : t('packing.left', { n: unitsLeft(order) })}
              </p>
            </footer>
          ) : null}
        </PageForm>
      </main>
    </div>
  )
}

/** Result of the last scan, as a live region; errors in red with text. */
function Notice({ notice }: { notice: PackNotice | null }) {
  const texts = useTexts()
  return (
    <p role="alert" className={notice && isWrong(notice) ? styles.wrong : styles.right}>
      {notice ? noticeWords(notice, texts) : ''}
    </p>
  )
}

function noticeWords(notice: PackNotice, texts: Texts): string {
  const { t } = texts
  switch (notice.kind) {
    case 'packed':
      return t('packing.notice.packed', { title: notice.title, packed: notice.packed, units: notice.units })
    case 'unpacked':
      return t('packing.notice.unpacked', { title: notice.title })
    case 'opened':
      return t('packing.notice.opened', { order: notice.order })
    case 'complete':
      return t('packing.notice.complete', { order: notice.order })
    case 'wrong':
      return t('packing.notice.wrong', { code: notice.code, expected: expectedWords(notice.expected, texts) })
    case 'several':
      return t('packing.notice.several', { code: notice.code, expected: expectedWords(notice.expected, texts) })
    case 'enough':
      return t('packing.notice.enough', { title: notice.title, n: notice.units })
    case 'unknown':
      return t('packing.notice.unknown', { code: notice.code })
    case 'refused':
      return notice.why === 'enough' && notice.by
        ? t('packing.refused.by', { order: notice.order, name: notice.by })
        : t(`packing.refused.${notice.why}`, { order: notice.order })
  }
}

/** Maximum codes listed, so that a long order fits on a phone. */
const namedCodes = 3

function expectedWords(codes: readonly string[], { t, list }: Texts): string {
  const more = codes.length - namedCodes
  return list(more > 0 ? [...codes.slice(0, namedCodes), t('packing.notice.wrong.more', { n: more })] : [...codes])
}

function Order({ order }: { order: PackOrder }) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="packing-order">
      <div className={styles.order}>
        <h2 id="packing-order">{order.number}</h2>
        {order.due ? <Status {...order.due} /> : null}
      </div>
      <p className={styles.about}>
        <bdi>{order.about}</bdi>
      </p>
      {order.warning ? (
        <p className={styles.warning} role="alert">
          {order.warning}
        </p>
      ) : null}
      {order.gift ? (
        <div className={styles.note}>
          <p>{order.gift.title}</p>
          {order.gift.message ? <p dir="auto">{order.gift.message}</p> : null}
        </div>
      ) : null}
      <Note title={t('packing.note')} text={order.note} />
      <Note title={t('packing.privateNote')} text={order.privateNote} />
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <Line key={`${line.position} ${line.part ?? ''}`} line={line} />
        ))}
      </ul>
      <p className={styles.more}>
        <button type="submit" name="intent" value="list">
          {t('packing.list')}
        </button>
        {order.hasLabel === false ? null : (
          <PageLink to={withQuery(paths.ordersPrint, { keys: order.number, document: 'label' })}>
            {t('packing.label')}
          </PageLink>
        )}
        <PageLink to={paths.orderDetails(order.number)}>{t('packing.order')}</PageLink>
      </p>
    </section>
  )
}

function Note({ title, text }: { title: string; text: string | null }) {
  return text === null || text === '' ? null : (
    <div className={styles.note}>
      <p>{title}</p>
      <p dir="auto">{text}</p>
    </div>
  )
}

function Line({ line }: { line: PackLine }) {
  const { t } = useTexts()
  const { position, part, kit, title, variation, sku, bin, image, packed, units } = line
  const isDone = packed >= units
  const what = { title, packed, units }
  return (
    <li className={styles.line}>
      {image ? (
        <img src={image} alt="" width={56} height={56} className={styles.image} />
      ) : (
        <span className={styles.image} />
      )}
      <div className={styles.what}>
        {bin ? <b className={styles.bin}>{bin}</b> : null}
        <span dir="auto">{[title, variation].filter(Boolean).join(', ')}</span>
        <span className={styles.sku}>{sku}</span>
        {kit ? <span className={styles.sku}>{t('packing.partOf', { kit })}</span> : null}
      </div>
      <button
        type="submit"
        name="line"
        value={`${position} ${isDone ? '-' : '+'} ${part ?? ''}`}
        className={styles.box}
        data-done={isDone || undefined}
        aria-label={t(isDone ? 'packing.box.done' : 'packing.box', what)}
      >
        {isDone ? <Icon as={Check} size={24} /> : units === 1 ? null : `${packed}/${units}`}
      </button>
    </li>
  )
}
