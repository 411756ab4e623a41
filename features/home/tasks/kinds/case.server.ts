import { sql } from 'kysely'
import { answerId } from '#features/after-sale/cases/case-form.ts'
import { listOfCases } from '#features/after-sale/cases/cases-list.server.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import type { CaseKind, CaseState, SellerStep } from '#features/core/order/order-case.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'

type Duty = 'answer' | 'label' | 'replace' | 'refund'

const duties: Partial<Record<CaseState, Duty>> = {
  RETURN_LABEL_PENDING: 'label',
  RETURN_LABEL_PENDING_TIMEOUT: 'label',
  REPLACEMENT_STARTED: 'replace',
  REPLACEMENT_REQUEST_TIMEOUT: 'replace',
  ITEM_DELIVERED: 'refund',
}

/** The answer that the button of a duty preselects. */
const begins: Partial<Record<Duty, SellerStep>> = {
  label: 'give-label',
  replace: 'ship-replacement',
  refund: 'refund',
}

const caseTasks = ({ id, label, kind }: Pick<TaskKind, 'id' | 'label'> & { kind: CaseKind }): TaskKind => ({
  id,
  label,
  icon: kind === 'RETURN' ? 'return' : 'not-received',
  alone: (at) => sql`
    select order_id, case_number, due_at, null::text, state, currency, amount_minor,
      amount_minor * case currency_decimals(currency) when 0 then 1000 when 2 then 10 else 1 end
    from cases where seller_id = ${at(({ sellerId }) => sellerId)} and kind = ${kind} and turn = 'SELLER' and state <> 'REFUND_FAILED'`,
  one: ({ key, detail, money }, { texts: { t, money: moneyText }, role }) => {
    const duty = duties[detail as CaseState] ?? 'answer'
    const title = t(`tasks.case.${duty}`, { kind, number: key })
    const href = paths.caseDetails(key)
    const text = t(`tasks.case.${duty}.do`)
    const effect = duty === 'refund' ? t('tasks.refund.does', { amount: moneyText(money) }) : text
    return {
      title,
      href,
      action: mayDo(role, 'orders.refund')
        ? { text, label: `${effect}: ${title}`, href: `${href}#${answerId}`, inPlace: 'case', begin: begins[duty] }
        : null,
    }
  },
  many: ({ tasks }, { texts: { t }, role }) => {
    const title = t('tasks.case.more', { kind, n: tasks })
    const href = listHref(listOfCases[kind], {}, { filters: { turn: ['you'] } })
    const text = t('tasks.answer.doAll')
    return { title, href, action: mayDo(role, 'orders.refund') ? { text, label: `${text}: ${t(label)}`, href } : null }
  },
})

/** Returns that await the seller. A return whose refund was declined is a failed refund instead. */
export const returnKind = caseTasks({ id: 'return', label: 'tasks.kind.return', kind: 'RETURN' })
/** Items not received, unanswered by the seller. */
export const notReceivedKind = caseTasks({
  id: 'not-received',
  label: 'tasks.kind.not-received',
  kind: 'NOT_RECEIVED',
})
