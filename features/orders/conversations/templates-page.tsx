import { Fragment } from 'react'
import { DocumentForm } from '#web/page-form.tsx'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import type { Texts } from '#texts/texts.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { formBaseline, lostUpdateAnswer, lockSettings } from '#web/form-baseline.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { messageLimits, plainMessage } from './message.ts'
import { fillTemplate, templateProblems, templateVariables } from './template.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './templates-db.server.ts'
import styles from './templates-page.module.css'

await loadTexts('talk')

const example = (shop: string) => ({
  buyer: 'l.okonkwo',
  name: 'Lola Okonkwo',
  order: '12-64120-58213',
  item: 'Nikon FM2n',
  carrier: 'Royal Mail',
  tracking: 'RM123456785GB',
  shop,
})

export const loader = sellerLoader('buyers.talk', async ({ read, seller, url }) => {
  const templates = await read((db) => listTemplates(db, seller.id))
  const values = example(seller.displayName)
  return {
    templates: templates.map((template) => ({
      ...template,
      begun: formBaseline(template),
      preview: fillTemplate(template.body, values).text,
    })),
    done: url.searchParams.get('done') === 'saved',
  }
})

interface TemplateAnswer {
  id: string | null
  name: string
  body: string
  errors: { name?: string; body?: string }
  preview: string | null
  /** What the form was opened with; null: the current state. */
  begun: string | null
}

export const action = sellerAction('buyers.talk', async ({ form, hub, member, seller, texts, write }) => {
  const step = oneOf(form, 'step', ['save', 'preview', 'delete'])
  if (!step) throw refuse('malformed')
  const id = textOf(form, 'id') || null
  if (step === 'delete') {
    const undo = await write(async (db) => {
      const inverse = await deleteTemplate(db, seller.id, id ?? '')
      if (!inverse) return null
      const taken = { kind: 'template', step: 'template', said: { name: inverse.template.name } } as const
      return keepUndo(db, { ...taken, sellerId: seller.id, memberId: member.id, inverse, now: hub.now() })
    })
    if (!undo) throw refuse('not-found')
    return redirect(withUndo(paths.templates, undo), { status: 303 })
  }
  const name = textOf(form, 'name').replaceAll(/\s+/g, ' ')
  const body = plainMessage(textOf(form, 'body'))
  const shown = (
    errors: TemplateAnswer['errors'],
    { preview = null, begun = textOf(form, 'begun') }: Partial<Pick<TemplateAnswer, 'preview' | 'begun'>> = {},
  ) => data<TemplateAnswer>({ id, name, body, errors, preview, begun }, { status: preview === null ? 422 : 200 })
  const errors = templateErrors({ name, body }, texts)
  if (errors.body || (step === 'save' && errors.name)) return shown(errors)
  if (step === 'preview') return shown({}, { preview: fillTemplate(body, example(seller.displayName)).text })
  const outcome = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'buyers.talk')
    const present = id === null ? undefined : (await listTemplates(db, seller.id)).find((each) => each.id === id)
    const changed = present ? lostUpdateAnswer(form, { present, wanted: { ...present, name, body } }, texts) : null
    return changed ?? saveTemplate(db, { sellerId: seller.id, id, name, body })
  })
  if (typeof outcome === 'string') return shown({ body: outcome }, { begun: null })
  if (outcome.ok) return redirect(withQuery(paths.templates, { done: 'saved' }), { status: 303 })
  if (outcome.reason === 'unknown') throw refuse('not-found')
  return shown({ name: texts.t(`talk.templates.${outcome.reason}`, { n: messageLimits.templates }) })
})

function templateErrors({ name, body }: { name: string; body: string }, { t }: Texts): TemplateAnswer['errors'] {
  const { unknown, isBroken } = templateProblems(body)
  const bodyError =
    body === ''
      ? t('talk.templates.noBody')
      : [...body].length > messageLimits.text
        ? t('talk.error.long', { n: messageLimits.text })
        : unknown.length > 0
          ? t('talk.templates.unknown-place', { places: unknown.map((place) => `{{${place}}}`).join(', ') })
          : isBroken
            ? t('talk.templates.broken')
            : null
  const nameError =
    name === ''
      ? t('talk.templates.noName')
      : [...name].length > messageLimits.name
        ? t('talk.templates.longName', { n: messageLimits.name })
        : null
  return { ...(nameError ? { name: nameError } : {}), ...(bodyError ? { body: bodyError } : {}) }
}

export default function TemplatesPage() {
  const { templates, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <div className={styles.page}>
      <PageHead title={t('talk.templates')} done={done && !answer ? t('talk.templates.saved') : null} />
      <p className={styles.intro}>{t('talk.templates.intro')}</p>
      <dl className={styles.places}>
        {templateVariables.map((name) => (
          <Fragment key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{t(`talk.place.${name}`)}</dd>
          </Fragment>
        ))}
      </dl>
      <ul className={styles.templates}>
        {templates.map(({ id, name, body, begun, preview }) => {
          const own = answer?.id === id ? answer : null
          return (
            <li key={`${id} ${name} ${body}`} className={styles.template}>
              <h2 className={styles.name} dir="auto">
                {name}
              </h2>
              <p className={styles.preview} dir="auto">
                {preview}
              </p>
              <details open={own !== null}>
                <summary aria-label={t('talk.templates.edit', { name })}>{t('talk.note.edit')}</summary>
                <TemplateForm id={id} begun={begun} typed={own ?? { name, body }} answer={own} />
              </details>
            </li>
          )
        })}
      </ul>
      <Section title={t('talk.templates.new')}>
        <TemplateForm
          key={templates.length}
          id={null}
          typed={answer?.id === null ? answer : { name: '', body: '' }}
          answer={answer?.id === null ? answer : null}
        />
      </Section>
    </div>
  )
}

interface TemplateFormProps {
  id: string | null
  begun?: string
  typed: { name: string; body: string }
  answer: TemplateAnswer | null
}

function TemplateForm({ id, begun, typed, answer }: TemplateFormProps) {
  const { t } = useTexts()
  const of = id ?? 'new'
  return (
    <DocumentForm className={styles.form}>
      {id === null ? null : (
        <>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="begun" value={answer?.begun ?? begun} />
        </>
      )}
      <TextField
        label={t('word.name')}
        id={`name-${of}`}
        name="name"
        width="medium"
        maxLength={messageLimits.name}
        defaultValue={typed.name}
        error={answer?.errors.name}
      />
      <TextAreaField
        label={t('talk.templates.body')}
        id={`body-${of}`}
        name="body"
        rows={5}
        dir="auto"
        defaultValue={typed.body}
        error={answer?.errors.body}
      />
      {answer && answer.preview !== null ? (
        <div role="status">
          <p className={styles.label}>{t('talk.templates.looks')}</p>
          <p className={styles.preview} dir="auto">
            {answer.preview}
          </p>
        </div>
      ) : null}
      <div className={styles.buttons}>
        <Button type="submit" name="step" value="save" kind={id === null ? 'primary' : 'secondary'}>
          {t('common.save')}
        </Button>
        <Button type="submit" name="step" value="preview">
          {t('talk.templates.preview')}
        </Button>
        {id === null ? null : (
          <Button type="submit" name="step" value="delete" kind="quiet" formNoValidate>
            {t('talk.templates.delete')}
          </Button>
        )}
      </div>
    </DocumentForm>
  )
}
