import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import type { UnknownCode } from './count-view.ts'
import styles from './stock-count.module.css'

/** Codes that match no SKU: assigned to one, or dropped. */
export function UnknownCodes({
  unknown,
  formKey,
  count,
}: {
  unknown: readonly UnknownCode[]
  formKey: string
  count: string
}) {
  const { t } = useTexts()
  return (
    <Section title={t('inventory.count.unknown', { n: unknown.length })}>
      <p className={styles.text}>{t('inventory.count.unknown.hint')}</p>
      <ul className={styles.unknown}>
        {unknown.map(({ code, counted }, nth) => (
          <li key={code}>
            <PageForm className={styles.assign} autoComplete="off">
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="code" value={code} />
              <b dir="auto">{code}</b>
              <TextField
                label={t('inventory.count.counted')}
                id={`counted-${nth}`}
                name="counted"
                width="short"
                figures="numeric"
                defaultValue={counted ?? ''}
              />
              <TextField label={t('inventory.count.assign.sku')} id={`sku-${nth}`} name="sku" spellCheck={false} />
              <Button type="submit" name="step" value="assign" aria-label={t('inventory.count.assign.of', { code })}>
                {t('inventory.count.assign')}
              </Button>
              {counted === null ? null : (
                <PageLink to={paths.assignCode({ code, count })} aria-label={t('inventory.code.search.of', { code })}>
                  {t('inventory.code.search.sku')}
                </PageLink>
              )}
              <Button
                type="submit"
                name="step"
                value="drop"
                kind="quiet"
                aria-label={t('inventory.count.drop.of', { code })}
              >
                {t('inventory.count.drop')}
              </Button>
            </PageForm>
          </li>
        ))}
      </ul>
    </Section>
  )
}
