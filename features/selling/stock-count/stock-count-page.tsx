import Upload from 'lucide-react/icons/upload'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { SelectField, TextAreaField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import styles from './stock-count.module.css'
import { readStockCountPage, takeStockCount, type CountModel } from './stock-count-page.server.ts'

await loadTexts('inventory')

export const loader = sellerLoader('listings.edit', readStockCountPage)

/** Bytes: thousands of scans. */
const limits = { fields: 1_000_000, files: 0 }

export const action = sellerAction('listings.edit', takeStockCount, limits)

export default function StockCountPage() {
  const { count, lines, countedByShop } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('inventory.count.title')}
        note={count?.note}
        before={
          count ? (
            <BackToList href={paths.stockCount()} shortcut="Escape">
              {t('inventory.count.title')}
            </BackToList>
          ) : null
        }
        done={answer ? null : count?.done}
      />
      <div className={styles.body}>
        {count ? <Review count={count} /> : null}
        {countedByShop ? <p className={styles.text}>{countedByShop}</p> : <Codes />}
        {lines.length > 0 ? <Earlier /> : null}
      </div>
    </>
  )
}

function Codes() {
  const { key, count, locations } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <Section title={t(count ? 'inventory.count.more' : 'inventory.count.begin')}>
      {/* Remounted empty once its codes are added. */}
      <PageForm key={key} className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="key" value={key} />
        <FormErrors errors={answer?.errors} />
        {locations.length > 0 ? (
          <SelectField
            label={t('inventory.locations.location')}
            id="location"
            name="location"
            width="medium"
            options={locations}
            defaultValue={answer?.values.location}
            error={answer?.errors.location}
          />
        ) : null}
        <TextAreaField
          label={t('inventory.count.codes')}
          hint={t('inventory.count.codes.hint')}
          id="codes"
          name="codes"
          rows={10}
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={answer?.values.codes}
          error={answer?.errors.codes}
        />
        <div className={styles.actions}>
          <Button type="submit" name="step" value="add" kind={count?.isOpen ? 'secondary' : 'primary'}>
            {t('inventory.count.review')}
          </Button>
          <ButtonLink href={paths.uploadOf('count', count?.id)} icon={Upload}>
            {t('common.uploadFile')}
          </ButtonLink>
        </div>
      </PageForm>
    </Section>
  )
}

function Review({ count }: { count: CountModel }) {
  const { countedByShop } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <Section title={count.summary}>
      {count.rows.length > 0 ? (
        <CardTable
          head={t('listings.column.sku')}
          columns={[
            { key: 'title', label: t('listings.column.title') },
            { key: 'bin', label: t('inventory.column.bin') },
            { key: 'expected', label: t('inventory.count.expected'), isNumber: true },
            { key: 'counted', label: t('inventory.count.counted'), isNumber: true },
            { key: 'difference', label: t('inventory.count.difference'), isNumber: true },
            { key: 'note', label: t('inventory.count.result') },
            { key: 'remove', label: t('inventory.count.remove'), isAction: true },
          ]}
          rows={count.rows.map(({ number, sku, href, title, bin, expected, counted, difference, note, isDone }) => ({
            key: number,
            name: <PageLink to={href}>{sku}</PageLink>,
            cells: [
              title,
              bin,
              expected,
              counted,
              difference,
              note,
              isDone ? null : <Remove key="remove" number={number} sku={sku} />,
            ],
          }))}
        />
      ) : null}
      {count.left ? <p className={styles.text}>{count.left}</p> : null}
      {count.unknown.length > 0 ? (
        <div className={styles.unknown}>
          <p>{t('inventory.count.unknown', { n: count.unknown.length })}</p>
          <ul>
            {count.unknown.map((code) => (
              <li key={code} dir="auto">
                {code}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <PageForm className={styles.actions}>
        {count.isOpen && countedByShop === null ? (
          <Button type="submit" name="step" value="apply" kind="primary">
            {t('inventory.count.apply')}
          </Button>
        ) : null}
        <Button type="submit" name="step" value="discard" kind="quiet">
          {t('inventory.count.discard')}
        </Button>
      </PageForm>
    </Section>
  )
}

function Remove({ number, sku }: { number: string; sku: string }) {
  const { t } = useTexts()
  return (
    <PageForm>
      <input type="hidden" name="item" value={number} />
      <Button
        type="submit"
        name="step"
        value="remove"
        size="small"
        kind="quiet"
        aria-label={t('inventory.count.remove.of', { sku })}
      >
        {t('inventory.count.remove')}
      </Button>
    </PageForm>
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
