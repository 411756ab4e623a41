import { DocumentForm } from '#web/page-form.tsx'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { oneOf, secretOf } from '#lib/form-fields.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { formBaseline, lostUpdateAnswer, lockSettings } from '#web/form-baseline.server.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { PageLink } from '#web/page-link.tsx'
import { compareCalendars } from './ship-calendar.ts'
import { countryOf, readOpenOrders, readShipCalendar, saveShipCalendar } from './ship-calendar-db.server.ts'
import {
  calendarFields,
  calendarFrame,
  calendarKey,
  effectsModel,
  readCalendarForm,
  type CalendarFields,
  type EffectsModel,
} from './ship-calendar-page.server.ts'
import styles from './ship-calendar-page.module.css'

await loadTexts('ship-calendar')

export const loader = sellerLoader('listings.edit', async ({ read, seller, hub, texts: own, url }) => {
  const texts = textsFor(own.locale, seller.timeZone)
  const { calendar, country } = await read(async (db) => ({
    calendar: (await readShipCalendar(db, seller.id)).calendar,
    country: await countryOf(db, seller.id),
  }))
  return {
    fields: calendarFields(calendar),
    begun: formBaseline(calendarFields(calendar)),
    frame: await calendarFrame(calendar, { now: hub.now(), country, texts }),
    saved: url.searchParams.get('done') === 'saved',
  }
})

interface Answer {
  fields: CalendarFields
  errors: FieldErrors<keyof CalendarFields>
  /** Effects of the typed rules and their key, which confirms the preview. Null if unchanged or invalid. */
  preview: { key: string; effects: EffectsModel } | null
  isSame: boolean
}

/** Previews the effects of new rules, and saves them once confirmed. Existing ship-by times do not change. */
export const action = sellerAction('listings.edit', async ({ form, hub, seller, member, read, write, texts: own }) => {
  const texts = textsFor(own.locale, seller.timeZone)
  const now = hub.now()
  const intent = oneOf(form, 'intent', ['preview', 'save'])
  const { present, country } = await read(async (db) => ({
    present: (await readShipCalendar(db, seller.id)).calendar,
    country: await countryOf(db, seller.id),
  }))
  const typed = await readCalendarForm(form, { present, now, country, texts })
  const states = { present: calendarFields(present), wanted: typed.fields }
  const changed = lostUpdateAnswer(form, states, texts)
  const errors = changed ? { form: changed } : {}
  const shown = (answer: Partial<Answer>, status = 200) =>
    data<Answer>({ fields: typed.fields, errors: {}, preview: null, isSame: false, ...answer }, { status })
  if (!typed.ok) return shown({ errors: { ...errors, ...typed.errors } }, 422)
  const { calendar } = typed
  const key = calendarKey(calendar)
  if (key === calendarKey(present)) return shown({ isSame: true })
  if (intent === 'save' && secretOf(form, 'seen') === key && !changed) {
    const problem = await write(async (db) => {
      await lockSettings(db, { seller, member }, 'listings.edit')
      const state = calendarFields((await readShipCalendar(db, seller.id)).calendar)
      const late = lostUpdateAnswer(form, { present: state, wanted: typed.fields }, texts)
      if (!late) await saveShipCalendar(db, { sellerId: seller.id, calendar, now })
      return late
    })
    if (problem) return shown({ errors: { form: problem } }, 422)
    return redirect(withQuery(paths.shipCalendar, { done: 'saved' }), { status: 303 })
  }
  const orders = await read((db) => readOpenOrders(db, seller.id))
  const effects = compareCalendars(orders, { before: present, after: calendar, now })
  return shown({ errors, preview: { key, effects: effectsModel(effects, seller.timeZone, texts) } })
})

export default function ShipCalendarPage() {
  const { fields, begun, frame, saved } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const typed = answer?.fields ?? fields
  return (
    <>
      <PageHead title={t('word.workingDays')} done={saved && !answer ? t('calendar.saved') : null} />
      <p className={styles.intro}>
        {t('calendar.intro', { zone: frame.zone })} {t('calendar.example', { day: frame.example })}
      </p>
      <DocumentForm className={styles.form}>
        <input type="hidden" name="begun" value={begun} />
        <FormErrors errors={answer?.errors} />
        <Fields typed={typed} errors={answer?.errors ?? {}} frame={frame} />
        {answer?.isSame ? <p role="status">{t('calendar.nothing')}</p> : null}
        {answer?.preview ? <Effects effects={answer.preview.effects} /> : null}
        <div className={styles.buttons}>
          {answer?.preview ? (
            <>
              <input type="hidden" name="seen" value={answer.preview.key} />
              <Button type="submit" name="intent" value="save" kind="primary">
                {t('calendar.save')}
              </Button>
            </>
          ) : null}
          <Button type="submit" name="intent" value="preview" kind={answer?.preview ? 'secondary' : 'primary'}>
            {t('calendar.preview')}
          </Button>
        </div>
      </DocumentForm>
    </>
  )
}

interface FieldsProps {
  typed: CalendarFields
  errors: Answer['errors']
  frame: Awaited<ReturnType<typeof calendarFrame>>
}

function Fields({ typed, errors, frame }: FieldsProps) {
  const { t } = useTexts()
  return (
    <>
      <TextField
        label={t('calendar.handlingDays')}
        hint={t('calendar.handlingDays.hint')}
        {...fieldOf('handlingDays', errors, typed.handlingDays)}
        inputMode="numeric"
        width="short"
      />
      <TextField
        label={t('calendar.cutoff')}
        hint={t('calendar.cutoff.hint')}
        {...fieldOf('cutoff', errors, typed.cutoff)}
        type="time"
        width="medium"
      />
      <fieldset
        className={styles.days}
        id="workingDays"
        aria-describedby={errors.workingDays ? 'days-error' : undefined}
      >
        <legend>{t('word.workingDays')}</legend>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <Checkbox
            key={day}
            label={t('calendar.weekday', { day })}
            name="workingDays"
            value={String(day)}
            defaultChecked={typed.workingDays.includes(String(day))}
          />
        ))}
        {errors.workingDays ? (
          <p id="days-error" className={styles.error}>
            {errors.workingDays}
          </p>
        ) : null}
      </fieldset>
      <SelectField
        label={t('calendar.region')}
        hint={frame.next}
        {...fieldOf('region', errors, typed.region)}
        options={[{ value: '', label: t('calendar.region.none') }, ...frame.regions]}
      />
      <TextAreaField
        label={t('calendar.daysOff')}
        hint={t('calendar.daysOff.hint')}
        {...fieldOf('daysOff', errors, typed.daysOff)}
        rows={5}
        spellCheck={false}
      />
    </>
  )
}

function Effects({ effects: { moved, kept, rest } }: { effects: EffectsModel }) {
  const { t } = useTexts()
  return (
    <div role="status" className={styles.effects}>
      <Section title={t('calendar.effects')}>
        <EffectsTable table={moved} heads={[t('calendar.before'), t('calendar.after')]} />
        <EffectsTable table={kept} heads={[t('calendar.promised'), t('calendar.byNew')]} />
        {rest ? <p>{rest}</p> : null}
      </Section>
    </div>
  )
}

function EffectsTable({ table: { title, rows, more }, heads }: { table: EffectsModel['moved']; heads: string[] }) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.sum}>{title}</p>
      {rows.length > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
              {[t('word.order'), ...heads].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, before, after }) => (
              <tr key={number}>
                <td>
                  <PageLink to={paths.orderDetails(number)}>{number}</PageLink>
                </td>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {more ? <p className={styles.more}>{more}</p> : null}
    </>
  )
}
