import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { RunProgress } from '#features/machinery/file-runs/run-progress.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { sumsByCurrency } from '#lib/exact-sums.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Checkbox, SelectField } from '#shui/form/controls.tsx'
import { NewWindowLabel } from '#shui/text/text.tsx'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm, PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from './buy-labels.module.css'
import { PackageSizes } from './package-sizes.tsx'
import { forgetFields, keepFields } from './keep-fields.ts'
import { LabelRow } from './label-row.tsx'
import type { LabelSheetAnswer, LabelSheetModel } from './label-sheet.ts'

interface BuyLabelsProps {
  model: LabelSheetModel
  answer: LabelSheetAnswer | undefined
}

/** The sheet on which labels are bought: first the rates of all orders, then the labels. */
export function BuyLabelsView({ model, answer }: BuyLabelsProps) {
  const { t } = useTexts()
  useFollow(model.progress !== null)
  return (
    <>
      <PageHead
        title={model.title}
        before={<BackToList href={model.backHref}>{t('labels.back')}</BackToList>}
        actions={
          model.printHref ? (
            <>
              {model.pickingHref ? (
                <ButtonLink href={model.pickingHref} target="_blank" rel="noopener">
                  {t('labels.print.picking')}
                  <NewWindowLabel />
                </ButtonLink>
              ) : null}
              {model.slipsHref ? (
                <DocumentForm action={model.slipsHref} target="_blank" rel="noopener">
                  <Button type="submit">
                    {t('labels.print.slips')}
                    <NewWindowLabel />
                  </Button>
                </DocumentForm>
              ) : null}
              <ButtonLink href={model.printHref} icon={Printer} kind="primary" target="_blank" rel="noopener">
                {t('labels.print')}
                <NewWindowLabel />
              </ButtonLink>
            </>
          ) : null
        }
      />
      {model.progress ? (
        <RunProgress
          label={t('labels.progress')}
          progress={{ ...model.progress, text: t('labels.progress.text', model.progress) }}
        />
      ) : null}
      {model.setUp.isReady ? <Sheet key={answer?.sheetKey} model={model} answer={answer} /> : <SetUp model={model} />}
    </>
  )
}

function SetUp({ model: { setUp } }: Pick<BuyLabelsProps, 'model'>) {
  const { t } = useTexts()
  return (
    <Empty title={t('labels.setUp.title')} hint={t(setUp.href ? 'labels.setUp' : 'labels.setUp.owner')}>
      {setUp.href ? (
        <ButtonLink href={setUp.href} kind="primary">
          {t('labels.setUp.action')}
        </ButtonLink>
      ) : null}
    </Empty>
  )
}

function Sheet({ model, answer }: BuyLabelsProps) {
  const { t } = useTexts()
  const isSending = useSending()
  const open = model.rows.filter(({ isOpen }) => isOpen)
  const rates = answer?.rates ?? null
  const name = `labels ${model.rows.map(({ order }) => order).join(' ')}`
  return (
    <PageForm
      className={styles.form}
      preventScrollReset
      noValidate
      ref={(form) => {
        if (model.isBought) forgetFields(name)
        return form ? keepFields(form, name, { begins: answer === undefined && !model.isBought }) : undefined
      }}
    >
      <button
        type="submit"
        name="step"
        value={rates ? 'buy' : 'rates'}
        hidden
        tabIndex={-1}
        aria-label={t('labels.rates')}
      />
      <input type="hidden" name="sheet" value={answer?.sheetKey ?? model.sheetKey} />
      <FormErrors errors={answer?.errors} />
      {open.length > 1 ? (
        <SelectField
          label={t('labels.wish')}
          id="wish"
          name="wish"
          width="medium"
          defaultValue={answer?.wish}
          options={[
            ...(model.hasRules ? [{ value: 'rules', label: t('labels.wish.rules') }] : []),
            { value: 'cheapest', label: t('labels.wish.cheapest') },
            { value: 'fastest', label: t('labels.wish.fastest') },
          ]}
        />
      ) : null}
      <PackageSizes packages={model.packages} />
      <ul className={styles.rows}>
        {model.rows.map((row, index) => (
          <LabelRow
            key={row.order}
            row={row}
            values={answer?.values[row.order]}
            doubt={answer?.addresses[row.order] ?? null}
            ruled={answer?.ruled[row.order] ?? null}
            rates={rates?.[row.order] ?? null}
            errors={answer?.errors ?? {}}
            weightHint={model.weightHint}
            isFirst={index === 0 && !rates}
          />
        ))}
      </ul>
      {open.length > 0 ? <Foot answer={answer} isSending={isSending} /> : null}
    </PageForm>
  )
}

function Foot({ answer, isSending }: Pick<BuyLabelsProps, 'answer'> & { isSending: boolean }) {
  const { t, money } = useTexts()
  const [chosen, setChosen] = useState(() => chosenRates(answer))
  const total = sumsByCurrency(chosen)
    .map((sum) => money(sum))
    .join(' + ')
  const isRated = answer?.rates != null && chosen.length > 0
  return (
    <div
      className={styles.foot}
      ref={(foot) => {
        const form = foot?.closest('form')
        const sum = () => form && setChosen(chosenOf(form, answer))
        form?.addEventListener('change', sum)
        return () => form?.removeEventListener('change', sum)
      }}
    >
      <Checkbox label={t('labels.ships')} id="ships" name="ships" defaultChecked={answer?.ships ?? false} />
      <span className={styles.buttons}>
        <Button type="submit" name="step" value="rates" kind={isRated ? 'secondary' : 'primary'} disabled={isSending}>
          {t(answer?.rates ? 'labels.rates.again' : 'labels.rates')}
        </Button>
        {isRated ? (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the rates were asked for to press this button next
          <Button type="submit" name="step" value="buy" kind="primary" disabled={isSending} autoFocus>
            {t('labels.buy', { n: chosen.length, total })}
          </Button>
        ) : null}
      </span>
    </div>
  )
}

const chosenRates = (answer: LabelSheetAnswer | undefined) =>
  Object.entries(answer?.rates ?? {}).flatMap(([order, options]) => {
    const values = answer?.values[order]
    return values?.isTaken ? (options.find(({ value }) => value === values.service) ?? []) : []
  })

/** The rates that are chosen in the form now. */
function chosenOf(form: HTMLFormElement, answer: LabelSheetAnswer | undefined) {
  const data = new FormData(form)
  const taken = new Set(data.getAll('take'))
  return Object.entries(answer?.rates ?? {}).flatMap(([order, options]) =>
    taken.has(order) ? (options.find(({ value }) => value === data.get(`service.${order}`)) ?? []) : [],
  )
}
