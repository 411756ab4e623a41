import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { SubmitRow } from '#web/submit-row.tsx'
import styles from './purchasing.module.css'
import { changeSuppliers, readSuppliersPage, type SupplierField } from './suppliers-page.server.ts'

await loadTexts('inventory', 'costs', 'purchasing')

export const loader = sellerLoader('listings.edit', readSuppliersPage)

/** Bytes: a price list of thousands of SKUs. */
const limits = { fields: 1_000_000, files: 2_000_000 }

export const action = sellerAction('listings.edit', changeSuppliers, limits)

/** Errors and values of the form that was sent. */
function useAnswer(own: SupplierField) {
  const answer = useActionData<typeof action>()
  const names: readonly string[] = answer ? [...Object.keys(answer.values), ...Object.keys(answer.errors)] : []
  return answer && names.includes(own) ? answer : { errors: {}, values: {} }
}

export default function SuppliersPage() {
  const { suppliers, shown, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={shown ? shown.name : t('suppliers.title')}
        before={shown ? <BackToList href={paths.suppliers()}>{t('suppliers.title')}</BackToList> : null}
        done={answer ? null : done}
      />
      <div className={styles.body}>
        {shown ? (
          <Begin />
        ) : suppliers.length > 0 ? (
          <Suppliers />
        ) : (
          <p className={styles.text}>{t('suppliers.none')}</p>
        )}
        {shown ? <Skus /> : null}
        <SupplierForm key={shown?.id ?? suppliers.length} />
        {shown ? null : <Plan />}
      </div>
    </>
  )
}

function Suppliers() {
  const { suppliers } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <CardTable
      head={t('purchases.supplier')}
      columns={[
        { key: 'email', label: t('suppliers.email') },
        { key: 'lead', label: t('suppliers.lead'), isNumber: true },
        { key: 'skus', label: t('inventory.count.rows'), isNumber: true },
      ]}
      rows={suppliers.map(({ id, name, email, lead, skus, href }) => ({
        key: id,
        name: <PageLink to={href}>{name}</PageLink>,
        cells: [email, lead, skus],
      }))}
    />
  )
}

function Begin() {
  const { shown, key } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <PageForm className={styles.actions}>
      <input type="hidden" name="id" value={shown?.id} />
      <input type="hidden" name="key" value={key} />
      <Button type="submit" name="step" value="purchase" kind="primary">
        {t('purchases.new')}
      </Button>
    </PageForm>
  )
}

function Skus() {
  const { shown, seesMoney } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const one = useAnswer('sku')
  const list = useAnswer('rows')
  if (!shown) return null
  return (
    <Section title={t('suppliers.skus')}>
      {shown.skus.length > 0 ? (
        <CardTable
          head={t('word.sku')}
          columns={[
            { key: 'title', label: t('listings.column.title'), isWords: true },
            { key: 'code', label: t('suppliers.code') },
            ...(seesMoney ? [{ key: 'price', label: t('word.price'), isNumber: true }] : []),
            { key: 'least', label: t('suppliers.least'), isNumber: true },
            { key: 'pack', label: t('suppliers.pack'), isNumber: true },
            { key: 'drop', label: t('word.remove'), isAction: true },
          ]}
          rows={shown.skus.map(({ sku, title, href, code, price, least, pack }) => ({
            key: sku,
            name: href ? <PageLink to={href}>{sku}</PageLink> : sku,
            cells: [
              title,
              code,
              ...(seesMoney ? [price] : []),
              least,
              pack,
              <Drop key="drop" id={shown.id} sku={sku} />,
            ],
          }))}
        />
      ) : (
        <p className={styles.text}>{t('suppliers.skus.none')}</p>
      )}
      <PageForm key={`one ${shown.skus.length}`} className={styles.fields} noValidate autoComplete="off">
        <input type="hidden" name="id" value={shown.id} />
        <FormErrors errors={one.errors} />
        <TextField
          label={t('word.sku')}
          {...fieldOf('sku', one.errors, one.values.sku)}
          width="medium"
          spellCheck={false}
        />
        <TextField
          label={t('suppliers.code')}
          {...fieldOf('code', one.errors, one.values.code)}
          width="medium"
          spellCheck={false}
          optional
        />
        {seesMoney ? (
          <TextField
            label={t('suppliers.price.in', { currency: shown.currency })}
            {...fieldOf('price', one.errors, one.values.price)}
            width="short"
            figures="decimal"
            optional
          />
        ) : null}
        <TextField
          label={t('suppliers.least')}
          {...fieldOf('least', one.errors, one.values.least ?? '1')}
          width="short"
          figures="numeric"
        />
        <TextField
          label={t('suppliers.pack')}
          {...fieldOf('pack', one.errors, one.values.pack ?? '1')}
          width="short"
          figures="numeric"
        />
        <SubmitRow name="step" value="sku">
          {t('suppliers.sku.save')}
        </SubmitRow>
      </PageForm>
      <PageForm key={`list ${shown.skus.length}`} className={styles.form} noValidate encType="multipart/form-data">
        <input type="hidden" name="id" value={shown.id} />
        <FormErrors errors={list.errors} />
        <TextField
          label={t('suppliers.file')}
          id="file"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          optional
        />
        <TextAreaField
          label={t('suppliers.paste')}
          hint={t('suppliers.paste.hint', { example: shown.example })}
          {...fieldOf('rows', list.errors, list.values.rows)}
          rows={3}
          spellCheck={false}
          optional
        />
        <SubmitRow name="step" value="skus">
          {t('suppliers.file.save')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}

function Drop({ id, sku }: { id: string; sku: string }) {
  const { t } = useTexts()
  return (
    <PageForm>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="sku" value={sku} />
      <Button
        type="submit"
        name="step"
        value="dropSku"
        size="small"
        kind="quiet"
        aria-label={t('suppliers.drop.of', { sku })}
      >
        {t('word.remove')}
      </Button>
    </PageForm>
  )
}

/** Days that shape what is advised to be ordered. */
function Plan() {
  const { plan } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const { errors, values } = useAnswer('safety')
  return (
    <Section title={t('reorder.plan')}>
      <p className={styles.text}>{t('reorder.plan.hint')}</p>
      <PageForm className={styles.fields} noValidate autoComplete="off">
        <FormErrors errors={errors} />
        <TextField
          label={t('reorder.plan.safety')}
          {...fieldOf('safety', errors, values.safety ?? plan.safety)}
          width="short"
          figures="numeric"
        />
        <TextField
          label={t('reorder.plan.target')}
          {...fieldOf('target', errors, values.target ?? plan.target)}
          width="short"
          figures="numeric"
        />
        <SubmitRow name="step" value="plan">
          {t('common.save')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}

function SupplierForm() {
  const { shown, currency } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const { errors, values: typed } = useAnswer('name')
  const values = { ...(shown?.values ?? { currency }), ...typed }
  return (
    <Section title={shown ? t('suppliers.edit') : t('suppliers.add')}>
      <PageForm className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="id" value={shown?.id ?? ''} />
        <FormErrors errors={errors} />
        <TextField label={t('word.name')} {...fieldOf('name', errors, values.name)} />
        <TextField label={t('suppliers.email')} {...fieldOf('email', errors, values.email)} type="email" optional />
        <TextField
          label={t('word.currency')}
          {...fieldOf('currency', errors, values.currency)}
          width="short"
          maxLength={3}
          spellCheck={false}
        />
        <TextField
          label={t('suppliers.lead')}
          hint={t('suppliers.lead.hint')}
          {...fieldOf('lead', errors, values.lead)}
          width="short"
          figures="numeric"
        />
        <TextAreaField label={t('suppliers.note')} {...fieldOf('note', errors, values.note)} rows={2} optional />
        <div className={styles.actions}>
          <Button type="submit" name="step" value="save" kind={shown ? 'secondary' : 'primary'}>
            {t(shown ? 'common.save' : 'suppliers.add')}
          </Button>
          {shown ? (
            <Button type="submit" name="step" value="remove" kind="quiet">
              {t('suppliers.remove')}
            </Button>
          ) : null}
        </div>
      </PageForm>
    </Section>
  )
}
