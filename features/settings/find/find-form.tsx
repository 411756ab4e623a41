import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './find-page.module.css'

/** Asks the page that it is on for `q`; a plain form. */
export function FindForm({ q, label }: { q: string; label: string }) {
  const { t } = useTexts()
  return (
    <form method="get" role="search" aria-label={label} className={styles.form}>
      <TextField label={label} name="q" type="search" maxLength={200} defaultValue={q} key={q} />
      <Button type="submit">{t('grid.search')}</Button>
    </form>
  )
}
