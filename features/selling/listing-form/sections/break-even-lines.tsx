import { breakEven } from '#features/core/fees/break-even.ts'
import { useTexts } from '#texts/context.tsx'
import styles from './summary-panel.module.css'

type BreakEvenArgs = Parameters<typeof breakEven>

interface BreakEvenLinesProps {
  fees: BreakEvenArgs[0]
  group: BreakEvenArgs[1]
  sale: BreakEvenArgs[2]
  currency: string
}

/** The least price that covers fees and costs. */
export function BreakEvenLines({ fees, group, sale, currency }: BreakEvenLinesProps) {
  const { t, money } = useTexts()
  const { priceMinor, safeMinor } = breakEven(fees, group, sale)
  if (priceMinor === null) return null
  const lines = [
    { key: 'listingForm.estimate.breakEven', minor: priceMinor },
    ...(safeMinor !== null && safeMinor !== priceMinor
      ? [{ key: 'listingForm.estimate.safe', minor: safeMinor } as const]
      : []),
  ] as const
  return (
    <dl className={styles.lines}>
      {lines.map(({ key, minor }) => (
        <div key={key} className={styles.line}>
          <dt>{t(key)}</dt>
          <dd>{money({ minor, currency })}</dd>
        </div>
      ))}
    </dl>
  )
}
