import Upload from 'lucide-react/icons/upload'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { SelectField, TextAreaField } from '#shui/form/controls.tsx'
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
import { CountReview } from './count-review.tsx'
import styles from './stock-count.module.css'
import { readStockCountPage, takeStockCount } from './stock-count-page.server.ts'

await loadTexts('inventory', 'scanning')

export const loader = sellerLoader('listings.edit', readStockCountPage)

/** Bytes: thousands of scans. */
const limits = { fields: 1_000_000, files: 0 }

export const action = sellerAction('listings.edit', takeStockCount, limits)

export default function StockCountPage() {
  const { count, key, scanner, isBlind, lines, countedByShop } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={count?.receives ? t('inventory.receive.title', { order: count.receives }) : t('inventory.count.title')}
        note={count?.note}
        before={
          count?.receives ? (
            <BackToList href={paths.purchase(count.receives)}>{count.receives}</BackToList>
          ) : count ? (
            <BackToList href={paths.stockCount()}>{t('inventory.count.title')}</BackToList>
          ) : null
        }
        done={answer ? null : count?.done}
      />
      <div className={styles.body}>
        {countedByShop ? <p className={styles.text}>{countedByShop}</p> : null}
        {count ? (
          <CountReview
            key={count.id}
            count={count}
            form={{ key, error: answer?.errors.form }}
            scanner={scanner}
            isBlind={isBlind}
            mayCount={countedByShop === null}
          />
        ) : null}
        {countedByShop ? null : <Codes />}
        {lines.length > 0 ? <Earlier /> : null}
      </div>
    </>
  )
}

/** Begins a count, or adds a list of codes to one. */
function Codes() {
  const { key, count, locations } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { form: _, ...errors } = answer?.errors ?? {}
  return (
    <Section title={t(count ? 'inventory.count.more' : 'inventory.count.begin')}>
      {count ? null : <p className={styles.text}>{t('inventory.count.begin.hint')}</p>}
      {/* Remounted empty once its codes are added. */}
      <PageForm key={key} className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="key" value={key} />
        <FormErrors errors={errors} />
        {locations.length > 0 ? (
          <SelectField
            label={t('inventory.locations.location')}
            {...fieldOf('location', errors, answer?.values.location)}
            width="medium"
            options={locations}
          />
        ) : null}
        <TextAreaField
          label={t('inventory.count.codes')}
          hint={t('inventory.count.codes.hint')}
          {...fieldOf('codes', errors, answer?.values.codes)}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          optional={!count}
        />
        <div className={styles.actions}>
          <Button type="submit" name="step" value="add" kind={count ? 'secondary' : 'primary'}>
            {t(count ? 'inventory.count.add' : 'inventory.count.begin')}
          </Button>
          <ButtonLink href={paths.uploadOf('count', count?.id)} icon={Upload}>
            {t('common.uploadFile')}
          </ButtonLink>
        </div>
      </PageForm>
    </Section>
  )
}

function Earlier() {
  const { lines } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <Section title={t('inventory.count.earlier')}>
      <CardTable
        head={t('inventory.movements.when')}
        columns={[
          { key: 'by', label: t('inventory.count.who') },
          { key: 'rows', label: t('inventory.count.rows'), isNumber: true },
          { key: 'differing', label: t('inventory.count.differing'), isNumber: true },
          { key: 'state', label: t('listings.column.status') },
        ]}
        rows={lines.map(({ href, when, by, rows, differing, state }) => ({
          key: href,
          name: <PageLink to={href}>{when}</PageLink>,
          cells: [by, rows, differing, state],
        }))}
      />
    </Section>
  )
}
