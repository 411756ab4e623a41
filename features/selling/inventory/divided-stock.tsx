import { SubmitRow } from '#web/submit-row.tsx'
import { useMemo } from 'react'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FormAnswer } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useNextKey } from '#web/use-next-key.ts'
import { MovePlaces, UndoMove } from './move-fields.tsx'
import type { MovePart } from './move-stock.server.ts'
import type { StockField } from './stock-item.ts'
import styles from './inventory.module.css'

interface DividedStockProps {
  part: MovePart
  mayCorrect: boolean
  mayMove: boolean
  answer: FormAnswer<StockField> | undefined
}

export function DividedStock({ part: { places, key, moves }, mayCorrect, mayMove, answer }: DividedStockProps) {
  const { t } = useTexts()
  return (
    <>
      <Section title={t('inventory.move.here')}>
        <div className={styles.list}>
          <CardTable
            head={t('inventory.locations.location')}
            columns={[
              { key: 'onHand', label: t('inventory.column.onHand'), isNumber: true },
              ...(mayCorrect ? [{ key: 'correct', label: t('inventory.correct.submit'), isAction: true }] : []),
            ]}
            rows={places.map(({ id, name, items, correct }) => ({
              key: String(id),
              name,
              cells: [
                items,
                mayCorrect && (
                  <PageLink key="correct" to={correct} aria-label={t('inventory.move.correct.of', { name })}>
                    {t('inventory.correct.submit')}
                  </PageLink>
                ),
              ],
            }))}
            {...(mayCorrect ? {} : { label: t('inventory.move.here') })}
          />
        </div>
      </Section>
      {mayMove ? <MoveForm places={places} offeredKey={key} moves={moves} answer={answer} /> : null}
      {moves.length > 0 ? <Moves moves={moves} mayMove={mayMove} error={answer?.errors.form} /> : null}
    </>
  )
}

interface MoveFormProps {
  places: MovePart['places']
  offeredKey: string
  moves: MovePart['moves']
  answer: FormAnswer<StockField> | undefined
}

function MoveForm({ places, offeredKey, moves, answer }: MoveFormProps) {
  const { t } = useTexts()
  const key = useNextKey(offeredKey, (each) => moves.some(({ id }) => id === each))
  const isOwn = answer?.values.items !== undefined
  const { errors, values } = answer && isOwn ? answer : { errors: {}, values: {} }
  const options = places.map(({ id, name, items }) => ({ value: String(id), label: `${name} (${items})` }))
  return (
    <Section
      title={t('inventory.move')}
      action={{ text: t('inventory.moveMany.list'), action: { type: 'NAV', URL: paths.stockMoves() } }}
    >
      <PageForm key={key} className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="key" value={key} />
        <FormErrors errors={errors} />
        <div className={styles.fields}>
          <MovePlaces places={options} values={values} errors={errors} width="medium" />
          <TextField
            label={t('word.items')}
            {...fieldOf('items', errors, values.items)}
            width="short"
            figures="numeric"
          />
        </div>
        <SubmitRow name="step" value="move">
          {t('inventory.move')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}

interface MovesProps {
  moves: MovePart['moves']
  mayMove: boolean
  /** Why a move could not be undone. */
  error: string | undefined
}

function Moves({ moves, mayMove, error }: MovesProps) {
  const { t } = useTexts()
  const errors = useMemo(() => ({ form: error }), [error])
  return (
    <Section title={t('inventory.moves')}>
      <FormErrors errors={errors} />
      <CardTable
        head={t('inventory.movements.when')}
        columns={[
          { key: 'what', label: t('inventory.movements.what') },
          { key: 'from', label: t('inventory.move.from') },
          { key: 'to', label: t('inventory.move.to') },
          { key: 'items', label: t('word.items'), isNumber: true },
          ...(mayMove ? [{ key: 'undo', label: t('word.undo'), isAction: true }] : []),
        ]}
        rows={moves.map(({ id, when, what, from, to, items, undo }) => ({
          key: id,
          name: when,
          cells: [what, from, to, items, mayMove && undo ? <UndoMove key="undo" id={id} name={undo} /> : null],
        }))}
        label={t('inventory.moves')}
      />
    </Section>
  )
}
