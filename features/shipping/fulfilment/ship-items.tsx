import { useTexts } from '#texts/context.tsx'
import { unitsField, type ParcelValues, type ShipAnswer, type ShipLineModel } from './ship-form.ts'
import styles from './ship-panel.module.css'

interface ShipItemsProps {
  lines: readonly ShipLineModel[]
  parcels: readonly ParcelValues[]
  errors: ShipAnswer['errors']
}

export function ShipItems({ lines, parcels, errors }: ShipItemsProps) {
  const { t } = useTexts()
  const hasPrices = lines.some(({ price }) => price !== null)
  return (
    <table className={styles.items} data-parcels={parcels.length > 3 ? 'many' : undefined}>
      <thead>
        <tr>
          <th scope="col">{t('word.item')}</th>
          {hasPrices ? (
            <th scope="col" className={styles.number}>
              {t('word.price')}
            </th>
          ) : null}
          <th scope="col" className={styles.number}>
            {t('word.ordered')}
          </th>
          {parcels.map((parcel, index) => (
            <th key={parcel.key} scope="col" className={styles.units}>
              {parcels.length > 1 ? t('ship.parcel', { n: index + 1 }) : t('ship.inParcel')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.line} line={line} parcels={parcels} errors={errors} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line, parcels, errors }: Omit<ShipItemsProps, 'lines'> & { line: ShipLineModel }) {
  const { t } = useTexts()
  const error = parcels.map((_, index) => errors[unitsField(index + 1, line.line)]).find(Boolean)
  const errorId = `${unitsField(0, line.line)}-error`
  return (
    <tr className={line.left === 0 ? styles.gone : undefined}>
      <th scope="row" className={styles.item}>
        {line.image ? (
          <img src={line.image} alt="" width={40} height={40} loading="lazy" className={styles.picture} />
        ) : null}
        <span>
          <span dir="auto">{line.title}</span>
          <span className={styles.facts}>{[...line.facts, line.units].filter(Boolean).join(' · ')}</span>
          {error ? (
            <span id={errorId} className={styles.error}>
              {error}
            </span>
          ) : null}
        </span>
      </th>
      {line.price === null ? null : (
        <td className={styles.number}>
          <span className={styles.label}>{t('word.price')} </span>
          {line.price}
        </td>
      )}
      <td className={styles.number}>
        <span className={styles.label}>{t('word.ordered')} </span>
        {line.ordered}
      </td>
      {parcels.map(({ key, units }, index) => {
        const id = unitsField(index + 1, line.line)
        return (
          <td key={key} className={styles.units}>
            {line.left > 0 ? (
              <>
                <label htmlFor={id} className={styles.label}>
                  {t('ship.parcel', { n: index + 1 })}
                </label>
                <input
                  id={id}
                  name={id}
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={line.left}
                  defaultValue={units ? units[line.line] || '0' : line.left}
                  aria-label={t('ship.unitsOf', { title: line.title, n: index + 1 })}
                  aria-describedby={error ? errorId : undefined}
                  aria-invalid={errors[id] ? true : undefined}
                  className={styles.count}
                />
              </>
            ) : (
              <span className={styles.facts}>{t('ship.allGone')}</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}
