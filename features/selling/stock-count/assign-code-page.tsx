import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { SubmitRow } from '#web/submit-row.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { changeCode, readAssignCodePage } from './assign-code-page.server.ts'
import styles from './stock-count.module.css'

await loadTexts('inventory')

export const loader = sellerLoader('listings.edit', readAssignCodePage)

export const action = sellerAction('listings.edit', changeCode)

export default function AssignCodePage() {
  const { code, item, done, back, count, from } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('inventory.code.title')}
        before={
          <BackToList href={back}>
            {item && !count && !from
              ? item.sku
              : t(count ? 'inventory.count.title' : from ? 'inventory.code.back.pack' : 'inventory.title')}
          </BackToList>
        }
        done={done && item && !answer ? t(`inventory.code.done.${done}`, { code, sku: item.sku }) : null}
      />
      <div className={styles.body}>{item ? <CodesOfItem /> : code === '' ? <FindCode /> : <FindSku />}</div>
    </>
  )
}

/** Asks for the code itself. */
function FindCode() {
  const { t } = useTexts()
  return (
    <PageForm method="get" className={styles.form}>
      <TextField
        label={t('inventory.code.code')}
        id="code"
        name="code"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to scan this
        autoFocus
      />
      <SubmitRow kind="primary">{t('inventory.code.next')}</SubmitRow>
    </PageForm>
  )
}

/** Searches the SKU that a code shall name. */
function FindSku() {
  const { code, q, count, from, found } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <p className={styles.text}>{t('inventory.code.which', { code })}</p>
      <FormErrors errors={answer?.errors} />
      <PageForm method="get" className={styles.form}>
        <input type="hidden" name="code" value={code} />
        {count ? <input type="hidden" name="count" value={count} /> : null}
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <TextField
          label={t('inventory.code.search')}
          id="q"
          name="q"
          type="search"
          defaultValue={q}
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to find this
          autoFocus={q === ''}
        />
        <SubmitRow kind={q === '' ? 'primary' : 'secondary'}>{t('inventory.code.find')}</SubmitRow>
      </PageForm>
      {q === '' ? null : (
        <Section title={t('inventory.code.found', { n: found.length })}>
          <ul className={styles.codes}>
            {found.map(({ number, sku, title }) => (
              <li key={number}>
                <PageForm className={styles.code}>
                  <input type="hidden" name="code" value={code} />
                  <input type="hidden" name="item" value={number} />
                  <span>
                    <b dir="auto">{sku}</b> <span dir="auto">{title}</span>
                  </span>
                  <Button
                    type="submit"
                    name="step"
                    value="assign"
                    aria-label={t('inventory.code.assign.to', { code, sku })}
                  >
                    {t('inventory.count.assign')}
                  </Button>
                </PageForm>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function CodesOfItem() {
  const { item, fresh } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  if (!item) return null
  const { number, sku, codes } = item
  const { errors, values } = answer ?? { errors: {}, values: {} }
  return (
    <>
      <Section title={t('inventory.code.of', { sku })}>
        {codes.length === 0 ? <p className={styles.text}>{t('inventory.code.none')}</p> : null}
        <ul className={styles.codes}>
          {codes.map((each) => (
            <li key={each}>
              <PageForm className={styles.code}>
                <input type="hidden" name="code" value={each} />
                <input type="hidden" name="item" value={number} />
                <span dir="auto">{each}</span>
                <Button
                  type="submit"
                  name="step"
                  value="remove"
                  aria-label={t(each === fresh ? 'inventory.code.undo.of' : 'inventory.code.remove.of', { code: each })}
                >
                  {t(each === fresh ? 'word.undo' : 'word.remove')}
                </Button>
              </PageForm>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('inventory.code.add')}>
        {/* Remounted empty once its code is assigned. */}
        <PageForm key={codes.length} className={styles.form} noValidate autoComplete="off">
          <input type="hidden" name="item" value={number} />
          <FormErrors errors={errors} />
          <TextField
            label={t('inventory.code.code')}
            {...fieldOf('code', errors, values.code)}
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to scan this
            autoFocus
          />
          <SubmitRow name="step" value="assign" kind="primary">
            {t('inventory.count.assign')}
          </SubmitRow>
        </PageForm>
      </Section>
    </>
  )
}
