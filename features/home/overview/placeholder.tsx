import { Section } from '#shui/section/section.tsx'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './placeholder.module.css'

export function Placeholder({
  part,
  lines,
  size,
}: {
  part: string
  lines: number
  size: 'count' | 'entry' | 'todo' | 'chart'
}) {
  const { t } = useTexts()
  return (
    <Section title={part}>
      <VisuallyHidden>{t('wait.loading', { part })}</VisuallyHidden>
      <div aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          // Lines are identified by position only.
          <div key={line} className={styles.line} data-size={size} />
        ))}
      </div>
    </Section>
  )
}
