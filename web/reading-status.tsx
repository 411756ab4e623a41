import { Button } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import type { Reading } from './use-reading.ts'

interface ReadingStatusProps {
  reading: Pick<Reading<unknown>, 'isReading' | 'isLost' | 'again'>
  waiting: string
  className?: string | undefined
}

export function ReadingStatus({ reading: { isReading, isLost, again }, waiting, className }: ReadingStatusProps) {
  const { t } = useTexts()
  return (
    <div className={className}>
      <p role="status">{isLost && !isReading ? t('common.notRead') : waiting}</p>
      {isLost ? (
        <Button size="small" onClick={again}>
          {t('common.again')}
        </Button>
      ) : null}
    </div>
  )
}
