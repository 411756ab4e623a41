import type { Fixture } from '../fixture.ts'
import type { LeftNavigationProps } from './left-navigation.tsx'
import type { NavItemModel } from './navigation-model.ts'
import type { SideAreaProps } from './side-area.tsx'
import type { TopNavigationProps } from './top-navigation.tsx'

const item = (text: string, URL: string, more: Partial<NavItemModel> = {}): NavItemModel => ({
  label: { text, action: { type: 'NAV', URL } },
  ...more,
})

const orders = item('Orders', '/sh/ord', {
  navItems: [
    item('All orders', '/sh/ord', { active: true }),
    item('Awaiting shipment', '/sh/ord?status=ship', { count: { text: '47' } }),
    item('Overdue', '/sh/ord?status=late', { count: { text: '4', urgent: true, accessibilityText: '4 overdue' } }),
  ],
})

export const topNavigationFixtures: readonly Fixture<TopNavigationProps>[] = [
  {
    name: 'links, dropdowns and a dropdown without a page of its own',
    props: {
      label: 'Main, example 1',
      navItems: [
        item('Overview', '/sh/ovw'),
        orders,
        item('Listings', '/sh/lst', { navItems: [item('Active', '/sh/lst?a'), item('Drafts', '/sh/lst?d')] }),
        item('Research', '/sh/research'),
        { label: 'Performance', navItems: [item('Seller level', '/sh/perf'), item('Traffic', '/sh/perf/traffic')] },
      ],
    },
  },
  {
    name: 'links only',
    props: { label: 'Main, example 2', navItems: [item('Overview', '/sh/ovw', { active: true })] },
  },
]

export const leftNavigationFixtures: readonly Fixture<LeftNavigationProps>[] = [
  {
    name: 'groups, one nested level, counts',
    props: {
      label: 'Orders, example 1',
      navGroups: [
        {
          heading: 'Orders',
          navItems: [
            item('All orders', '/sh/ord', { count: { text: '3,128' } }),
            item('Awaiting shipment', '/sh/ord?s', {
              active: true,
              count: { text: '47' },
              navItems: [
                item('Overdue', '/sh/ord?o', { count: { text: '4', urgent: true, accessibilityText: '4 overdue' } }),
                item('Due today', '/sh/ord?d', { count: { text: '11' } }),
              ],
            }),
          ],
        },
        {
          heading: 'Saved views',
          navItems: [item('A view with a name that is longer than the column is wide', '/sh/ord?v')],
        },
      ],
    },
  },
]

export const sideAreaFixtures: readonly Fixture<SideAreaProps>[] = [
  {
    name: 'messages unread, feedback',
    props: {
      messagesLinkData: { label: { text: 'Messages', action: { type: 'NAV', URL: '/sh/messages' } }, unreadCount: 3 },
      feedbackLinkData: { label: 'Tell us what you think', to: 'feedback@hub.example', subject: 'Seller Hub' },
    },
  },
  {
    name: 'nothing unread',
    props: {
      messagesLinkData: { label: { text: 'Messages', action: { type: 'NAV', URL: '/sh/messages' } }, unreadCount: 0 },
    },
  },
]
