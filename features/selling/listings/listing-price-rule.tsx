import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { PageForm } from '#web/page-form.tsx'
import { paths } from '#web/paths.ts'
import styles from './listing-page.module.css'
import type { ListingRuleModel } from './listing-price-rule.server.ts'

/** The rule that sets the price of a listing, and what it changed. */
export function ListingPriceRule({ rule, item }: { rule: ListingRuleModel | null; item: string }) {
  if (!rule) return null
  const { title, words, rests, next, set, changes } = rule
  return (
    <Section title={title}>
      <p>{words}</p>
      {[rests, next].map((text) =>
        text === null ? null : (
          <p key={text} className={styles.quiet}>
            {text}
          </p>
        ),
      )}
      {changes.length === 0 ? null : (
        <ul className={styles.changes}>
          {changes.map(({ key, text, note, undo }) => (
            <li key={key}>
              {text}
              {note === null ? null : <span className={styles.quiet}> {note}</span>}
              {undo === null ? null : (
                <PageForm action={paths.priceRuleSteps('undo')}>
                  <input type="hidden" name="keys" value={key} />
                  <input type="hidden" name="back" value={paths.listing(item)} />
                  <Button type="submit" kind="quiet">
                    {undo}
                  </Button>
                </PageForm>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <ButtonLink href={set.href}>{set.label}</ButtonLink>
      </div>
    </Section>
  )
}
