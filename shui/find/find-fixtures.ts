import type { Fixture } from '../fixture.ts'
import type { FindFieldProps } from './find-field.tsx'
import type { FindMenuProps } from './find-menu.tsx'

const words = {
  label: 'Find or go to',
  what: 'Orders, listings, pages',
  none: 'Nothing found.',
  lost: 'The connection is lost.',
  again: 'Try again',
  choose: 'choose',
  open: 'open',
  hint: 'Words in any order',
}
const menu = { words, isLost: false, isEntered: false, readTyped: () => '', onAsk: () => {}, onClose: () => {} }

export const findFieldFixtures: readonly Fixture<FindFieldProps>[] = [
  { name: 'empty', props: { action: '/find', label: words.label, loadMenu: () => new Promise(() => {}) } },
]

export const findMenuFixtures: readonly Fixture<FindMenuProps>[] = [
  {
    name: 'results',
    props: {
      ...menu,
      found: {
        q: 'ship',
        status: '2 results',
        groups: [
          { heading: 'Pages', rows: [{ kind: 'place', href: '/sh/ship', text: 'Ship many orders' }] },
          {
            heading: 'Orders',
            rows: [
              { kind: 'order', href: '/sh/ord/1', text: '12-34711-34363', details: ['Anna Example'], end: '£45.00' },
            ],
          },
        ],
      },
    },
  },
  { name: 'nothing found', props: { ...menu, found: { q: 'zzz', status: 'Nothing found', groups: [] } } },
  { name: 'connection lost', props: { ...menu, found: null, isLost: true } },
]
