import type { TextKey } from '#texts/texts.ts'
import type { OverviewModule } from './arrangement.ts'

export const moduleTitles = {
  todos: 'tasks.title',
  messages: 'overview.messages',
  orders: 'counts.orders',
  stock: 'overview.stock',
  money: 'overview.money',
  sales: 'sales.title',
  level: 'overview.level',
  feedback: 'feedback.title',
} as const satisfies Record<OverviewModule, TextKey>
