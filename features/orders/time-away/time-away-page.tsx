import { SubmitRow } from '#web/submit-row.tsx'
import { awayChoices, awayPhase, maxAwayExceptions } from '#features/core/time-away/time-away.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { hasErrors, type FieldErrors } from '#web/form-answer.ts'
import { formBaseline, lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { readShipCalendar } from '#features/orders/ship-calendar/ship-calendar-db.server.ts'
import {
  countPromised,
  endTimeAway,
  findAwayListings,
  readTimeAway,
  saveTimeAway,
  searchAwayListings,
  type AwayException,
} from './time-away-db.server.ts'
import {
  readTimeAwayForm,
  timeAwayFields,
  timeAwayStatus,
  typedTimeAway,
  type TimeAwayFields,
  type TimeAwayStatus,
} from './time-away-form.server.ts'
import styles from './time-away-page.module.css'

await loadTexts('time-away')

const outcomes = ['saved', 'ended', 'cancelled', 'excepted'] as const

export const loader = sellerLoader('listings.edit', async ({ read, seller, hub, texts: own, url }) => {
  const texts = textsFor(own.locale, seller.timeZone)
  const now = hub.now()
  const { setting, calendar, promised } = await read(async (db) => {
    const present = await readTimeAway(db, seller.id, now)
    const zone = seller.timeZone
    return {
      setting: present,
      calendar: (await readShipCalendar(db, seller.id)).calendar,
      promised: present.away ? await countPromised(db, seller.id, { away: present.away, zone }) : 0,
    }
  })
  const done = outcomes.find((outcome) => outcome === url.searchParams.get('done'))
  return {
    fields: timeAwayFields(setting),
    begun: formBaseline(timeAwayFields(setting)),
    zone: texts.zoneName(now),
    shown: setting.exceptions.length > maxAwayExceptions ? [] : setting.exceptions.map(optionOf),
    excepted: texts.t('timeAway.except.many', { n: setting.exceptions.length }),
    status: setting.away && timeAwayStatus(setting.away, { calendar, promised, now, texts }),
    done: done ? texts.t(`timeAway.${done}`) : null,
  }
})

/** A listing that can be excepted. */
type Option = ReturnType<typeof optionOf>

const optionOf = ({ itemNumber, title, sku }: AwayException) => ({
  value: itemNumber,
  label: title,
  hint: [sku, itemNumber].filter(Boolean).join(' · '),
})

interface Answer {
  fields: TimeAwayFields
  errors: FieldErrors<keyof TimeAwayFields>
  /** The listings that were chosen. */
  shown: Option[]
  /** What was looked for, and the listings found beside those; null if nothing was. */
  search: { text: string; found: Option[] } | null
}

export const action = sellerAction('listings.edit', async (args) => {
  const { form, read, seller } = args
  const intent = oneOf(form, 'intent', ['save', 'find', 'end'])
  if (intent === 'end') return redirect(withQuery(paths.timeAway, { done: await end(args) }), { status: 303 })
  const fields = typedTimeAway(form)
  const text = textOf(form, 'find')
  const errors = intent === 'find' && text !== '' ? {} : await save(args, fields)
  if (!errors) return redirect(withQuery(paths.timeAway, { done: 'saved' }), { status: 303 })
  const names = (fields.except ?? []).slice(0, maxAwayExceptions)
  const { chosen, found } = await read(async (db) => ({
    chosen: [...(await findAwayListings(db, seller.id, names)).values()],
    found: await searchAwayListings(db, seller.id, text),
  }))
  const shown = [...new Map(chosen.map((each) => [each.id, each])).values()].map(optionOf)
  const others = found.map(optionOf).filter(({ value }) => !names.includes(value))
  const search = text === '' ? null : { text, found: others }
  return data<Answer>({ fields, errors, shown, search }, { status: hasErrors(errors) ? 422 : 200 })
})

async function end({ hub, seller, member, write }: SellerActionArgs): Promise<'ended' | 'cancelled'> {
  const now = hub.now()
  return write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    const { away } = await readTimeAway(db, seller.id, now)
    await endTimeAway(db, seller.id, now)
    return away && awayPhase(away, now, seller.timeZone) === 'planned' ? 'cancelled' : 'ended'
  })
}

async function save(
  { form, hub, seller, member, write, texts: own }: SellerActionArgs,
  fields: TimeAwayFields,
): Promise<Answer['errors'] | null> {
  const texts = textsFor(own.locale, seller.timeZone)
  const now = hub.now()
  return write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    const present = await readTimeAway(db, seller.id, now)
    const { calendar } = await readShipCalendar(db, seller.id)
    const names = fields.except ?? []
    const known = names.length > maxAwayExceptions ? new Map() : await findAwayListings(db, seller.id, names)
    const typed = readTimeAwayForm(fields, { present: present.away, calendar, known, now, texts })
    const kept = typed.ok ? (typed.exceptions ?? present.exceptions) : []
    const wanted = typed.ok ? timeAwayFields({ ...typed.away, away: typed.away, exceptions: kept }) : fields
    const overtaken = lostUpdateAnswer(form, { present: timeAwayFields(present), wanted }, texts)
    if (!typed.ok) return { ...(overtaken ? { form: overtaken } : {}), ...typed.errors }
    if (overtaken) return { form: overtaken }
    const exceptions = typed.exceptions && typed.exceptions.map(({ id }) => id)
    await saveTimeAway(db, { sellerId: seller.id, away: typed.away, exceptions, now })
    return null
  })
}

export default function TimeAwayPage() {
  const { fields, begun, zone, shown, excepted, status, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('timeAway.title')} done={answer ? null : done} />
      <p className={styles.intro}>{t('timeAway.intro', { zone })}</p>
      <Status status={status} />
      <DocumentForm className={styles.form}>
        <input type="hidden" name="begun" value={begun} />
        <FormErrors errors={answer?.errors} />
        <Fields typed={answer?.fields ?? fields} errors={answer?.errors ?? {}} />
        {(answer?.fields ?? fields).except === null ? (
          <Checkbox id="exceptNone" name="exceptNone" label={t('timeAway.except.none')} hint={excepted} />
        ) : (
          <Exceptions shown={answer?.shown ?? shown} search={answer?.search ?? null} error={answer?.errors.except} />
        )}
        <SubmitRow name="intent" value="save" kind="primary">
          {t('timeAway.save')}
        </SubmitRow>
      </DocumentForm>
    </>
  )
}

function Status({ status }: { status: TimeAwayStatus | null }) {
  const { t } = useTexts()
  if (!status) return <p className={styles.intro}>{t('timeAway.none')}</p>
  return (
    <section className={styles.status} aria-label={t('timeAway.title')}>
      <p className={styles.now}>{status.text}</p>
      {status.sends ? <p>{status.sends}</p> : null}
      {status.promised ? <p>{status.promised}</p> : null}
      <ButtonForm as={DocumentForm} name="intent" value="end">
        {t(status.phase === 'planned' ? 'timeAway.cancel' : 'timeAway.back')}
      </ButtonForm>
    </section>
  )
}

function Fields({ typed, errors }: Pick<Answer, 'errors'> & { typed: TimeAwayFields }) {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.days}>
        {(['from', 'to'] as const).map((field) => (
          <TextField
            key={field}
            label={t(`timeAway.${field}`)}
            {...fieldOf(field, errors, typed[field])}
            type="date"
            width="medium"
          />
        ))}
      </div>
      <TextAreaField
        label={t('timeAway.message')}
        hint={t('timeAway.message.hint')}
        {...fieldOf('message', errors, typed.message)}
        rows={3}
        optional
      />
      <fieldset className={styles.listings}>
        <legend>{t('timeAway.listings')}</legend>
        {awayChoices.map((choice) => (
          <Checkbox
            key={choice}
            type="radio"
            id={`listings-${choice}`}
            name="listings"
            value={choice}
            label={t(`timeAway.listings.${choice}`)}
            defaultChecked={typed.listings === choice}
          />
        ))}
      </fieldset>
    </>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The excepted listings, and a search for more. */
function Exceptions({ shown, search, error }: Pick<Answer, 'shown' | 'search'> & { error: string | undefined }) {
  const { t } = useTexts()
  return (
    <fieldset className={styles.listings} id="except">
      <legend>{t('timeAway.except')}</legend>
      <p className={styles.hint}>{t('timeAway.except.hint')}</p>
      {error ? <p className={styles.error}>{error}</p> : null}
      {/* Sent if none is chosen, too. */}
      <input type="hidden" name="except" value="" />
      <Options options={shown} areChosen />
      <div className={styles.find}>
        <TextField label={t('timeAway.find')} id="find" name="find" type="search" defaultValue={search?.text} />
        <Button type="submit" name="intent" value="find">
          {t('timeAway.find.now')}
        </Button>
      </div>
      {search ? (
        <p role="status" tabIndex={-1} ref={takeFocus}>
          {t('timeAway.found', { n: search.found.length })}
        </p>
      ) : null}
      <Options options={search?.found ?? []} />
    </fieldset>
  )
}

function Options({ options, areChosen = false }: { options: readonly Option[]; areChosen?: boolean }) {
  return options.map(({ value, label, hint }) => (
    <Checkbox key={value} name="except" value={value} label={label} hint={hint} defaultChecked={areChosen} />
  ))
}
