import { SubmitRow } from '#web/submit-row.tsx'
import { useMemo } from 'react'
import { MovePlaces, UndoMove } from '#features/selling/inventory/move-fields.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import type { FormAnswer } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { useNextKey } from '#web/use-next-key.ts'
import type { MoveField } from './move-line.ts'
import styles from './stock-moves.module.css'
import { changeStockMoves, readStockMovesPage, type CheckModel } from './stock-moves-page.server.ts'

await loadTexts('inventory')

export const loader = sellerLoader('listings.edit', readStockMovesPage)

/** Bytes: thousands of scans. */
const limits = { fields: 1_000_000 }

export const action = sellerAction('listings.edit', changeStockMoves, limits)

export default function StockMovesPage() {
  const { places, moves, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const check = answer?.check ?? null
  const isReady = check?.problems === null
  return (
    <>
      <PageHead
        title={t('inventory.move')}
        done={isReady ? t('inventory.moveMany.checked') : done && !answer ? t(`inventory.done.${done}`) : null}
      />
      <div className={styles.body}>
        {check ? <Check check={check} /> : null}
        {places.length > 0 ? <Codes isReady={isReady} /> : <OnePlace />}
        {moves.length > 0 ? <Latest /> : null}
      </div>
    </>
  )
}

function OnePlace() {
  const { t } = useTexts()
  return (
    <p className={styles.text}>
      {t('inventory.locations.one')} <PageLink to={paths.stockLocations()}>{t('inventory.locations.title')}</PageLink>
    </p>
  )
}

function Check({ check }: { check: CheckModel }) {
  const { t } = useTexts()
  const { key, values, from, lines, unknown, problems } = check
  const isWrong = lines.some(({ problem }) => problem !== '')
  return (
    <Section title={check.summary}>
      {lines.length > 0 ? (
        <CardTable
          head={t('word.sku')}
          columns={[
            { key: 'title', label: t('listings.column.title'), isWords: true },
            { key: 'bin', label: t('inventory.column.bin') },
            { key: 'there', label: t('inventory.moveMany.there', { name: from }), isNumber: true },
            { key: 'items', label: t('inventory.moveMany.items'), isNumber: true },
            { key: 'left', label: t('inventory.moveMany.left'), isNumber: true },
            ...(isWrong ? [{ key: 'problem', label: t('inventory.count.result'), isWords: true }] : []),
          ]}
          rows={lines.map(({ sku, href, title, bin, there, items, left, problem }) => ({
            key: sku,
            name: href === null ? sku : <PageLink to={href}>{sku}</PageLink>,
            cells: [title, bin, there, items, left, problem],
          }))}
          label={check.summary}
        />
      ) : null}
      {unknown.length > 0 ? (
        <div className={styles.unknown}>
          <p>{t('inventory.moveMany.unknown', { n: unknown.length })}</p>
          <ul>
            {unknown.map((code) => (
              <li key={code} dir="auto" translate="no">
                {code}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {problems === null ? (
        <PageForm className={styles.submit}>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="fromLocation" value={values.fromLocation} />
          <input type="hidden" name="toLocation" value={values.toLocation} />
          <input type="hidden" name="codes" value={values.codes} />
          <Button type="submit" name="step" value="move" kind="primary">
            {check.submit}
          </Button>
        </PageForm>
      ) : null}
    </Section>
  )
}

function Codes({ isReady }: { isReady: boolean }) {
  const { key: offered, places, moves } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const key = useNextKey(offered, (each) => moves.some(({ id }) => id === each))
  const isOwn = answer?.values.codes !== undefined
  const { errors, values }: FormAnswer<MoveField> = answer && isOwn ? answer : { errors: {}, values: {} }
  return (
    <Section title={t(answer?.check ? 'inventory.moveMany.change' : 'inventory.moveMany.list')}>
      {/* Remounted empty once its items are moved. */}
      <PageForm key={key} className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="key" value={key} />
        <FormErrors errors={errors} />
        <div className={styles.places}>
          <MovePlaces places={places} values={values} errors={errors} />
        </div>
        <TextAreaField
          label={t('inventory.count.codes')}
          hint={t('inventory.moveMany.codes.hint')}
          {...fieldOf('codes', errors, values.codes)}
          rows={10}
          spellCheck={false}
          autoCapitalize="none"
        />
        <SubmitRow name="step" value="check" kind={isReady ? 'secondary' : 'primary'}>
          {t('inventory.moveMany.check')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}

function Latest() {
  const { moves } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const errors = useMemo(() => ({ form: answer?.errors.form }), [answer])
  return (
    <Section title={t('inventory.moveMany.latest')}>
      <FormErrors errors={errors} />
      <CardTable
        head={t('inventory.movements.when')}
        columns={[
          { key: 'what', label: t('inventory.movements.what') },
          { key: 'from', label: t('inventory.move.from') },
          { key: 'to', label: t('inventory.move.to') },
          { key: 'skus', label: t('inventory.count.rows'), isNumber: true },
          { key: 'items', label: t('word.items'), isNumber: true },
          { key: 'undo', label: t('word.undo'), isAction: true },
        ]}
        rows={moves.map(({ id, when, what, from, to, skus, items, undo }) => ({
          key: id,
          name: when,
          cells: [what, from, to, skus, items, undo ? <UndoMove key="undo" id={id} name={undo} /> : null],
        }))}
        label={t('inventory.moveMany.latest')}
      />
    </Section>
  )
}
