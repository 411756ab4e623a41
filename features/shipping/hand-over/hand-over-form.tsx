import { Button } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'

/** The button's form. */
export interface HandOverModel {
  href: string
  /** State that the page was opened with. */
  begun: string
  /** Query of the list that the order was opened from; may be empty. */
  from: string
}

/** Button on an order's page that marks it as handed over to the buyer who collects it. */
export function HandOverForm({ href, begun, from }: HandOverModel) {
  const { t } = useTexts()
  return (
    <PageForm action={href}>
      <input type="hidden" name="begun" value={begun} />
      <input type="hidden" name="from" value={from} />
      <Button type="submit" name="back" value="order" kind="primary">
        {t('handOver.do')}
      </Button>
    </PageForm>
  )
}
