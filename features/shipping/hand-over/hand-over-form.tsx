import { useTexts } from '#texts/context.tsx'
import { ButtonForm } from '#web/button-form.tsx'

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
    <ButtonForm action={href} fields={{ begun, from }} name="back" value="order" kind="primary">
      {t('handOver.do')}
    </ButtonForm>
  )
}
