import type { Fixture } from '../fixture.ts'
import type { TabsProps } from './tabs.tsx'

export const tabsFixtures: readonly Fixture<TabsProps>[] = [
  {
    name: 'with counts',
    props: {
      label: 'Orders by status',
      tabs: [
        { label: { text: 'All', action: { type: 'NAV', URL: '/sh/ord' } }, count: '3,128' },
        { label: { text: 'Awaiting shipment', action: { type: 'NAV', URL: '/sh/ord?s' } }, count: '47', active: true },
        { label: { text: 'Overdue', action: { type: 'NAV', URL: '/sh/ord?o' } }, count: '4', urgent: true },
        { label: { text: 'Shipped', action: { type: 'NAV', URL: '/sh/ord?x' } }, count: '212' },
      ],
    },
  },
]
