import { Button } from '#shui/button/button.tsx'
import { Select, SelectField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import type { ReconciliationModel } from './reconcile-view.server.ts'
import styles from './reconcile.module.css'

/** The meaning of each column, to be changed; open if a needed one is missing. */
export function ReportColumns({ model }: { model: ReconciliationModel }) {
  const { t } = useTexts()
  const isSending = useSending()
  const { id, need, columns, kinds, types, typeKinds, dayOrder } = model
  return (
    <details className={styles.columns} open={need !== null}>
      <summary>
        <b>{t('reconcile.columns')}</b> <span className={styles.quiet}>{t('reconcile.columns.hint')}</span>
      </summary>
      {need ? (
        <p role="alert" className={styles.need}>
          {need}
        </p>
      ) : null}
      <PageForm method="post">
        <SrtField />
        <input type="hidden" name="report" value={id} />
        <ul className={styles.list}>
          {columns.map(({ name, field, kind, samples }) => (
            <li key={field}>
              <Select
                key={kind}
                name={field}
                aria-label={t('reconcile.columns.of', { column: name })}
                defaultValue={kind}
                options={kinds}
              />
              <p dir="auto">{name}</p>
              <p className={styles.quiet} dir="auto">
                {samples.join(' · ')}
              </p>
            </li>
          ))}
        </ul>
        {types.length > 0 ? (
          <>
            <p>
              <b>{t('reconcile.types')}</b> <span className={styles.quiet}>{t('reconcile.types.hint')}</span>
            </p>
            <ul className={styles.list}>
              {types.map(({ field, name, rows, kind }) => (
                <li key={field}>
                  <Select
                    key={kind}
                    name={field}
                    aria-label={t('reconcile.types.of', { type: name })}
                    defaultValue={kind}
                    options={typeKinds}
                  />
                  <p dir="auto">{name}</p>
                  <p className={styles.quiet}>{rows}</p>
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {dayOrder ? (
          <SelectField
            label={t('reconcile.dayOrder')}
            name="dayOrder"
            defaultValue={dayOrder.value}
            options={dayOrder.options}
            width="medium"
          />
        ) : null}
        <p className={styles.again}>
          <Button type="submit" name="step" value="compare" disabled={isSending}>
            {t('reconcile.again')}
          </Button>
        </p>
      </PageForm>
    </details>
  )
}
