import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { Facts } from '#web/facts.tsx'
import { fieldOf } from '#web/field-of.ts'
import type { FormAnswer } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { SubmitRow } from '#web/submit-row.tsx'
import { changePurchase } from './change-purchase.server.ts'
import { PurchaseLines } from './purchase-lines.tsx'
import { readPurchasePage } from './purchase-page.server.ts'
import styles from './purchasing.module.css'

await loadTexts('inventory', 'purchasing')

export const loader = sellerLoader('hub.view', readPurchasePage)

/** Bytes: hundreds of lines, and a file of codes. */
const limits = { fields: 1_000_000, files: 2_000_000 }

export const action = sellerAction('listings.edit', changePurchase, limits)

export default function PurchasePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { number, supplier, status, back, done } = page
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('purchases.heading', { number })}
        note={supplier}
        status={<Status tone={status.tone} text={status.text} />}
        before={<BackToList href={back.href}>{back.label}</BackToList>}
        done={answer ? null : done}
      />
      <Facts facts={page.facts} />
      <div className={styles.body}>
        <Steps />
        <PurchaseLines key={page.version} page={page} answer={answer} />
        {page.isDraft && page.mayEdit ? <Add key={`add ${page.version}`} /> : null}
        {page.receipts.length > 0 ? <Receipts /> : null}
      </div>
    </>
  )
}

/** Steps other than those of the form of lines, and ways out to paper, file and mail. */
function Steps() {
  const { choices, key, version, locations, labels, print, file, mail, isMailed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const mayReceive = choices.includes('receive')
  return (
    <>
      {answer?.errors.form === undefined ? null : <FormErrors errors={{ form: answer.errors.form }} />}
      <PageForm className={styles.actions}>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="version" value={version} />
        {mayReceive && locations.length > 0 ? (
          <SelectField
            label={t('inventory.locations.location')}
            id="location"
            name="location"
            width="medium"
            options={locations}
          />
        ) : null}
        {mayReceive ? (
          <Button type="submit" name="step" value="receive" kind="primary">
            {t('purchases.step.receive')}
          </Button>
        ) : null}
        {mail === null ? null : (
          <Button type="submit" name="step" value="mail">
            {t(isMailed ? 'purchases.step.mailAgain' : 'purchases.step.mail', { to: mail })}
          </Button>
        )}
        <ButtonLink href={print} target="_self">
          {t('word.print')}
        </ButtonLink>
        {labels ? <ButtonLink href={labels}>{t('inventory.step.labels')}</ButtonLink> : null}
        <ButtonLink href={file} target="_self">
          {t('purchases.csv')}
        </ButtonLink>
        {(['close', 'withdraw', 'reopen', 'cancel'] as const)
          .filter((event) => choices.includes(event))
          .map((event) => (
            <Button key={event} type="submit" name="step" value={event} kind="quiet">
              {t(`purchases.step.${event}`)}
            </Button>
          ))}
      </PageForm>
    </>
  )
}

function Add() {
  const { version } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const isOwn = answer?.values.codes !== undefined
  const { errors, values }: FormAnswer<string> = answer && isOwn ? answer : { errors: {}, values: {} }
  return (
    <Section title={t('purchases.add')}>
      <PageForm className={styles.form} noValidate encType="multipart/form-data" autoComplete="off">
        <input type="hidden" name="version" value={version} />
        <FormErrors errors={errors.codes === undefined ? {} : { codes: errors.codes }} />
        <TextAreaField
          label={t('inventory.count.codes')}
          hint={t('purchases.add.hint')}
          {...fieldOf<string>('codes', errors, values.codes)}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextField
          label={t('purchases.add.file')}
          id="file"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          optional
        />
        <SubmitRow name="step" value="add">
          {t('purchases.add.submit')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}

function Receipts() {
  const { receipts } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <Section title={t('purchases.receipts')}>
      <CardTable
        head={t('inventory.movements.when')}
        columns={[
          { key: 'what', label: t('inventory.movements.what') },
          { key: 'location', label: t('inventory.locations.location') },
          { key: 'units', label: t('purchases.received'), isNumber: true },
          { key: 'undo', label: t('purchases.receipt.undo'), isAction: true },
        ]}
        rows={receipts.map(({ key, when, what, location, units, undo }) => ({
          key,
          name: when,
          cells: [what, location, units, undo ? <Undo key="undo" receipt={key} name={undo} /> : null],
        }))}
        label={t('purchases.receipts')}
      />
    </Section>
  )
}

function Undo({ receipt, name }: { receipt: string; name: string }) {
  const { t } = useTexts()
  return (
    <PageForm>
      <input type="hidden" name="receipt" value={receipt} />
      <Button type="submit" name="step" value="undo" size="small" kind="quiet" aria-label={name}>
        {t('purchases.receipt.undo')}
      </Button>
    </PageForm>
  )
}
