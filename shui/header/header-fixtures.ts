import type { Fixture } from '../fixture.ts'
import type { HeaderProps } from './header.tsx'

const brand = { name: 'Harbour Market', URL: '/' }
const storeLink = { text: 'Store', action: { type: 'NAV' as const, URL: 'https://store.example/', newWindow: true } }

export const headerFixtures: readonly Fixture<HeaderProps>[] = [
  {
    name: 'everything',
    props: {
      brand,
      model: { title: 'Overview', memberName: 'harbour-camera', feedback: { score: 12_345 }, storeLink },
    },
  },
  { name: 'new member', props: { brand, model: { memberName: 'first-day', feedback: { score: 0 } } } },
  {
    name: 'long names',
    props: {
      brand: { name: 'The International Marketplace for Second-hand Optics', URL: '/' },
      model: {
        memberName: 'photographic-instruments-of-yesteryear-edinburgh',
        feedback: { score: 1_234_567 },
        storeLink,
      },
    },
  },
  { name: 'brand only', props: { brand, model: {} } },
]
