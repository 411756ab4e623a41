import type { TextKey } from '#texts/texts.ts'
import type { OverviewModule } from './arrangement.ts'

export const moduleTitles = {
  todos: 'tasks.title',
  messages: 'word.messages',
  orders: 'word.orders',
  stock: 'overview.stock',
  money: 'word.money',
  sales: 'sales.title',
  level: 'overview.level',
  feedback: 'feedback.title',
} as const satisfies Record<OverviewModule, TextKey>
