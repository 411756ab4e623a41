import { awayChoices, awayPhase, maxAwayExceptions } from '#features/core/time-away/time-away.ts'
import { oneOf } from '#lib/form-fields.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { formBaseline, lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { readShipCalendar } from '#features/orders/ship-calendar/ship-calendar-db.server.ts'
import { countPromised, endTimeAway, findAwayListings, readTimeAway, saveTimeAway } from './time-away-db.server.ts'
import {
  readTimeAwayForm,
  timeAwayFields,
  timeAwayStatus,
  typedNames,
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
    most: texts.number(maxAwayExceptions),
    excepted: texts.t('timeAway.except.many', { n: setting.exceptions.length }),
    status: setting.away && timeAwayStatus(setting.away, { calendar, promised, now, texts }),
    done: done ? texts.t(`timeAway.${done}`) : null,
  }
})

interface Answer {
  fields: TimeAwayFields
  errors: FieldErrors<keyof TimeAwayFields>
}

export const action = sellerAction('listings.edit', async (args) => {
  const intent = oneOf(args.form, 'intent', ['save', 'end'])
  const done = intent === 'end' ? await end(args) : 'saved'
  if (intent === 'end') return redirect(withQuery(paths.timeAway, { done }), { status: 303 })
  const fields = typedTimeAway(args.form)
  const errors = await save(args, fields)
  if (errors) return data<Answer>({ fields, errors }, { status: 422 })
  return redirect(withQuery(paths.timeAway, { done }), { status: 303 })
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
    const names = typedNames(fields).map(({ name }) => name)
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
  const { fields, begun, zone, most, excepted, status, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('timeAway.title')} done={answer ? null : done} />
      <p className={styles.intro}>{t('timeAway.intro', { zone })}</p>
      <Status status={status} />
      <DocumentForm className={styles.form}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="begun" value={begun} />
        <FormErrors errors={answer?.errors} />
        <Fields typed={answer?.fields ?? fields} errors={answer?.errors ?? {}} most={most} excepted={excepted} />
        <div>
          <Button type="submit" kind="primary">
            {t('timeAway.save')}
          </Button>
        </div>
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

interface FieldsProps {
  typed: TimeAwayFields
  errors: Answer['errors']
  most: string
  /** How many exceptions there are. */
  excepted: string
}

function Fields({ typed, errors, most, excepted }: FieldsProps) {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.days}>
        {(['from', 'to'] as const).map((field) => (
          <TextField
            key={field}
            label={t(`timeAway.${field}`)}
            id={field}
            name={field}
            type="date"
            width="medium"
            defaultValue={typed[field]}
            error={errors[field]}
          />
        ))}
      </div>
      <TextAreaField
        label={t('timeAway.message')}
        hint={t('timeAway.message.hint')}
        id="message"
        name="message"
        rows={3}
        optional
        defaultValue={typed.message}
        error={errors.message}
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
      {typed.except === null ? (
        <Checkbox id="exceptNone" name="exceptNone" label={t('timeAway.except.none')} hint={excepted} />
      ) : (
        <TextAreaField
          label={t('timeAway.except')}
          hint={t('timeAway.except.hint', { n: most })}
          id="except"
          name="except"
          rows={3}
          spellCheck={false}
          optional
          defaultValue={typed.except}
          error={errors.except}
        />
      )}
    </>
  )
}
